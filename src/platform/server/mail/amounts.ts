import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'

/** Writes an amount of money; a dash without an exchange rate. */
export function writeAmount(amount: bigint | null, locale: Locale): string {
  return amount === null ? '–' : writeMoney(formatAmount(amount), locale)
}

/** Writes an amount of money, which is given as a decimal number. */
export function writeMoney(amount: string, locale: Locale): string {
  const style = { style: 'currency', currency: BASE_CURRENCY, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(locale, style).format(amount as `${number}`)
}
