import { sql } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { SETTLED_STATUSES } from './contract/vocabulary.ts'
import { getPayment } from './queries/payment.ts'

export const listPaymentSections: ListSections = ({ id }) => ({
  payment_details: sql`SELECT threshold_amount, billing_email, destination_changed_at FROM payment_detail
    WHERE id = ${id}`,
})

export const listPayoutSections: ListSections = ({ isOwn }) => ({
  payouts: sql`SELECT id, status, amount, method, destination_hint, reference, settled_on, returned_on, reason
    FROM payout WHERE ${isOwn} AND status <> 'draft' ORDER BY id`,
  forfeitures: sql`SELECT id, kind, amount, fee_amount, made_at FROM forfeiture WHERE ${isOwn} ORDER BY id`,
  lapse_warnings: sql`SELECT last_active_on, lapses_on, warned_at, warned_again_at FROM lapse_warning
    WHERE ${isOwn} ORDER BY 1`,
  statements: sql`SELECT * FROM statement WHERE ${isOwn} ORDER BY number`,
})

/** Returns the function that lists the bank account of a publisher, opened, as an export contains it. */
export function bankAccountSections(sealing: Sealing): ListSections {
  return async ({ id: publisherId }, db) => {
    const { bank } = await getPayment(db, sealing, { publisherId })
    return {
      bank_account: sql`SELECT ${JSON.stringify(bank ?? {})}::jsonb AS bank_account WHERE ${bank !== null}::boolean`,
    }
  }
}

/**
 * Deletes how an erased publisher is paid and was paid, inside the caller's transaction. An open payout keeps its
 * destination, because the bank has its order or gets it.
 */
export async function erasePayment(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  await tx.db.deleteFrom('paymentDetail').where('id', '=', publisherId).execute()
  await tx.db
    .deleteFrom('payoutDestination')
    .where('payoutId', 'in', (query) =>
      query
        .selectFrom('payout')
        .select('id')
        .where('publisherId', '=', publisherId)
        .where('status', 'in', SETTLED_STATUSES),
    )
    .execute()
}
