import type { Amount } from '#kernel/money.ts'
import type { PayoutStatus } from '../contract/vocabulary.ts'
import type { PlannedRun } from './schedule.ts'

/** The payout that contains a statement line. */
export interface LinePayout {
  id: string
  status: PayoutStatus
  run: PlannedRun
  /** The day on which it was paid or failed; null before. */
  settledAt: Date | null
  /** The number of its statement; null until it is paid. */
  statementNumber: number | null
}

/** A statement line of an order. */
export interface OrderLine {
  amount: Amount
  /** When its decision or cover was made. */
  payableAt: Date
  /** The payout or the forfeiture that contains it; null while it is open. */
  payoutId: string | null
  /** Null for an open line and for one of a forfeiture. */
  payout: LinePayout | null
}

/** What a payout paid for an order. */
export interface MadePayment {
  payoutId: string
  statementNumber: number
  paidAt: Date
  amount: Amount
}

/** A negative line of an order that was paid before. */
export interface TakeBack {
  decidedAt: Date
  /** Above zero. */
  amount: Amount
  /** The approved payout that deducts it; null until then. */
  payoutId: string | null
  /** The number of its statement; null until it is paid. */
  statementNumber: number | null
  /** The run that deducts it, for an open line at the earliest; null if a forfeiture contains it. */
  run: PlannedRun | null
}

/**
 * Finds what was paid for an order, and the negative lines by which later decisions take it back. `lines` are in the
 * order in which they were made. A line that takes back what its own payout contains is part of that payment.
 */
export function findTakeBacks(lines: readonly OrderLine[], nextRun: PlannedRun) {
  const gains: OrderLine[] = []
  const losses: OrderLine[] = []
  for (const line of lines) {
    const index = gains.findLastIndex(
      ({ payoutId, amount }) => payoutId === line.payoutId && amount + line.amount >= 0n,
    )
    const gain = gains[index]
    if (line.amount > 0n) gains.push(line)
    else if (gain) gains[index] = { ...gain, amount: gain.amount + line.amount }
    else losses.push(line)
  }
  const payments = gains.flatMap(toPayment)
  return { payments, takeBacks: payments.length === 0 ? [] : losses.map((line) => toTakeBack(line, nextRun)) }
}

/** Sums up what is still to be paid of a commission: all but what approved payouts and forfeitures contain. */
export function sumOpenCommission(commission: Amount, lines: readonly OrderLine[]): Amount {
  const taken = lines.filter(({ payoutId, payout }) => payoutId !== null && payout?.status !== 'draft')
  const open = taken.reduce((rest, { amount }) => rest - amount, commission)
  return open > 0n ? open : 0n
}

function toPayment({ amount, payout }: OrderLine): MadePayment[] {
  const { id, status, settledAt, statementNumber } = payout ?? {}
  if (id === undefined || status !== 'paid' || !settledAt || !statementNumber || amount === 0n) return []
  return [{ payoutId: id, statementNumber, paidAt: settledAt, amount }]
}

function toTakeBack({ amount, payableAt, payoutId, payout }: OrderLine, nextRun: PlannedRun): TakeBack {
  const isShown = payout !== null && payout.status !== 'draft'
  return {
    decidedAt: payableAt,
    amount: -amount,
    payoutId: isShown ? payout.id : null,
    statementNumber: payout?.statementNumber ?? null,
    run: payout?.run ?? (payoutId === null ? nextRun : null),
  }
}
