import { isDay } from '#kernel/days.ts'
import { parseAmount } from '#kernel/money.ts'
import { isStorable } from '#kernel/unstorable.ts'
import type { Payment } from './match.ts'

/** The columns of a bank's CSV by what they hold. Banks name them differently. */
const NAMES = {
  day: ['date', 'booking date', 'booking_date', 'booked on', 'booked_on'],
  amount: ['amount', 'betrag'],
  currency: ['currency', 'ccy'],
  reference: ['reference', 'bank reference', 'bank_reference', 'transaction id', 'transaction_id'],
  text: ['text', 'description', 'remittance', 'remittance information', 'purpose', 'details'],
  payer: ['payer', 'name', 'counterparty', 'debtor'],
  balance: ['balance', 'running balance', 'running_balance', 'account balance', 'saldo'],
} as const

type Column = keyof typeof NAMES

/** The numbers of the columns of a file; those of text, payer and balance may be missing. */
export type StatementColumns = Partial<Record<Column, number>>

/** Finds the columns by the first line; undefined when one is missing that a payment needs. */
export function findStatementColumns(cells: readonly string[]): StatementColumns | undefined {
  const headers = cells.map((cell) => cell.toLowerCase())
  const columns: StatementColumns = {}
  for (const column of Object.keys(NAMES) as Column[]) {
    const index = headers.findIndex((header) => (NAMES[column] as readonly string[]).includes(header))
    if (index >= 0) columns[column] = index
  }
  const { day, amount, currency, reference } = columns
  return [day, amount, currency, reference].includes(undefined) ? undefined : columns
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?$/

/**
 * Reads a line: `nothing` for one without an amount, undefined for one without a day, an amount or a reference, and for
 * text that cannot be stored.
 */
export function readStatementLine(
  cells: readonly string[],
  columns: StatementColumns,
  line: number,
): Omit<Payment, 'isSure' | 'booking'> | 'nothing' | undefined {
  const cell = (column: Column) => cells[columns[column] ?? -1] ?? ''
  const signed = cell('amount').replace(/^\+/, '')
  const text = signed.replace(/^-/, '')
  const amount = parseAmount(GROUPED.test(text) ? text.replaceAll(',', '') : text)
  const [bookedOn, reference] = [cell('day').slice(0, 10), cell('reference').slice(0, 100)]
  if (amount === undefined || !isDay(bookedOn) || reference === '' || !cells.every(isStorable)) return undefined
  if (amount === 0n) return 'nothing'
  return {
    line,
    direction: signed.startsWith('-') ? 'out' : 'in',
    reference,
    amount,
    currency: cell('currency').toUpperCase().slice(0, 10),
    bookedOn,
    payer: cell('payer').slice(0, 140),
    remittance: cell('text').slice(0, 500),
    details: [],
    isUnexplained: false,
    isReversal: false,
    // Two payments leave two balances; a line that stands twice in a file has one.
    entryReference: cell('balance'),
  }
}
