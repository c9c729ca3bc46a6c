import { sql } from 'kysely'
import type { SharedTable } from '#platform/server/database-check.ts'

const hasSeveral = sql`EXISTS (
        SELECT FROM several
        WHERE several.publisher_id = decision.publisher_id AND several.transaction_id = decision.transaction_id
      )`

/**
 * The decisions with what was before each: its number by counting, the status, the amounts, and whether it is the last
 * of its order; the dues that it changes, and the kind of entry that their change requires. Most orders have one
 * decision, and only the others are sorted.
 */
export const DECIDED: SharedTable = {
  name: 'decided',
  rows: sql`
    WITH several AS MATERIALIZED (
      SELECT DISTINCT publisher_id, transaction_id FROM transaction_decision WHERE sequence <> 1
    ), decision AS (
      SELECT publisher_id, transaction_id, sequence, action, status, order_value, commission, own_order_value,
        own_commission, coalesce(own_order_value, order_value)::bigint AS value,
        coalesce(own_commission, commission)::bigint AS earned, fee::bigint AS fee,
        CASE status WHEN 'CONFIRMED' THEN commission ELSE 0 END::bigint AS commission_due,
        reason_code, decided_at, decided_by
      FROM transaction_decision
    )
    SELECT *, commission_due - commission_before AS commission_change, fee - fee_before AS fee_change,
      CASE WHEN status = 'CONFIRMED' AND previous = 'CONFIRMED' THEN 'amendment' WHEN status = 'CONFIRMED'
        THEN 'confirmation' ELSE 'reversal' END AS kind
    FROM (
      SELECT *, 1::bigint AS number, 'PENDING' AS previous, NULL::bigint AS value_before, NULL::bigint AS earned_before,
        0::bigint AS commission_before, 0::bigint AS fee_before, true AS is_last
      FROM decision WHERE NOT ${hasSeveral}
      UNION ALL
      SELECT *, row_number() OVER earlier, lag(status, 1, 'PENDING') OVER earlier, lag(value) OVER earlier,
        lag(earned) OVER earlier, lag(commission_due, 1, 0::bigint) OVER earlier,
        lag(fee, 1, 0::bigint) OVER earlier, lead(sequence) OVER earlier IS NULL
      FROM decision WHERE ${hasSeveral}
      WINDOW earlier AS (PARTITION BY publisher_id, transaction_id ORDER BY sequence)
    ) AS decision`,
}
