import { sql } from 'kysely'
import type { Db } from '#database'
import type { Day } from '#kernel/days.ts'

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
