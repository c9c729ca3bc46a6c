/**
 * An amount of money: an integer count of 1/10,000 of the currency's unit (12.34 USD = 123400n). Four decimals because
 * reports show four; `bigint` because no money value may pass through a float.
 */
export type Amount = bigint

/** Units per one whole unit of currency. */
export const AMOUNT_SCALE = 10_000n

/** The network's base currency; every amount column has a currency column beside it. */
export const BASE_CURRENCY = 'USD'

/** The largest amount that one order may carry: ten million units of currency. */
export const MAX_ORDER_AMOUNT: Amount = 10_000_000n * AMOUNT_SCALE

const PLAIN_DECIMAL = /^(\d{1,14})(?:\.(\d{1,4}))?$/

/**
 * Reads a plain decimal such as `1083.29`: digits, optionally a point and one to four decimals. Thousands separators,
 * signs, exponents, blanks and currency signs are not guessed at: the answer is `undefined`.
 */
export function parseAmount(text: string): Amount | undefined {
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return undefined
  const [, units = '0', decimals = ''] = match
  return BigInt(units) * AMOUNT_SCALE + BigInt(decimals.padEnd(4, '0'))
}

/**
 * A decimal string with a fixed number of decimals (0 to 4), rounded half away from zero: `formatAmount(123450n, 2)` is
 * `12.35`.
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
 * A percentage in 1/10,000 of a percent point (7.5 % = 75000), read from a plain decimal up to 100; else `undefined`.
 */
export function parsePercent(text: string): number | undefined {
  const units = parseAmount(text)
  return units !== undefined && units <= 100n * AMOUNT_SCALE ? Number(units) : undefined
}

/**
 * `percent` (1/10,000 of a percent point) of an amount, rounded down: a commission never exceeds what the terms say.
 */
export function applyRate(amount: Amount, percent: number): Amount {
  return (amount * BigInt(percent)) / (100n * AMOUNT_SCALE)
}

/** The part that can be paid out: whole cents, rounded down; the rest stays in the balance. */
export function floorToCents(amount: Amount): Amount {
  return amount - (((amount % 100n) + 100n) % 100n)
}
