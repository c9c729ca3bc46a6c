import { sql } from 'kysely'
import type { Db } from '#database'
import type { TransactionStatus } from '../contract/vocabulary.ts'
import { selectMatching } from './transaction-rows.ts'
import type { TransactionFilter } from './transaction-rows.ts'

/** Number and sums of the transactions of one status. */
export interface StatusSummary {
  status: TransactionStatus
  count: number
  orderValue: bigint
  commission: bigint
}

/**
 * Sums transactions by status; a status without transactions is missing. It reads the roll-up for whole days of all
 * publishers, and otherwise the states themselves. Both give the same figures.
 */
export async function summariseTransactions(db: Db, filter: TransactionFilter): Promise<StatusSummary[]> {
  if (isCounted(filter)) return sumCounts(db, filter)
  return db
    .selectFrom(selectMatching(db, filter).as('s'))
    .select([
      's.status',
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`sum(s.order_value)::int8`.as('orderValue'),
      sql<bigint>`sum(s.commission)::int8`.as('commission'),
    ])
    .groupBy('s.status')
    .execute()
}

const DAY_MS = 86_400_000

/** Tells whether the roll-up can answer a filter: it has only advertiser, day and status. */
function isCounted({ publisherId, transactionId, keyword, from, until }: TransactionFilter): boolean {
  const isDay = (at: Date | undefined) => at === undefined || at.getTime() % DAY_MS === 0
  return publisherId === undefined && transactionId === undefined && !keyword && isDay(from) && isDay(until)
}

/** The delay of a commit up to which a state still counts at once. */
const overlap = sql.lit('5 seconds')

/** Sums the roll-up, but counts each advertiser and day again in which a state has changed since the last count. */
async function sumCounts(db: Db, { advertiserId, status, from, until }: TransactionFilter): Promise<StatusSummary[]> {
  const ofAdvertiser = advertiserId === undefined ? sql`true` : sql`advertiser_id = ${advertiserId}`
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`
  const begins = from ? sql`day >= ${from.toISOString().slice(0, 10)}::date` : sql`true`
  const ends = until ? sql`day < ${until.toISOString().slice(0, 10)}::date` : sql`true`
  const { rows } = await sql<StatusSummary>`
    WITH changed AS MATERIALIZED (
      SELECT DISTINCT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date AS day FROM transaction_state
      WHERE changed_at >= coalesce(
        (SELECT counted_until - interval ${overlap} FROM rollup_status_progress), '-infinity'
      ) AND ${ofAdvertiser}
    ), part AS (
      SELECT status, transactions, order_value, commission FROM rollup_status AS counted
      WHERE ${ofAdvertiser} AND ${ofStatus} AND ${begins} AND ${ends} AND NOT EXISTS (
        SELECT FROM changed WHERE changed.advertiser_id = counted.advertiser_id AND changed.day = counted.day
      )
      UNION ALL
      SELECT state.status, 1, state.order_value, state.commission
      FROM (SELECT advertiser_id, day FROM changed WHERE ${begins} AND ${ends}) AS recent
      CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS each (status)
      JOIN transaction_state AS state ON state.advertiser_id = recent.advertiser_id AND state.status = each.status
        AND state.transaction_at >= recent.day::timestamp AT TIME ZONE 'UTC'
        AND state.transaction_at < (recent.day + 1)::timestamp AT TIME ZONE 'UTC'
    )
    SELECT status, sum(transactions)::int AS count, sum(order_value)::bigint AS order_value,
      sum(commission)::bigint AS commission
    FROM part WHERE ${ofStatus} GROUP BY status`.execute(db)
  return rows
}
