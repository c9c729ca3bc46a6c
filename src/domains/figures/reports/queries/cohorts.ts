import { sql } from 'kysely'
import type { Db } from '#database'
import type { Day } from '#kernel/days.ts'
import { findOrderProgress } from './rollup-progress.ts'

/** The orders of a month that were decided in one month, or are undecided. Money in 1/10,000 USD. */
export interface CohortRow {
  /** The first day of the month of the orders. */
  month: Day
  /** Months from the order to the decision; null for undecided orders. */
  later: number | null
  confirmed: bigint
  cancelled: bigint
  pending: bigint
  /** Excludes cancelled orders, as in every report. */
  orderValue: bigint
  confirmedValue: bigint
}

/** Lists the orders of an advertiser since a day by month of the order and of the decision, in order. */
export async function listCohorts(
  db: Db,
  { advertiserId, from }: { advertiserId: bigint; from: Day },
): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    SELECT date_trunc('month', day::timestamp)::date AS month, later,
      coalesce(sum(transactions) FILTER (WHERE status = 'CONFIRMED'), 0)::bigint AS confirmed,
      coalesce(sum(transactions) FILTER (WHERE status = 'CANCELLED'), 0)::bigint AS cancelled,
      coalesce(sum(transactions) FILTER (WHERE status = 'PENDING'), 0)::bigint AS pending,
      coalesce(sum(order_value) FILTER (WHERE status <> 'CANCELLED'), 0)::bigint AS order_value,
      coalesce(sum(order_value) FILTER (WHERE status = 'CONFIRMED'), 0)::bigint AS confirmed_value
    FROM (
      SELECT day, status, transactions, order_value,
        (extract(year FROM decided_on) * 12 + extract(month FROM decided_on)
          - extract(year FROM day) * 12 - extract(month FROM day))::int AS later
      FROM rollup_cohort WHERE advertiser_id = ${advertiserId} AND day >= ${from}
      UNION ALL
      SELECT day, status, transactions, order_value, NULL FROM rollup_status
      WHERE advertiser_id = ${advertiserId} AND day >= ${from} AND status = 'PENDING'
    ) AS counted
    GROUP BY 1, 2 ORDER BY 1 DESC, 2`.execute(db)
  return rows
}

/** The orders from the clicks of one month that were placed in one month, without cancelled ones. */
export interface ClickMonthRow {
  /** The first day of the month of the clicks. */
  month: Day
  /** Months from the click to the order. */
  later: number
  orders: bigint
  orderValue: bigint
}

/**
 * Lists the orders of an advertiser from the clicks since a day by month of the click and of the order, in order;
 * `undefined` while some of the days are not counted yet.
 */
export async function listClickMonths(
  db: Db,
  { advertiserId, from }: { advertiserId: bigint; from: Day },
): Promise<ClickMonthRow[] | undefined> {
  if (!(await findOrderProgress(db, from))) return undefined
  const { rows } = await sql<ClickMonthRow>`
    SELECT clicked AS month, (extract(year FROM placed) * 12 + extract(month FROM placed)
        - extract(year FROM clicked) * 12 - extract(month FROM clicked))::int AS later, orders, order_value
    FROM (
      SELECT (left(value, 7) || '-01')::date AS clicked, date_trunc('month', day::timestamp)::date AS placed,
        sum(transactions)::bigint AS orders, sum(order_value)::bigint AS order_value
      FROM rollup_order
      WHERE advertiser_id = ${advertiserId} AND dimension = 'click_day' AND day >= ${from} AND transactions > 0
      GROUP BY left(value, 7), 2
    ) AS counted
    WHERE clicked >= ${from} ORDER BY 1 DESC, 2`.execute(db)
  return rows
}
