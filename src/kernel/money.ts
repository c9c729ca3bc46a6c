/**
 * An amount of money: an integer count of 1/10,000 of the currency's unit (12.34 USD = 123400n). Four decimals because
 * reports show four; `bigint` because no money value may pass through a float.
 */
export type Amount = bigint

/** Number of `Amount` units in one unit of a currency. */
export const AMOUNT_SCALE = 10_000n

/** The network's base currency; every amount column has a currency column beside it. */
export const BASE_CURRENCY = 'USD'

/** The maximum value of an order: ten million USD. */
export const MAX_ORDER_AMOUNT: Amount = 10_000_000n * AMOUNT_SCALE

/** The maximum value of an order in another currency, whose unit may be worth little: a hundred billion units. */
export const MAX_FOREIGN_AMOUNT: Amount = 100_000_000_000n * AMOUNT_SCALE

const PLAIN_DECIMAL = /^(\d{1,14})(?:\.(\d{1,4}))?$/

/**
 * Parses a plain decimal such as `1083.29`: digits, optionally a point and one to four decimals. Returns `undefined`
 * for thousands separators, signs, exponents, spaces and currency symbols.
 */
export function parseAmount(text: string): Amount | undefined {
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return undefined
  const [, units = '0', decimals = ''] = match
  return BigInt(units) * AMOUNT_SCALE + BigInt(decimals.padEnd(4, '0'))
}

/**
 * Formats an amount with a fixed number of decimals (0 to 4), rounded half away from zero: `formatAmount(123450n, 2)`
 * is `12.35`.
 */
export function formatAmount(amount: Amount, decimals = 4): string {
  const step = 10n ** BigInt(4 - decimals)
  const magnitude = amount < 0n ? -amount : amount
  const rounded = (magnitude + step / 2n) / step
  const sign = amount < 0n && rounded > 0n ? '-' : ''
  const digits = rounded.toString().padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Parses a percentage up to 100 into parts per million (7.5 % = 75000); returns `undefined` for other text.
 */
export function parsePercent(text: string): number | undefined {
  const units = parseAmount(text)
  return units !== undefined && units <= 100n * AMOUNT_SCALE ? Number(units) : undefined
}

/**
 * Computes the commission on an amount at a rate in parts per million. Rounds down, so that a commission never exceeds
 * the terms.
 */
export function applyRate(amount: Amount, ratePpm: number): Amount {
  return (amount * BigInt(ratePpm)) / (100n * AMOUNT_SCALE)
}

/** Computes a fee on an amount at a rate in parts per million, rounded half away from zero. */
export function applyFee(amount: Amount, ratePpm: number): Amount {
  const scale = 100n * AMOUNT_SCALE
  const magnitude = ((amount < 0n ? -amount : amount) * BigInt(ratePpm) + scale / 2n) / scale
  return amount < 0n ? -magnitude : magnitude
}

/** Rounds an amount down to whole cents, which can be paid out. The rest stays in the balance. */
export function floorToCents(amount: Amount): Amount {
  return amount - (((amount % 100n) + 100n) % 100n)
}
