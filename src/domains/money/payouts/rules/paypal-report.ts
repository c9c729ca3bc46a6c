import { isDay } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { BASE_CURRENCY, parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { isStorable } from '#kernel/unstorable.ts'
import { readPaypalId } from './run-files.ts'
import type { Settlement } from './runs.ts'

/** The columns of a report by what they hold. PayPal names them differently in its reports. */
const NAMES = {
  id: ['customer_id', 'customer id', 'unique id', 'unique_id', 'sender_item_id'],
  status: ['status', 'transaction status', 'transaction_status', 'payout status'],
  amount: ['amount', 'gross amount', 'payout amount', 'gross'],
  currency: ['currency', 'currency code', 'currency_code', 'payout currency'],
  reference: ['transaction id', 'transaction_id', 'payout item id', 'payout_item_id'],
  day: ['date', 'time processed', 'time_processed', 'processed date'],
  reason: ['reason', 'error', 'error message', 'error_message', 'reason code'],
} as const

type Column = keyof typeof NAMES

/** The numbers of the columns of a report; those of currency, reference, day and reason may be missing. */
export type ReportColumns = Partial<Record<Column, number>>

/** Finds the columns by the first line. Refuses a file that lacks one of those that a settlement needs. */
export function findReportColumns(cells: readonly string[]): ReportColumns {
  const headers = cells.map((cell) => cell.toLowerCase())
  const columns: ReportColumns = {}
  for (const column of Object.keys(NAMES) as Column[]) {
    const index = headers.findIndex((header) => (NAMES[column] as readonly string[]).includes(header))
    if (index >= 0) columns[column] = index
  }
  if (columns.id === undefined || columns.amount === undefined || columns.status === undefined) {
    throw new Refusal({ code: 'run.report', status: 422, wireCode: 'invalid', field: 'file' })
  }
  return columns
}

const STATUSES: Record<string, Settlement['status']> = {
  completed: 'paid',
  success: 'paid',
  processed: 'paid',
  failed: 'failed',
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
 * money. A day that the line lacks, or writes otherwise than 2026-10-31, is null. Returns undefined for a line that
 * names no payout or no amount, and for text that cannot be stored; `other_currency` for an amount that is not in USD.
 */
export function readReportLine(
  cells: readonly string[],
  columns: ReportColumns,
): ReportLine | 'waiting' | 'other_currency' | undefined {
  const cell = (column: Column) => cells[columns[column] ?? -1] ?? ''
  const payoutId = readPaypalId(cell('id').toLowerCase())
  const amount = parseAmount(cell('amount').replace(/^-/, '').replaceAll(',', ''))
  if (payoutId === undefined || amount === undefined || !cells.every(isStorable)) return undefined
  if (![BASE_CURRENCY, ''].includes(cell('currency').toUpperCase())) return 'other_currency'
  const status = STATUSES[cell('status').toLowerCase()]
  if (status === undefined) return 'waiting'
  const day = cell('day').slice(0, 10)
  const reference = status === 'failed' ? '' : cell('reference').slice(0, 140) || 'PayPal'
  const reason = status === 'paid' ? '' : (cell('reason') || cell('status')).slice(0, 300)
  return { payoutId, amount, status, reference, day: isDay(day) ? day : null, reason }
}
