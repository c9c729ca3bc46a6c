import { isCurrency } from '#kernel/lists/currencies.ts'
import { getMinorDigits } from '#kernel/lists/minor-digits.ts'
import type { Day } from '#kernel/days.ts'
import { AMOUNT_SCALE, BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** The price of one unit of a currency: an integer count of 1/10,000,000,000 USD (1.0832 USD = 10832000000n). */
export type ExchangeRate = bigint

const SCALE = 10_000_000_000n

/** The highest rate: one thousand USD for a unit. */
export const MAX_RATE: ExchangeRate = 1000n * SCALE

/** Whether a file is refused for unusual rates (`ask`), or a person has confirmed them. */
export const IMPORT_MODES = ['ask', 'confirm'] as const

/** Where a rate comes from. */
export const RATE_SOURCES = ['entered', 'imported', 'fetched'] as const

/** One of `RATE_SOURCES`. */
export type RateSource = (typeof RATE_SOURCES)[number]

/** An order without a rate of its day takes the latest of so many days before. */
export const RATE_DAYS = 7

/** The first day of which rates are kept. */
export const FIRST_RATE_DAY = '2000-01-01' as Day

/** The columns of a file of rates, in any order. */
export const RATE_COLUMNS = ['day', 'currency', 'rate'] as const

/** The most rows of a file of rates. */
export const MAX_RATE_ROWS = 20_000

/** The most errors of a file that are listed. */
export const MAX_RATE_ERRORS = 100

/**
 * Why a fetch of rates failed: by the client, by the status of the answer, its size, a wrong line of it, or a rate that
 * a person has to confirm (`unusual`).
 */
export const FETCH_FAILURES = [
  'refused',
  'busy',
  'timeout',
  'unreachable',
  'too_many_redirects',
  'status',
  'large',
  'lines',
  'unusual',
] as const

/** One of `FETCH_FAILURES`. */
export type FetchFailure = (typeof FETCH_FAILURES)[number]

const DECIMAL = /^(\d{1,4})(?:\.(\d{1,10}))?$/

/** Parses a rate such as `1.0832`, up to ten decimals; `undefined` for other text, zero, and above `MAX_RATE`. */
export function parseRate(text: string): ExchangeRate | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, units = '0', decimals = ''] = match
  const rate = BigInt(units) * SCALE + BigInt(decimals.padEnd(10, '0'))
  return rate > 0n && rate <= MAX_RATE ? rate : undefined
}

/** Formats a rate with at least four and at most ten decimals. */
export function formatRate(rate: ExchangeRate): string {
  const digits = (rate % SCALE).toString().padStart(10, '0')
  return `${rate / SCALE}.${digits.replace(/0{1,6}$/, '')}`
}

/** Exchanges an amount into USD, rounded half away from zero at 1/10,000 USD. */
export function exchange(amount: Amount, rate: ExchangeRate): Amount {
  const magnitude = ((amount < 0n ? -amount : amount) * rate + SCALE / 2n) / SCALE
  return amount < 0n ? -magnitude : magnitude
}

/**
 * Why a person is asked whether a rate is right: no rate of its currency is known, it looks like the price of a dollar
 * in that currency, or it is more than a fifth away from the last one.
 */
export type RateDoubt = 'first' | 'inverse' | 'far'

/** Compares a rate with the last one that is known; undefined for a usual one. */
export function doubtRate(rate: ExchangeRate, last: ExchangeRate | undefined): RateDoubt | undefined {
  if (last === undefined) return 'first'
  if (isWithin(rate, last, 3n)) return undefined
  // One divided by the last rate.
  if (isWithin(rate, (SCALE * SCALE) / last, 5n)) return 'inverse'
  return isWithin(rate, last, 20n) ? undefined : 'far'
}

function isWithin(rate: ExchangeRate, other: ExchangeRate, percent: bigint): boolean {
  const distance = rate > other ? rate - other : other - rate
  return distance * 100n <= other * percent
}

/** The value of an order by which people judge a rate: 100 units, and 10,000 of a currency without smaller ones. */
export function getSampleAmount(currency: string): Amount {
  return (getMinorDigits(currency) === 0 ? 10_000n : 100n) * AMOUNT_SCALE
}

/** Tells whether a currency has rates: all but the network's own. */
export function isExchanged(currency: string): boolean {
  return currency !== BASE_CURRENCY && isCurrency(currency)
}
