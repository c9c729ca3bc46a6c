import type { Db } from '#database'
import { findRate } from '#domains/books/exchange-rates/queries.ts'
import { toDay } from '#kernel/days.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { toUsd } from '../rules/exchange-order.ts'
import type { UsdWorth } from '../rules/exchange-order.ts'
import type { OwnWorth } from '../rules/judge-order.ts'

/** What an order is worth in USD. */
export interface ExchangedOrder extends UsdWorth {
  /** The row of the rate; null for an order in USD. */
  rateId: bigint | null
}

/**
 * Exchanges an order of a time into USD at the rate of its UTC day; `undefined` while its currency has no rate. An
 * order in USD reads nothing.
 */
export async function exchangeOrder(db: Db, worth: OwnWorth, at: Date): Promise<ExchangedOrder | undefined> {
  if (worth.currency === BASE_CURRENCY) return { ...worth, rateId: null }
  const found = await findRate(db, { currency: worth.currency, day: toDay(at) })
  return found && { ...toUsd(worth, { ...worth, rate: found.rate }), rateId: found.id }
}

/** The columns of the statement that records an order, for what it is worth in USD. */
export function toUsdColumns(exchanged: ExchangedOrder | undefined) {
  if (!exchanged) return { usd_order_value: null, usd_commission: null, rate_id: null }
  const { orderValue, commission, rateId } = exchanged
  return {
    usd_order_value: String(orderValue),
    usd_commission: String(commission),
    rate_id: rateId === null ? null : String(rateId),
  }
}
