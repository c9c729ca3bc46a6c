import { readCellAmount, readCellDay } from '#kernel/cells.ts'
import type { ImportLayout } from '#kernel/columns.ts'
import type { CodedError } from '#kernel/error-codes.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { isStorable } from '#kernel/unstorable.ts'
import { readPaypalId } from './run-files.ts'
import type { Settlement } from './runs.ts'

/** The columns of a report by what they hold. PayPal names them differently in its reports, and in German. */
const COLUMNS = {
  id: ['customer_id', 'customer id', 'unique id', 'unique_id', 'sender_item_id', 'kundenkennung'],
  status: ['status', 'transaction status', 'transaction_status', 'payout status'],
  amount: ['amount', 'gross amount', 'payout amount', 'gross', 'brutto'],
  currency: ['currency', 'currency code', 'currency_code', 'payout currency', 'währung'],
  reference: ['transaction id', 'transaction_id', 'payout item id', 'payout_item_id', 'transaktionscode'],
  day: ['date', 'time processed', 'time_processed', 'processed date', 'datum'],
  reason: ['reason', 'error', 'error message', 'error_message', 'reason code'],
} as const

type Column = keyof typeof COLUMNS

/** The columns of a report; those of currency, reference, day and reason may be missing. */
export const REPORT_LAYOUT: ImportLayout<Column> = {
  name: 'payout_report',
  columns: COLUMNS,
  required: [['id'], ['amount'], ['status']],
  mayHaveOthers: true,
}

const STATUSES: Record<string, Settlement['status']> = {
  completed: 'paid',
  abgeschlossen: 'paid',
  success: 'paid',
  processed: 'paid',
  failed: 'failed',
  fehlgeschlagen: 'failed',
  denied: 'failed',
  blocked: 'failed',
  canceled: 'failed',
  returned: 'returned',
  refunded: 'returned',
  reversed: 'returned',
}

/** A line of a report that settles a payout. */
export interface ReportLine extends Settlement {
  payoutId: string
  /** Null when the report does not repeat it. */
  amount: Amount | null
}

/**
 * Reads a line of a report: `waiting` while PayPal has no final answer, such as for a recipient who has not claimed the
 * money. A day that the line lacks, or that can be two, is null. Returns an error for a line that names no payout or no
 * amount, for text that cannot be stored, and for an amount that is not in USD or can be two.
 */
export function readReportLine(cells: Partial<Record<Column, string>>): ReportLine | 'waiting' | { error: CodedError } {
  const cell = (column: Column) => cells[column] ?? ''
  const payoutId = readPaypalId(cell('id').toLowerCase())
  if (payoutId === undefined || !Object.values(cells).every(isStorable)) return { error: { code: 'run.report_line' } }
  if (![BASE_CURRENCY, ''].includes(cell('currency').toUpperCase())) {
    return { error: { code: 'payout.other_currency' } }
  }
  const read = readCellAmount(cell('amount').replace(/^-/, ''), BASE_CURRENCY)
  if ('error' in read) return read.error.code === 'cell.amount' ? { error: { code: 'run.report_line' } } : read
  const status = STATUSES[cell('status').toLowerCase()]
  if (status === undefined) return 'waiting'
  const day = readCellDay(cell('day'))
  const reference = status === 'failed' ? '' : cell('reference').slice(0, 140) || 'PayPal'
  const reason = status === 'paid' ? '' : (cell('reason') || cell('status')).slice(0, 300)
  return { payoutId, amount: read.amount, status, reference, day: 'day' in day ? day.day : null, reason }
}
