import type { Db } from '#database'
import { findRate } from '#domains/books/exchange-rates/queries.ts'
import { toDay } from '#kernel/days.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { toUsd } from '../rules/exchange-order.ts'
import type { UsdWorth } from '../rules/exchange-order.ts'
import type { OwnWorth, PricedWorth } from '../rules/judge-order.ts'

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

/** The columns of the statement that records an order, for what it is worth. */
export function toWorthColumns(worth: PricedWorth & { exchanged: ExchangedOrder | undefined }) {
  const { orderValue, commission, currency, commissionCurrency, ruleNo, exchanged } = worth
  return {
    order_value: String(orderValue),
    commission: String(commission),
    currency,
    commission_currency: commissionCurrency,
    rule_no: ruleNo,
    usd_order_value: exchanged ? String(exchanged.orderValue) : null,
    usd_commission: exchanged ? String(exchanged.commission) : null,
    rate_id: exchanged && exchanged.rateId !== null ? String(exchanged.rateId) : null,
  }
}
