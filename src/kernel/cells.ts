import { isDay } from './days.ts'
import type { Day } from './days.ts'
import type { CodedError } from './error-codes.ts'
import { getMinorDigits } from './lists/minor-digits.ts'
import { AMOUNT_SCALE, formatAmount, parseAmount } from './money.ts'
import type { Amount } from './money.ts'

/** A number of a cell, with a decimal point and without groups, or the two that it can be. */
export type CellNumber = string | { grouped: string; decimal: string }

/** No number that anybody writes has more characters. */
const MAX_LENGTH = 40

/** What stands before the last point or comma, and the digits after it. */
const PARTS = /^(\d[\d.,'’ \u00A0\u202F]*?)(?:([.,])(\d+))?$/

/** Digits, or groups of three digits with the sign between them. */
const WHOLE = /^(?:\d+|\d{1,3}(?:([.,'’ \u00A0\u202F])\d{3})(?:\1\d{3})*)$/

/**
 * Reads a number without sign as spreadsheets of any country write it: `1083.29`, `1083,29`, `1.083,29`, `1 083`. One
 * point or comma before three digits can divide groups or decimals. Undefined for other text.
 */
export function readCellNumber(text: string): CellNumber | undefined {
  const parts = text.length <= MAX_LENGTH ? PARTS.exec(text) : null
  const whole = WHOLE.exec(parts?.[1] ?? '')
  if (!parts || !whole) return undefined
  const digits = whole[0].replaceAll(/\D/g, '')
  const [, , mark, decimals = ''] = parts
  return mark === undefined ? digits : joinDecimals({ digits, group: whole[1], mark, decimals })
}

interface NumberParts {
  digits: string
  /** The sign between the groups of `digits`; undefined without groups. */
  group: string | undefined
  mark: string
  decimals: string
}

function joinDecimals({ digits, group, mark, decimals }: NumberParts): CellNumber | undefined {
  if (group === mark) return decimals.length === 3 ? digits + decimals : undefined
  const decimal = `${digits}.${decimals}`
  const canBeGrouped = group === undefined && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(digits)
  return canBeGrouped ? { grouped: digits + decimals, decimal } : decimal
}

/** An amount in a cell, or why it cannot be read. */
export type CellAmount = { amount: Amount } | { error: CodedError }

/**
 * Reads an amount without sign in a currency, or in one that is not known. An amount with more decimals than the
 * currency has is an error, and so is one that can be in groups or with decimals: only the decimal point of a currency
 * with three decimals is taken for one.
 */
export function readCellAmount(text: string, currency: string | undefined): CellAmount {
  const read = readCellNumber(text)
  const digits = getMinorDigits(currency ?? '')
  const number = typeof read === 'object' && digits > 2 && text.includes('.') ? read.decimal : (read ?? '')
  if (typeof number === 'object') {
    const [one, other] = [toPlainAmount(number.grouped), toPlainAmount(number.decimal)]
    return { error: { code: 'cell.ambiguous_amount', params: { found: text, one, other } } }
  }
  const amount = parseAmount(number.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
  if (amount === undefined) return { error: { code: 'cell.amount' } }
  if (currency === undefined || hasMinorUnits(amount, currency)) return { amount }
  return { error: { code: 'cell.decimals', params: { found: text, currency, digits } } }
}

/** Writes an amount so that it has one meaning: with two decimals, or with four. */
function toPlainAmount(decimal: string): string {
  const amount = parseAmount(decimal) ?? 0n
  return formatAmount(amount, amount % 100n === 0n ? 2 : 4)
}

/** Tells whether an amount has no more decimals than its currency. */
export function hasMinorUnits(amount: Amount, currency: string): boolean {
  return amount % (AMOUNT_SCALE / 10n ** BigInt(getMinorDigits(currency))) === 0n
}

/** How dates are written. Between points the day comes before the month; between other signs it can be either. */
const DATES = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})([-/.])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<month>\d{1,2})([-/])(?<day>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{2})$/,
]

/** A day in a cell, or why it cannot be read. */
export type CellDay = { day: Day } | { error: CodedError }

/**
 * Reads a day as spreadsheets write it: `2026-11-28`, `2026/11/28`, `28.11.2026`, `28.11.26`; a time after it does not
 * matter. `04/03/2026` can be two days, which is an error.
 */
export function readCellDay(text: string): CellDay {
  const [date = ''] = text.split(/[T ]/, 1)
  const days = DATES.flatMap((pattern) => toDay(pattern.exec(date)?.groups) ?? [])
  const [one, other] = [...new Set(days)]
  if (one === undefined) return { error: { code: 'cell.day' } }
  if (other === undefined) return { day: one }
  return { error: { code: 'cell.ambiguous_day', params: { found: date, one, other } } }
}

/** Writes a day that exists; undefined for others. */
function toDay({ year = '', month = '', day = '' }: Record<string, string> = {}): Day | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : undefined
}
