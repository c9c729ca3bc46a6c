import { sql } from 'kysely'
import type { Db } from '#database'
import type { RateKey } from '#domains/books/exchange-rates/queries.ts'

/** Orders of a currency and UTC day that have no exchange rate. */
export interface OrdersWithoutRate extends RateKey {
  count: number
  /** Their value, in their currency. */
  orderValue: bigint
}

/**
 * Lists the orders that wait for an exchange rate, by currency and day, the oldest day first. Those that have one and
 * are held because they are above the bound do not wait for it.
 */
export async function listWithoutRate(db: Db): Promise<OrdersWithoutRate[]> {
  // Their values are not bounded in USD, so the sum may be above the bigint of PostgreSQL.
  const { rows } = await sql<RateKey & { count: number; orderValue: string }>`
    SELECT currency, (transaction_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS count,
      sum(own_order_value)::text AS order_value
    FROM transaction_state WHERE order_value IS NULL AND hold_reason IS DISTINCT FROM 'ABOVE_BOUND'
    GROUP BY 1, 2 ORDER BY day, currency`.execute(db)
  return rows.map((row) => ({ ...row, orderValue: BigInt(row.orderValue) }))
}

/** Lists the currencies and days of the orders that wait for an exchange rate, the oldest day first. */
export async function listMissingRates(db: Db): Promise<RateKey[]> {
  const { rows } = await sql<RateKey>`
    SELECT DISTINCT currency, (transaction_at AT TIME ZONE 'UTC')::date AS day
    FROM transaction_state WHERE order_value IS NULL ORDER BY day, currency`.execute(db)
  return rows
}
