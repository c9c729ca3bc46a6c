import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { TRANSACTION_STATUSES } from '../contract/vocabulary.ts'
import { countOrders } from './count-orders.ts'
import { tryLockStatusCounts } from './lock-status-counts.ts'

/** The time after which a pass begins no further day, because the roll-ups of clicks wait for it. */
const PASS_MS = 2000

/**
 * Counts the orders of the days before those that `rollup_order` counts, the latest day first and each in its own
 * transaction, so that one that is cut short loses a day only. Stops after some seconds; the next pass continues.
 */
export async function countEarlierOrders(db: Db): Promise<void> {
  const end = performance.now() + PASS_MS
  while (performance.now() < end && (await db.transaction().execute(countEarlierDay))) continue
}

/** Counts one day. Answers whether there was one to count, and none while another process counts. */
async function countEarlierDay(tx: Db): Promise<boolean> {
  const progress = () => tx.selectFrom('rollupStatusProgress').select('ordersFrom').executeTakeFirst()
  if (!(await progress())?.ordersFrom || !(await tryLockStatusCounts(tx))) return false
  const ordersFrom = (await progress())?.ordersFrom
  if (!ordersFrom) return false
  const day = await findDayBefore(tx, ordersFrom)
  if (day !== undefined) await countOrders(tx, selectAdvertisers(day))
  await tx
    .updateTable('rollupStatusProgress')
    .set({ ordersFrom: day ?? null })
    .execute()
  return day !== undefined
}

/** Finds the last day with orders before a day, by one look into the index for each status. */
async function findDayBefore(tx: Db, before: Day): Promise<Day | undefined> {
  const days: Day[] = []
  for (const status of TRANSACTION_STATUSES) {
    const row = await tx
      .selectFrom('transactionState')
      .select('transactionAt')
      .where('status', '=', status)
      .where('transactionAt', '<', startOfDay(before))
      .orderBy('transactionAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row) days.push(toDay(row.transactionAt))
  }
  return days.toSorted().at(-1)
}

function selectAdvertisers(day: Day) {
  return sql`SELECT DISTINCT advertiser_id AS owner_id, ${day}::date AS day FROM transaction_state
    WHERE status = ANY (enum_range(NULL::transaction_status))
      AND transaction_at >= ${startOfDay(day)} AND transaction_at < ${startOfDay(addDays(day, 1))}`
}
