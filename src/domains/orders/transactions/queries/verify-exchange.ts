import { sql } from 'kysely'
import { RATE_DAYS } from '#domains/books/exchange-rates/rules.ts'
import type { Check } from '#platform/server/database/database-check.ts'

/** The rate that each order in another currency was exchanged by. */
export const usedRates = sql`
  SELECT state.publisher_id, state.transaction_id, used.rate
  FROM transaction_state AS state JOIN exchange_rate AS used ON used.id = state.rate_id`

/** A postback reads the rates a moment before its order is recorded. */
const READING_LAG = sql.lit('10 minutes')

/**
 * Compares the rate of each order with the rates: it is of the currency of the order, and was the latest of its UTC day
 * and the days before when it was used, so at the record of the order or, if that had none, when it was recorded
 * itself.
 */
const RATE_CHECK: Check = {
  kind: 'exchange rate of a transaction',
  differences: sql`
    SELECT format('exchange rate of transaction %s of publisher %s', sold.transaction_id, sold.publisher_id) AS place,
      coalesce('rate ' || better.id || format(', %s of %s', better.currency, better.day),
        format('%s of %s or the %s days before', sold.currency, sold.day, ${sql.lit(RATE_DAYS)}::int)) AS expected,
      coalesce('rate ' || used.id || format(', %s of %s', used.currency, used.day), 'none with id ' || sold.rate_id)
        AS found
    FROM (
      SELECT state.publisher_id, state.transaction_id, state.currency, state.rate_id, t.recorded_at,
        (state.transaction_at AT TIME ZONE 'UTC')::date AS day
      FROM transaction_state AS state
      JOIN transaction AS t ON t.publisher_id = state.publisher_id AND t.id = state.transaction_id
      WHERE state.rate_id IS NOT NULL
    ) AS sold
    LEFT JOIN exchange_rate AS used ON used.id = sold.rate_id
    LEFT JOIN LATERAL (
      SELECT other.* FROM exchange_rate AS other
      WHERE other.currency = sold.currency AND other.day <= sold.day AND (other.day, other.id) > (used.day, used.id)
        AND (other.id < used.id OR other.recorded_at < sold.recorded_at - interval ${READING_LAG})
      ORDER BY other.day DESC, other.id DESC LIMIT 1
    ) AS better ON true
    WHERE better.id IS NOT NULL OR used.id IS NULL OR used.currency <> sold.currency
      OR used.day > sold.day OR used.day < sold.day - ${sql.lit(RATE_DAYS)}::int`,
}

/** Compares what a decision says that an order in another currency is worth in USD with its own worth at its rate. */
const WORTH_CHECK: Check = {
  kind: 'worth of a decision',
  differences: sql`
    SELECT format('worth by decision %s on transaction %s of publisher %s', sequence, transaction_id, publisher_id)
        AS place,
      format('%s and %s', due_value, due_commission) AS expected,
      format('%s and %s', order_value, commission) AS found
    FROM (
      SELECT d.*, round(d.own_order_value * used.rate)::bigint AS due_value, CASE t.commission_currency
          WHEN 'USD' THEN d.own_commission ELSE round(d.own_commission * used.rate)::bigint END AS due_commission,
        t.currency
      FROM transaction_decision AS d
      JOIN transaction AS t ON t.publisher_id = d.publisher_id AND t.id = d.transaction_id AND t.currency <> 'USD'
      LEFT JOIN (${usedRates}) AS used
        ON used.publisher_id = d.publisher_id AND used.transaction_id = d.transaction_id
    ) AS decided
    -- A decision before the rate came has no worth.
    WHERE (order_value, commission) IS DISTINCT FROM (due_value, due_commission)
      AND (order_value IS NOT NULL OR commission IS NOT NULL OR status = 'CONFIRMED')`,
}

/** The checks of orders in other currencies. */
export const EXCHANGE_CHECKS: readonly Check[] = [RATE_CHECK, WORTH_CHECK]
