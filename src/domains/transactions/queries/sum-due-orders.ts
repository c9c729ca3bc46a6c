import { sql } from 'kysely'
import type { Db } from '#database'
import type { ValidationEnd } from '#domains/programs/rules.ts'

/** Undecided orders that end their validation period in one way. Money in 1/10,000 USD. */
export interface DueSums {
  end: ValidationEnd
  count: number
  orderValue: bigint
  commission: bigint
  firstDueAt: Date
}

/**
 * Sums the undecided orders of an advertiser that decide themselves before `until`, by what their terms say. Held
 * orders and those without an exchange rate wait for something else. While all versions of the terms have the same
 * validation period and end, it reads no order but its state.
 */
export async function sumDueOrders(
  db: Db,
  { advertiserId, until }: { advertiserId: bigint; until: Date },
): Promise<DueSums[]> {
  const { rows: periods } = await sql<{ days: number; end: ValidationEnd }>`
    SELECT DISTINCT validation_days AS days, validation_end AS "end"
    FROM program_terms JOIN program ON program.id = program_terms.program_id
    WHERE program.advertiser_id = ${advertiserId}`.execute(db)
  const [only] = periods
  if (!only) return []
  const shortest = Math.min(...periods.map(({ days }) => days))
  const terms =
    periods.length === 1
      ? sql`CROSS JOIN (
          SELECT ${only.days}::int AS validation_days, ${only.end}::text AS validation_end
        ) AS terms`
      : sql`JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
        JOIN program_terms AS terms ON terms.id = sold.terms_id`
  const { rows } = await sql<DueSums>`
    SELECT "end", count(*)::int AS count, sum(order_value)::bigint AS order_value,
      sum(commission)::bigint AS commission, min(due_at) AS first_due_at
    FROM (
      SELECT terms.validation_end::text AS "end", state.order_value, state.commission,
        coalesce(state.due_at, state.transaction_at + terms.validation_days * interval '24 hours') AS due_at
      FROM transaction_state AS state ${terms}
      WHERE state.advertiser_id = ${advertiserId} AND state.status = 'PENDING' AND state.hold_reason IS NULL
        AND state.order_value IS NOT NULL
        AND state.transaction_at < ${until}::timestamptz - ${shortest}::int * interval '24 hours'
    ) AS undecided
    WHERE due_at < ${until} GROUP BY "end" ORDER BY "end"`.execute(db)
  return rows
}
