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
 * Sums transactions by status, in USD; one without an exchange rate adds to the number only. A status without
 * transactions is missing. It reads a roll-up for whole days of all, of one advertiser or of one publisher, and
 * otherwise the states themselves. Both give the same figures.
 */
export async function summariseTransactions(db: Db, filter: TransactionFilter): Promise<StatusSummary[]> {
  if (isCounted(filter)) return sumCounts(db, filter)
  return db
    .selectFrom(selectMatching(db, filter).as('s'))
    .select([
      's.status',
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`coalesce(sum(s.order_value), 0)::int8`.as('orderValue'),
      sql<bigint>`coalesce(sum(s.commission), 0)::int8`.as('commission'),
    ])
    .groupBy('s.status')
    .execute()
}

const DAY_MS = 86_400_000

/** Tells whether a roll-up can answer a filter. Each has day and status; one has advertisers, the other publishers. */
function isCounted({ publisherId, siteId, advertiserId, transactionId, keyword, ...range }: TransactionFilter) {
  if (range.clickedFrom || (publisherId !== undefined && advertiserId !== undefined)) return false
  if (siteId !== undefined || transactionId !== undefined || keyword) return false
  return [range.from, range.until].every((at) => at === undefined || at.getTime() % DAY_MS === 0)
}

/** The delay of a commit up to which a state still counts at once. */
const overlap = sql.lit('5 seconds')

/** Sums a roll-up, but counts each day of an owner again in which a state has changed since the last count. */
async function sumCounts(db: Db, filter: TransactionFilter): Promise<StatusSummary[]> {
  const { publisherId, advertiserId, status, from, until } = filter
  const rollup = sql.table(publisherId === undefined ? 'rollup_status' : 'rollup_publisher_status')
  const owner = sql.ref(publisherId === undefined ? 'advertiser_id' : 'publisher_id')
  const ownerId = publisherId ?? advertiserId
  const ofOwner = ownerId === undefined ? sql`true` : sql`${owner} = ${ownerId}`
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`
  const begins = from ? sql`day >= ${from.toISOString().slice(0, 10)}::date` : sql`true`
  const ends = until ? sql`day < ${until.toISOString().slice(0, 10)}::date` : sql`true`
  const { rows } = await sql<StatusSummary>`
    WITH changed AS MATERIALIZED (
      SELECT DISTINCT ${owner} AS owner_id, (transaction_at AT TIME ZONE 'UTC')::date AS day FROM transaction_state
      WHERE changed_at >= coalesce(
        (SELECT counted_until - interval ${overlap} FROM rollup_status_progress), '-infinity'
      ) AND ${ofOwner}
    ), part AS (
      SELECT status, transactions, order_value, commission FROM ${rollup} AS counted
      WHERE ${ofOwner} AND ${ofStatus} AND ${begins} AND ${ends} AND NOT EXISTS (
        SELECT FROM changed WHERE changed.owner_id = counted.${owner} AND changed.day = counted.day
      )
      UNION ALL
      SELECT state.status, 1, state.order_value, state.commission
      FROM (SELECT owner_id, day FROM changed WHERE ${begins} AND ${ends}) AS recent
      CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS each (status)
      JOIN transaction_state AS state ON state.${owner} = recent.owner_id AND state.status = each.status
        AND state.transaction_at >= recent.day::timestamp AT TIME ZONE 'UTC'
        AND state.transaction_at < (recent.day + 1)::timestamp AT TIME ZONE 'UTC'
    )
    SELECT status, sum(transactions)::int AS count, coalesce(sum(order_value), 0)::bigint AS order_value,
      coalesce(sum(commission), 0)::bigint AS commission
    FROM part WHERE ${ofStatus} GROUP BY status`.execute(db)
  return rows
}
