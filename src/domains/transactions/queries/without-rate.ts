import { sql } from 'kysely'
import type { Db } from '#database'
import type { Day } from '#kernel/days.ts'

/** Orders of a currency and UTC day that have no exchange rate. */
export interface OrdersWithoutRate {
  currency: string
  day: Day
  count: number
  /** Their value, in their currency. */
  orderValue: bigint
}

/** Lists the orders that wait for an exchange rate, by currency and day, the oldest day first. */
export async function listWithoutRate(db: Db): Promise<OrdersWithoutRate[]> {
  const { rows } = await sql<OrdersWithoutRate>`
    SELECT currency, (transaction_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS count,
      sum(own_order_value)::bigint AS order_value
    FROM transaction_state WHERE order_value IS NULL GROUP BY 1, 2 ORDER BY day, currency`.execute(db)
  return rows
}
