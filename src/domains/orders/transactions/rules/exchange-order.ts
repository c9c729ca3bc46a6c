import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { exchange } from '#domains/books/exchange-rates/rules.ts'
import type { ExchangeRate } from '#domains/books/exchange-rates/rules.ts'

/** What an order is worth in USD. */
export interface UsdWorth {
  orderValue: Amount
  commission: Amount
}

/** The currencies of an order and of its commission, and the rate of the first. The commission may be in USD. */
export interface OrderExchange<Rate extends ExchangeRate | null = ExchangeRate | null> {
  currency: string
  commissionCurrency: string
  /** Null while there is no rate. Not used for an order in USD. */
  rate: Rate
}

/** How an order in USD is exchanged: not at all. */
export const IN_USD: OrderExchange = { currency: BASE_CURRENCY, commissionCurrency: BASE_CURRENCY, rate: null }

/**
 * Exchanges what an order is worth into USD, each amount rounded half away from zero at 1/10,000 USD. Answers null
 * while there is no rate, unless the order is in USD.
 */
export function toUsd(own: UsdWorth, by: OrderExchange<ExchangeRate>): UsdWorth
export function toUsd(own: UsdWorth, by: OrderExchange): UsdWorth | null
export function toUsd({ orderValue, commission }: UsdWorth, by: OrderExchange): UsdWorth | null {
  const { currency, commissionCurrency, rate } = by
  if (currency === BASE_CURRENCY) return { orderValue, commission }
  if (rate === null) return null
  return {
    orderValue: exchange(orderValue, rate),
    commission: commissionCurrency === BASE_CURRENCY ? commission : exchange(commission, rate),
  }
}
