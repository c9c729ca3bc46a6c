import type { Updateable } from 'kysely'
import { setPaypalEmail } from '#domains/people/publishers/commands/publishers.ts'
import { getProfile, getPublisher } from '#domains/people/publishers/queries.ts'
import { notFound } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { destinationChangedEmail } from '../mails.ts'
import { SEALED_BANK } from '../queries/payment.ts'
import type { BankAccount } from '../rules/payment.ts'
import type { PaymentDetailTable } from '../tables.ts'

/** A publisher's settings of payment. */
export interface PaymentSettings {
  publisherId: bigint
  thresholdAmount: Amount
  paypalEmail: string
  billingEmail: string
}

/** Saves the settings of payment. A new PayPal e-mail is mailed to the publisher, and payouts wait 48 hours. */
export function savePayment(ctx: Ctx, input: PaymentSettings): Promise<void> {
  const { publisherId, paypalEmail, thresholdAmount, billingEmail } = input
  return inTransaction(ctx, async (tx) => {
    const present = await getProfile(tx.db, { publisherId, isLocked: true })
    const isNewDestination = present.paypalEmail !== paypalEmail
    if (isNewDestination) await setPaypalEmail(tx, { publisherId, paypalEmail })
    await writeDetails(tx, publisherId, { thresholdAmount, billingEmail })
    await audit(tx, { action: 'payment.save', target: `publisher:${publisherId}`, details: { isNewDestination } })
    if (isNewDestination) await noteNewDestination(tx, input)
  })
}

/** A publisher, and the sender of the mail to it. */
interface PaidPublisher {
  publisherId: bigint
}

/** A publisher's bank account, checked by `readBankAccount`. */
export interface BankInput extends PaidPublisher {
  bank: BankAccount
  sealing: Sealing
}

/** Seals and saves the bank account. The publisher gets a mail, and payouts wait 48 hours. */
export function saveBank(ctx: Ctx, input: BankInput): Promise<void> {
  const { publisherId, bank, sealing } = input
  return inTransaction(ctx, async (tx) => {
    const place = { column: SEALED_BANK, row: publisherId.toString() }
    await writeDetails(tx, publisherId, { bankSealed: await sealing.seal(tx, place, JSON.stringify(bank)) })
    await audit(tx, { action: 'payment.save-bank', target: `publisher:${publisherId}` })
    await noteNewDestination(tx, input)
  })
}

/**
 * Removes the bank account. The publisher gets a mail, and payouts wait 48 hours. Refuses with 404 when there is none.
 */
export function removeBank(ctx: Ctx, publisher: PaidPublisher): Promise<void> {
  const { publisherId } = publisher
  return inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .updateTable('paymentDetail')
      .set({ bankSealed: null })
      .where('id', '=', publisherId)
      .where('bankSealed', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw notFound()
    await audit(tx, { action: 'payment.remove-bank', target: `publisher:${publisherId}` })
    await noteNewDestination(tx, publisher)
  })
}

async function noteNewDestination(tx: Ctx, { publisherId }: PaidPublisher): Promise<void> {
  await writeDetails(tx, publisherId, { destinationChangedAt: tx.now })
  const { email, name, locale } = await getPublisher(tx.db, { publisherId })
  await enqueueMail(tx, { to: email, message: destinationChangedEmail({ branding: tx.branding, locale, name }) })
}

async function writeDetails(tx: Ctx, id: bigint, change: Updateable<PaymentDetailTable>): Promise<void> {
  await tx.db
    .insertInto('paymentDetail')
    .values({ ...change, id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
}
