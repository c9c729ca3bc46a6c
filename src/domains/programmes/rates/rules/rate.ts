import { AMOUNT_SCALE, applyRate, formatAmount, parseAmount, parsePercent } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** The largest fixed amount of a rate: one hundred thousand units of currency. */
export const MAX_FIXED_AMOUNT: Amount = 100_000n * AMOUNT_SCALE

/** What one event earns: `ratePpm` millionths of the order value, or a fixed amount. */
export type Rate = { kind: 'percent'; ratePpm: number } | { kind: 'fixed'; fixedAmount: Amount }

/** Converts a row of the table to a rate. A constraint ensures that exactly one of the two numbers is set. */
export function toRate({ ratePpm, fixedAmount }: { ratePpm: number | null; fixedAmount: Amount | null }): Rate {
  if (ratePpm !== null) return { kind: 'percent', ratePpm }
  if (fixedAmount !== null) return { kind: 'fixed', fixedAmount }
  throw new Error('A rate is neither a percentage nor an amount')
}

/** Calculates the commission of one event, rounded down to 1/10,000 of the currency unit. */
export function commissionFor(rate: Rate, orderValue: Amount): Amount {
  return rate.kind === 'percent' ? applyRate(orderValue, rate.ratePpm) : rate.fixedAmount
}

/** Parses a typed rate: `7.5` as percent or `30.00` as an amount; undefined when it is invalid. */
export function parseRate({ kind, value }: { kind: Rate['kind']; value: string }): Rate | undefined {
  if (kind === 'percent') {
    const percent = parsePercent(value)
    return percent === undefined ? undefined : { kind, ratePpm: percent }
  }
  const fixedAmount = parseAmount(value)
  return fixedAmount === undefined || fixedAmount > MAX_FIXED_AMOUNT ? undefined : { kind, fixedAmount }
}

/**
 * Formats the number of a rate for its form field: percent without trailing zeros, amounts with two or four decimals
 * (`7.5`, `30.00`).
 */
export function rateValue(rate: Rate): string {
  if (rate.kind === 'percent') return formatAmount(BigInt(rate.ratePpm), 4).replace(/\.?0+$/, '')
  return formatAmount(rate.fixedAmount, rate.fixedAmount % 100n === 0n ? 2 : 4)
}

/** Formats a rate for readers: `7.5%`, `30.00 USD`. */
export function rateText(rate: Rate, currency: string): string {
  return rate.kind === 'percent' ? `${rateValue(rate)}%` : `${rateValue(rate)} ${currency}`
}
