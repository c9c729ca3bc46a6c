import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Refusal } from '#kernel/errors.ts'
import { readVatId } from '#kernel/vat-id.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { findLegalDetails } from '../queries.ts'
import { SELF_BILLING_VERSION, isOtherIdentity } from '../rules.ts'
import type { LegalInput } from '../rules.ts'
import { lockPublisher } from './lock-publisher.ts'
import { replaceForm } from './tax-forms.ts'

/**
 * Saves the legal details of a publisher. Another name, kind or country than on the verified tax form makes that form
 * wait for an operator again. Refuses the field `vatId` when it has not the format of the country.
 */
export function saveLegalDetails(ctx: Ctx, { publisherId, ...given }: LegalInput & { publisherId: bigint }) {
  const details = { ...given, vatId: readVatId(given.vatId, { country: given.country, field: 'vatId' }) }
  return inTransaction(ctx, async (tx) => {
    await lockPublisher(tx, publisherId)
    const before = await findLegalDetails(tx.db, { publisherId })
    await tx.db
      .insertInto('legalDetail')
      .values({ id: publisherId, ...details, changedAt: tx.now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...details, changedAt: tx.now }))
      .execute()
    const isOther = before !== null && isOtherIdentity(before, details)
    if (isOther) await verifyAgain(tx, publisherId)
    await audit(tx, { action: 'legal.save', target: `publisher:${publisherId}`, details: { isOther } })
  })
}

/** Lets the verified form wait again, unless a newer one waits; then it is replaced. */
async function verifyAgain(tx: Ctx, publisherId: bigint): Promise<void> {
  const waiting = await tx.db
    .selectFrom('taxForm')
    .select('id')
    .where('publisherId', '=', publisherId)
    .where('status', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) {
    await replaceForm(tx, { publisherId, status: 'verified' })
    return
  }
  await tx.db
    .updateTable('taxForm')
    .set({ status: 'waiting', decidedAt: null, decidedBy: null, submittedAt: tx.now })
    .where('publisherId', '=', publisherId)
    .where('status', '=', 'verified')
    .execute()
}

/**
 * Records or withdraws the consent that the network issues statements as the publisher's invoices. Refuses with 409 a
 * version that is not the present one, and a consent without legal details.
 */
export function setSelfBilling(
  ctx: Ctx,
  { publisherId, version }: { publisherId: bigint; version: string | null },
): Promise<void> {
  if (version !== null && version !== SELF_BILLING_VERSION) {
    throw new Refusal({ code: 'tax.other_version', status: 409 })
  }
  return inTransaction(ctx, async (tx) => {
    await getPublisher(tx.db, { publisherId })
    const changed = await tx.db
      .updateTable('legalDetail')
      .set({ selfBillingVersion: version, selfBillingAt: version === null ? null : tx.now })
      .where('id', '=', publisherId)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Refusal({ code: 'tax.no_details', status: 409 })
    await audit(tx, { action: 'legal.self-billing', target: `publisher:${publisherId}`, details: { version } })
  })
}
