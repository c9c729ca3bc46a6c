import { BASE_CURRENCY } from '#kernel/money.ts'
import type { RefusalDetails } from '#kernel/errors.ts'
import type { BankEntry } from '#platform/server/bank-messages/camt.ts'
import type { PaymentStatus } from '#platform/server/bank-messages/pain002.ts'
import type { ReportLine } from '../rules/paypal-report.ts'
import { STATUS_REPORT } from '../rules/runs.ts'

/**
 * What a bank says of a payout: its settlement, `waiting` while there is no final answer, `other` for a payment that is
 * no payout, or why it cannot be used.
 */
export type BankAnswer = ReportLine | 'waiting' | 'other' | RefusalDetails

const END_TO_END_ID = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/** Reads the payout of an end-to-end id, as the payment file has it; undefined for other ids. */
export function readEndToEndId(text: string): string | undefined {
  return END_TO_END_ID.exec(text.toLowerCase())?.slice(1).join('-')
}

/** Reads an answer of a status report. It has no reference of a booking, so the report itself is the reference. */
export function readPaymentStatus({ endToEndId, amount, status, reason, day }: PaymentStatus): BankAnswer {
  const payoutId = readEndToEndId(endToEndId)
  if (payoutId === undefined) return 'other'
  if (status === 'waiting') return 'waiting'
  const isPaid = status === 'paid'
  const texts = { reference: isPaid ? STATUS_REPORT : '', reason: isPaid ? '' : reason || 'RJCT' }
  return { payoutId, amount: amount ?? null, status, day: day ?? null, ...texts }
}

/** Reads a payment of a statement: what went out was paid, and what came in with the id of a payout came back. */
export function readBankEntry(entry: BankEntry): BankAnswer {
  const payoutId = readEndToEndId(entry.endToEndId)
  if (payoutId === undefined) return 'other'
  if (!entry.isBooked) return 'waiting'
  const { amount, currency, direction, reference, day = null } = entry
  if (currency !== BASE_CURRENCY) return { code: 'payout.other_currency', status: 409 }
  if (amount === undefined) return { code: 'run.report_line', status: 422 }
  if (direction === 'out') return { payoutId, amount, status: 'paid', reference, day, reason: '' }
  const reason = (entry.returnReason || entry.text || 'RETURNED').slice(0, 300)
  return { payoutId, amount, status: 'returned', reference, day, reason }
}
