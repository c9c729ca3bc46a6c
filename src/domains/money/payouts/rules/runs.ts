import type { TaxFormState } from '#domains/people/taxes/rules.ts'
import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { floorToCents } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { ExclusionReason, PayoutMethod, PayoutStatus } from '../contract/vocabulary.ts'
import { isBankName } from './bank-text.ts'
import { SMALLEST_AFTER_CLOSING, canSettleSmall, getClosingFee } from './closing.ts'
import { MINIMUM_PAYOUT, getMinimum, getWaitUntil, maskNumber } from './payment.ts'
import type { BankAccount } from './payment.ts'

/** Gets the first day of the UTC month after that of a day. */
export function getNextMonth(day: Day): Day {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}

/** What a run knows of a publisher with open statement lines. */
export interface Payee {
  publisherId: bigint
  /** The sum of the open statement lines until the end of the run's month, and of the negative ones after it. */
  linesAmount: Amount
  /** What earlier payouts did not pay of their lines. */
  carriedAmount: Amount
  hasOpenPayout: boolean
  reviewStatus: 'under_review' | 'approved' | 'rejected'
  erasedAt: Date | null
  /** Whether the e-mail address of the account is verified. */
  isConfirmed: boolean
  /** `verified` too where the network pays without a form. */
  taxFormState: TaxFormState
  /** Null when there is none. */
  destination: PayoutDestination | null
  thresholdAmount: Amount
  destinationChangedAt: Date | null
  /** Since when the operator has stopped the payouts. */
  heldAt: Date | null
  /** Since when the account is closed; null while it is open. */
  closedAt: Date | null
  /** Whether an order of a closed account is undecided or not covered. */
  hasOpenOrders: boolean
}

/** Says why a run does not pay a publisher; undefined if it does. */
export function findExclusion(payee: Payee, now: Date): ExclusionReason | undefined {
  const due = payee.linesAmount + payee.carriedAmount
  const reasons: [isTrue: boolean, reason: ExclusionReason][] = [
    [payee.hasOpenPayout, 'open_payout'],
    [payee.erasedAt !== null, 'closed'],
    [payee.heldAt !== null, 'on_hold'],
    [payee.reviewStatus !== 'approved', 'not_approved'],
    [due < 0n, 'negative'],
    [isClosing(payee, now), 'closing'],
    [payee.closedAt === null && due < getMinimum(payee.thresholdAmount), 'below_minimum'],
    [payee.destination === null, 'no_details'],
    [payee.destination !== null && !hasWritableName(payee.destination), 'no_bank_name'],
    [getWaitUntil(payee.destinationChangedAt, now) !== undefined, 'details_changed'],
    [!payee.isConfirmed, 'unverified_email'],
    [payee.taxFormState === 'missing', 'no_tax_form'],
    [payee.taxFormState === 'waiting', 'tax_form_waiting'],
    [payee.taxFormState === 'expired', 'tax_form_expired'],
  ]
  return reasons.find(([isTrue]) => isTrue)?.[1]
}

/** Whether the balance of a closed account is below the minimum and not paid now: later, or never under the fee. */
function isClosing({ linesAmount, carriedAmount, closedAt, hasOpenOrders }: Payee, now: Date): boolean {
  const due = linesAmount + carriedAmount
  if (closedAt === null || due >= MINIMUM_PAYOUT) return false
  return due < SMALLEST_AFTER_CLOSING || !canSettleSmall({ closedAt, hasOpenOrders }, now)
}

/**
 * Divides what is due into the fee of a small balance after closing, whole cents, which are paid, and the rest, which
 * stays payable.
 */
export function divideDue(
  due: Amount,
  { isClosed }: { isClosed: boolean },
): { amount: Amount; feeAmount: Amount; restAmount: Amount } {
  const feeAmount = getClosingFee(due, isClosed)
  const amount = floorToCents(due - feeAmount)
  return { amount, feeAmount, restAmount: due - feeAmount - amount }
}

/** Where the money of a payout goes. A publisher with a bank account is paid there. */
export type PayoutDestination = { bank: BankAccount } | { paypalEmail: string }

/** Whether payment files can name who is paid. An account entered before names had to be Latin may have another one. */
export function hasWritableName(destination: PayoutDestination): boolean {
  return !('bank' in destination) || isBankName(destination.bank.accountName)
}

/** Describes a destination so that only its owner recognises it: `DE •••• 3000`, `m•••@example.com`. */
export function describeDestination(destination: PayoutDestination): { method: PayoutMethod; hint: string } {
  if ('bank' in destination) {
    const { country, accountNumber } = destination.bank
    return { method: 'bank', hint: `${country} ${maskNumber(accountNumber)}` }
  }
  const [name = '', host = ''] = destination.paypalEmail.split('@')
  return { method: 'paypal', hint: `${name.slice(0, 1)}•••@${host}` }
}

/** Who approves a run, and what that actor says. */
export interface ApprovalFacts {
  /** Null for a draft of the schedule. */
  makerId: bigint | null
  approverId: bigint
  /** Operators who can sign in. */
  operatorCount: number
  amount: Amount
  /** The sum that the approver typed. */
  typedAmount: Amount | undefined
}

/**
 * Checks that a run is approved by a second operator; a network with one operator approves after typing the sum. Of
 * several operators, one has to compute a draft of the schedule first, and answers for it as its maker. Answers which
 * of the two it was.
 */
export function checkApproval(facts: ApprovalFacts): 'second_operator' | 'typed_sum' {
  const { makerId } = facts
  if (makerId !== null && makerId !== facts.approverId) return 'second_operator'
  if (facts.operatorCount > 1) {
    throw new Refusal({ code: makerId === null ? 'run.no_maker' : 'run.same_operator', status: 403 })
  }
  if (facts.typedAmount !== facts.amount) {
    throw new Refusal({ code: 'run.typed_sum', status: 422, wireCode: 'invalid', field: 'amount' })
  }
  return 'typed_sum'
}

/** The answer of a bank or of PayPal about a payout. */
export interface Settlement {
  status: 'paid' | 'failed' | 'returned'
  /** What the bank or PayPal calls the payment; empty when it failed. */
  reference: string
  /** The UTC day of the answer; null when it is not known, and then it is the day on which it is recorded. */
  day: Day | null
  /** Why it failed or came back; empty when it was paid. */
  reason: string
}

/** What a payout says of its settlement. */
export interface SettledFacts {
  status: PayoutStatus
  reference: string | null
  settledOn: Day | null
  returnedOn: Day | null
  reason: string | null
}

/** The reference of a payment that only a status report of the bank (pain.002) confirmed, without its booking. */
export const STATUS_REPORT = 'pain.002'

/**
 * Reads an answer of a report: money that comes back before a payment was recorded, such as from a recipient who did
 * not claim it, is a payment that failed. A status report and the booking of the same payment say the same.
 */
export function readAnswer<S extends Settlement>(facts: SettledFacts, settlement: S): S {
  const { status, reference, settledOn } = facts
  const isConfirmed = [reference, settlement.reference].includes(STATUS_REPORT)
  if (status === 'paid' && settlement.status === 'paid' && isConfirmed) {
    return { ...settlement, reference: reference ?? '', day: settledOn }
  }
  if (settlement.status !== 'returned' || (status !== 'exported' && status !== 'failed')) return settlement
  return { ...settlement, status: 'failed', reference: '' }
}

/** What a payout says once it is settled. */
export type AfterSettlement = SettledFacts & { status: Settlement['status'] }

/**
 * Decides what a settlement changes: `undefined` when the payout says the same already. Refuses with 409 a settlement
 * that the status does not admit.
 */
export function settle(payout: SettledFacts, settlement: Settlement, today: Day): AfterSettlement | undefined {
  const after = describeSettled(payout, settlement, today)
  const isSame = (['status', 'reference', 'settledOn', 'returnedOn', 'reason'] as const).every(
    (key) => payout[key] === after[key],
  )
  if (isSame) return undefined
  const admitted: readonly PayoutStatus[] = settlement.status === 'returned' ? ['paid'] : ['approved', 'exported']
  if (!admitted.includes(payout.status)) throw new Refusal({ code: 'payout.settled_otherwise', status: 409 })
  return after
}

function describeSettled(payout: SettledFacts, settlement: Settlement, today: Day): AfterSettlement {
  const { status, reference, day, reason } = settlement
  if (status === 'returned') {
    const returnedOn = day ?? payout.returnedOn ?? today
    return { status, reference: payout.reference, settledOn: payout.settledOn, returnedOn, reason }
  }
  const isPaid = status === 'paid'
  return {
    status,
    reference: isPaid || reference !== '' ? reference : null,
    settledOn: day ?? payout.settledOn ?? today,
    returnedOn: null,
    reason: isPaid ? null : reason,
  }
}
