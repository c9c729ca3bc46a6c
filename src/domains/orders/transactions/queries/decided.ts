import { sql } from 'kysely'
import type { SharedTable } from '#platform/server/database/database-check.ts'
import { isUnproven } from './unproven.ts'

const DECISIONS = sql`
  SELECT publisher_id, transaction_id, sequence, action, status, order_value, commission, own_order_value,
    own_commission, coalesce(own_order_value, order_value)::bigint AS value,
    coalesce(own_commission, commission)::bigint AS earned, fee::bigint AS fee,
    CASE status WHEN 'CONFIRMED' THEN commission ELSE 0 END::bigint AS commission_due,
    reason_code, decided_at, decided_by
  FROM transaction_decision`

/** The decisions like those in `DECIDED`, each as if it was the only one of its order. */
export const ONLY_DECISIONS = sql`
  SELECT *, 1::bigint AS number, 'PENDING' AS previous, NULL::bigint AS value_before, NULL::bigint AS earned_before,
    true AS is_last
  FROM (${DECISIONS}) AS decision`

/**
 * The decisions on unproven orders, with what was before each: its number by counting, the status, the amounts, and
 * whether it is the last of its order; the dues that it changes, and the kind of entry that their change requires.
 */
export const DECIDED: SharedTable = {
  name: 'decided',
  rows: sql`
    SELECT *, commission_due - commission_before AS commission_change, fee - fee_before AS fee_change,
      CASE WHEN status = 'CONFIRMED' AND previous = 'CONFIRMED' THEN 'amendment' WHEN status = 'CONFIRMED'
        THEN 'confirmation' ELSE 'reversal' END AS kind
    FROM (
      SELECT *, row_number() OVER earlier AS number, lag(status, 1, 'PENDING') OVER earlier AS previous,
        lag(value) OVER earlier AS value_before, lag(earned) OVER earlier AS earned_before,
        lag(commission_due, 1, 0::bigint) OVER earlier AS commission_before,
        lag(fee, 1, 0::bigint) OVER earlier AS fee_before, lead(sequence) OVER earlier IS NULL AS is_last
      FROM (${DECISIONS}) AS decision WHERE ${isUnproven('transaction_id')}
      WINDOW earlier AS (PARTITION BY publisher_id, transaction_id ORDER BY sequence)
    ) AS decision`,
}
