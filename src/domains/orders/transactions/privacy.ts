import { sql } from 'kysely'
import type { Db } from '#database'
import type { Ctx } from '#platform/server/context.ts'
import type { ListSections } from '#platform/server/privacy.ts'
import { lockFile } from './commands/change-decision-file.ts'

export const listTransactionSections: ListSections = ({ isOwn }) => ({
  transactions: sql`SELECT * FROM transaction WHERE ${isOwn} ORDER BY recorded_at, id`,
  transaction_items: sql`SELECT * FROM transaction_item WHERE ${isOwn} ORDER BY 1, 2, 3, 4`,
  transaction_states: sql`SELECT * FROM transaction_state WHERE ${isOwn} ORDER BY changed_at`,
})

export const listDecisionFileSections: ListSections = ({ isOwn }) => ({
  decision_files: sql`SELECT id, name, format, status, mode, line_count, figures, sent_by, sent_key, sent_at,
      decided_at, reversed_at, reversal_note FROM decision_file WHERE ${isOwn} ORDER BY sent_at`,
  reason_aliases: sql`SELECT alias, reason FROM reason_alias WHERE ${isOwn} ORDER BY alias`,
})

export const listOrderSections: ListSections = ({ isOwn }) => ({
  test_orders: sql`SELECT * FROM test_order WHERE ${isOwn} ORDER BY received_at`,
  transactions: sql`SELECT id, order_ref, event, order_value, currency, commission, commission_currency, coupon,
      customer_status, channel, transaction_at, recorded_at FROM transaction WHERE ${isOwn} ORDER BY recorded_at, id`,
})

/** The condition that an advertiser has orders to decide. */
export function hasUndecidedOrders(advertiserId: bigint | null) {
  return sql<boolean>`EXISTS (
    SELECT FROM transaction_state WHERE status = 'PENDING' AND advertiser_id = ${advertiserId}
  )`
}

/** Counts the undecided orders of a publisher or an advertiser. */
export async function countPending(
  db: Db,
  { publisherId, advertiserId }: Record<'publisherId' | 'advertiserId', bigint | undefined>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM transaction_state WHERE status = 'PENDING'
      AND (publisher_id = ${publisherId ?? null} OR advertiser_id = ${advertiserId ?? null})`.execute(db)
  return rows[0]?.count ?? 0
}

/** Deletes the files of an erased advertiser and their lines, inside the caller's transaction. Their decisions stay. */
export async function eraseDecisionFiles(tx: Ctx, { advertiserId }: { advertiserId: bigint }): Promise<void> {
  const files = await tx.db.selectFrom('decisionFile').select('id').where('advertiserId', '=', advertiserId).execute()
  for (const { id } of files) {
    await lockFile(tx, id)
    await tx.db.deleteFrom('decisionFile').where('id', '=', id).execute()
  }
}
