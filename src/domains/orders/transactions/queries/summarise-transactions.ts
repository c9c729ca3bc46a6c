import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { toDay } from '#kernel/days.ts'
import { isOrderDimension } from '../contract/vocabulary.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'
import { prepareSearch } from './keyword-search.ts'
import { selectMatching } from './transaction-rows.ts'
import { COMMIT_DELAY_MS } from '../rules/status-counts.ts'
import { listStatuses } from './transaction-filter.ts'
import type { TransactionFilter } from './transaction-filter.ts'

/** Number and sums of the transactions of one status. */
export interface StatusSummary {
  status: TransactionStatus
  count: number
  orderValue: bigint
  commission: bigint
}

/**
 * Sums transactions by status, in USD; one without an exchange rate adds to the number only. A status without
 * transactions is missing. It reads a roll-up for whole days of all, of one advertiser or of one publisher, and for
 * what a row of a report counts; otherwise the states themselves. Both give the same figures.
 */
export async function summariseTransactions(db: Db, filter: TransactionFilter): Promise<StatusSummary[]> {
  const statuses = listStatuses(filter)
  return (await sumByStatus(db, await prepareSearch(db, filter))).filter(({ status }) => statuses.includes(status))
}

async function sumByStatus(db: Db, filter: TransactionFilter): Promise<StatusSummary[]> {
  if (isCounted(filter)) return (await sql<StatusSummary>`${selectCounted(filter)}`.execute(db)).rows
  const counts = selectCounts(filter)
  if (counts) return (await sql<StatusSummary>`${counts}`.execute(db)).rows
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
function isCounted(filter: TransactionFilter) {
  const { publisherId, advertiserId, part, decidedFrom, decidedUntil } = filter
  if (publisherId !== undefined && advertiserId !== undefined) return false
  return !part && !decidedFrom && !decidedUntil && isOfWholeDays(filter)
}

function isOfWholeDays({ siteId, transactionId, keyword, clickedFrom, ...range }: TransactionFilter) {
  if (siteId !== undefined || transactionId !== undefined || keyword || clickedFrom) return false
  const times = [range.from, range.until, range.decidedFrom, range.decidedUntil]
  return times.every((at) => at === undefined || at.getTime() % DAY_MS === 0)
}

/**
 * Selects the counts of the roll-up that answers for a row of an advertiser's reports, as of the last count: of orders
 * by what they say of themselves, or by the day of their decision. Undefined if none does.
 */
function selectCounts(filter: TransactionFilter): RawBuilder<unknown> | undefined {
  const { advertiserId, publisherId, part, from, until, decidedFrom, decidedUntil } = filter
  if (advertiserId === undefined || publisherId !== undefined || !isOfWholeDays(filter)) return undefined
  const ofDays = sql`advertiser_id = ${advertiserId} AND ${isOn('day', from, until)}`
  if (!part) {
    return sql`SELECT status, sum(transactions)::int AS count, sum(order_value)::bigint AS order_value,
        sum(commission)::bigint AS commission
      FROM rollup_cohort WHERE ${ofDays} AND ${isOn('decided_on', decidedFrom, decidedUntil)} GROUP BY 1`
  }
  if (!isOrderDimension(part.dimension) || decidedFrom || decidedUntil) return undefined
  // The sums of cancelled orders are counted nowhere, and no reader is shown them.
  return sql`SELECT each.status, sum(each.count)::int AS count, sum(each.order_value)::bigint AS order_value,
      sum(each.commission)::bigint AS commission
    FROM rollup_order CROSS JOIN LATERAL (VALUES
      ('PENDING', transactions - confirmed_transactions, order_value - confirmed_order_value,
        commission - confirmed_commission),
      ('CONFIRMED', confirmed_transactions, confirmed_order_value, confirmed_commission),
      ('CANCELLED', cancelled_transactions, 0, 0)
    ) AS each (status, count, order_value, commission)
    WHERE ${ofDays} AND dimension = ${part.dimension} AND value = ${part.value} AND each.count > 0 GROUP BY 1`
}

function isOn(column: string, from: Date | undefined, until: Date | undefined): RawBuilder<unknown> {
  const begins = from ? sql`${sql.ref(column)} >= ${toDay(from)}::date` : sql`true`
  return until ? sql`${begins} AND ${sql.ref(column)} < ${toDay(until)}::date` : begins
}

/** The condition on a state that the last count may not contain it as it is. */
export const isUncounted = sql<boolean>`changed_at >= coalesce((
  SELECT coalesce(settled_until, counted_until - ${COMMIT_DELAY_MS} * interval '1 ms') FROM rollup_status_progress
), '-infinity')`

/**
 * Selects the sums of a roll-up by status for whole days of all, of one advertiser or of one publisher, but counts each
 * day of an owner again in which a state has changed since the last count, or may have while it ran.
 */
export function selectCounted(
  filter: Pick<TransactionFilter, 'publisherId' | 'advertiserId' | 'status' | 'from' | 'until'>,
): RawBuilder<unknown> {
  const { publisherId, advertiserId, status, from, until } = filter
  const rollup = sql.table(publisherId === undefined ? 'rollup_status' : 'rollup_publisher_status')
  const owner = sql.ref(publisherId === undefined ? 'advertiser_id' : 'publisher_id')
  const ownerId = publisherId ?? advertiserId
  const ofOwner = ownerId === undefined ? sql`true` : sql`${owner} = ${ownerId}`
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`
  const isOfRange = isOn('day', from, until)
  return sql`
    WITH changed AS MATERIALIZED (
      SELECT DISTINCT ${owner} AS owner_id, (transaction_at AT TIME ZONE 'UTC')::date AS day FROM transaction_state
      WHERE ${isUncounted} AND ${ofOwner}
    ), part AS (
      SELECT status, transactions, order_value, commission FROM ${rollup} AS counted
      WHERE ${ofOwner} AND ${ofStatus} AND ${isOfRange} AND NOT EXISTS (
        SELECT FROM changed WHERE changed.owner_id = counted.${owner} AND changed.day = counted.day
      )
      UNION ALL
      SELECT each.status, again.*
      FROM (SELECT owner_id, day FROM changed WHERE ${isOfRange}) AS recent
      CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS each (status)
      -- Counted by day, so that the index serves it: how many days have changed, PostgreSQL cannot guess.
      CROSS JOIN LATERAL (
        SELECT count(*) AS transactions, sum(order_value)::bigint, sum(commission)::bigint
        FROM transaction_state AS state
        WHERE state.${owner} = recent.owner_id AND state.status = each.status
          AND state.transaction_at >= recent.day::timestamp AT TIME ZONE 'UTC'
          AND state.transaction_at < (recent.day + 1)::timestamp AT TIME ZONE 'UTC'
      ) AS again WHERE again.transactions > 0
    )
    SELECT status, sum(transactions)::int AS count, coalesce(sum(order_value), 0)::bigint AS order_value,
      coalesce(sum(commission), 0)::bigint AS commission
    FROM part WHERE ${ofStatus} GROUP BY status`
}
