import { readCellAmount, readCellDay } from '#kernel/cells.ts'
import type { ImportLayout } from '#kernel/columns.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { isStorable } from '#kernel/unstorable.ts'
import type { Payment } from './match.ts'

/** The columns of a bank's CSV by what they hold. Banks name them differently, German ones in German. */
const COLUMNS = {
  day: ['date', 'booking date', 'booking_date', 'booked on', 'booked_on', 'buchungstag', 'buchungsdatum'],
  amount: ['amount', 'betrag'],
  currency: ['currency', 'ccy', 'währung'],
  reference: ['reference', 'bank reference', 'bank_reference', 'transaction id', 'transaction_id', 'bankreferenz'],
  text: ['text', 'description', 'remittance', 'remittance information', 'purpose', 'details', 'verwendungszweck'],
  payer: ['payer', 'name', 'counterparty', 'debtor', 'auftraggeber'],
  balance: ['balance', 'running balance', 'running_balance', 'account balance', 'saldo'],
} as const

type Column = keyof typeof COLUMNS

/** The columns of a bank's CSV; those of reference, text, payer and balance may be missing. */
export const STATEMENT_LAYOUT: ImportLayout<Column> = {
  name: 'bank',
  columns: COLUMNS,
  required: [['day'], ['amount'], ['currency']],
  mayHaveOthers: true,
}

/** A line of a file. One that is too long has more cells than the first. */
interface StatementLine {
  line: number
  cells: Partial<Record<Column, string>>
  isTooLong: boolean
}

/** What banks write where a payment has no reference. */
const NO_REFERENCE = 'NONREF'

/**
 * Reads a line: `nothing` for one without an amount; an error for one without a day or an amount, or with an empty
 * reference, for a day or an amount that can be two, and for text that cannot be stored.
 */
export function readStatementLine({
  line,
  cells,
  isTooLong,
}: StatementLine): Omit<Payment, 'isSure' | 'booking'> | 'nothing' | { error: CodedError } {
  const cell = (column: Column) => cells[column] ?? ''
  const signed = cell('amount').replace(/^\+/, '')
  const currency = cell('currency').toUpperCase().slice(0, 10)
  const reference = cells.reference === undefined ? NO_REFERENCE : cell('reference').slice(0, 100)
  const [read, booked] = [readCellAmount(signed.replace(/^-/, ''), currency), readCellDay(cell('day'))]
  if (isTooLong) return { error: { code: 'bank.entry_cells', params: { line } } }
  if (reference === '' || !Object.values(cells).every(isStorable))
    return { error: { code: 'bank.entry', params: { line } } }
  if ('error' in read) return { error: nameEntry(read.error, line) }
  if ('error' in booked) return { error: nameEntry(booked.error, line) }
  const { amount } = read
  if (amount === 0n) return 'nothing'
  return {
    line,
    direction: signed.startsWith('-') ? 'out' : 'in',
    reference,
    amount,
    currency,
    bookedOn: booked.day,
    payer: cell('payer').slice(0, 140),
    remittance: cell('text').slice(0, 500),
    details: [],
    isUnexplained: false,
    isReversal: false,
    // Two payments leave two balances; a line that stands twice in a file has one.
    entryReference: cell('balance'),
  }
}

/** Says of an error in a cell in which entry it stands. */
function nameEntry({ code, params }: CodedError, line: number): CodedError {
  if (code === 'cell.ambiguous_amount') return { code: 'bank.entry_ambiguous', params: { ...params, line } }
  if (code === 'cell.decimals') return { code: 'bank.entry_decimals', params: { ...params, line } }
  if (code === 'cell.ambiguous_day') return { code: 'bank.entry_day', params: { ...params, line } }
  return { code: 'bank.entry', params: { line } }
}
