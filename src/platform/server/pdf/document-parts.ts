import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { Locale } from '#texts/texts.ts'
import type { NetworkIdentity } from '../config.ts'

/** Lists the lines of the operator's letterhead; the first is the name. */
export function listSender({ name, legalIdentity, addressUnitedStates, supportEmail }: NetworkIdentity): string[] {
  const legal = legalIdentity.split('\n').filter((line) => line.trim() !== '')
  return [name, ...(legal.length > 0 ? legal.slice(0, 8) : addressUnitedStates.split(/,\s*/)), supportEmail]
}

/** Writes the month of a day: `October 2026`. */
export function getMonthName(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))
}

/** Returns the functions that write days and amounts in USD in a language. */
export function getFormats(locale: Locale) {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const money = (amount: Amount, digits: 2 | 4) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: BASE_CURRENCY,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
    }).format(formatAmount(amount, digits) as `${number}`)
  return { day: (text: string) => days.format(new Date(text)), money }
}
