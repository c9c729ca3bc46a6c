import { getFinalAt } from '#domains/account-states/rules.ts'
import type { TaxFormState } from '#domains/taxes/rules.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import type { ConditionName, PaymentState } from '../contract/explanation.ts'
import type { ForfeitureKind, PayoutStatus } from '../contract/vocabulary.ts'
import { canSettleSmall } from './closing.ts'
import type { ClosingFacts } from './closing.ts'
import { MINIMUM_PAYOUT, getWaitUntil } from './payment.ts'
import { addMonths, getMonth, planRun } from './schedule.ts'
import type { PlannedRun } from './schedule.ts'

/** What decides whether the next run pays a publisher. */
export interface PayeeFacts {
  nextRun: PlannedRun
  /** What became payable before the end of the month of that run. */
  due: Amount
  /** The smallest payment: the network's minimum, or the publisher's own threshold when it is higher. */
  minimum: Amount
  hasDetails: boolean
  detailsChangedAt: Date | null
  isEmailVerified: boolean
  /**
   * Whether it has a tax form that holds, until when, and since when it is verified or waits; null where the network
   * pays without a form.
   */
  taxForm: { state: TaxFormState; expiresOn: Day | null; since: Date | null } | null
  isApproved: boolean
  /** When the network decided about the account; null while it has not. */
  reviewedAt: Date | null
  /** When the network put payments on hold; null while it pays. */
  heldSince: Date | null
  /** When the account was closed, and whether it has open orders; null while it is open. */
  closing: ClosingFacts | null
  /** When the payout was approved that is not settled; null without one. */
  openPayoutSince: Date | null
}

/** What decides whether an order is paid. */
export interface OrderFacts {
  status: 'PENDING' | 'CONFIRMED' | 'CANCELLED'
  /** The day of the exchange rate that an order in another currency has, or waits for; null for an order in USD. */
  exchange: { day: Date; isFound: boolean } | null
  /** When an undecided order is expected to be decided; null while it is on hold or has no exchange rate. */
  expectedAt: Date | null
  confirmedAt: Date | null
  /** In USD, as what is covered; zero without an exchange rate. */
  commission: Amount
  coveredCommission: Amount
  coveredAt: Date | null
  /** When its commission became payable, and the payout that contains it; null until then. */
  line: {
    payableAt: Date
    payout: { status: PayoutStatus; approvedAt: Date | null; settledAt: Date | null } | null
    /** Why the publisher does not get it any more. */
    forfeitedAs: ForfeitureKind | null
  } | null
}

/** A condition of a payment. */
export interface Condition {
  name: ConditionName
  isMet: boolean
  /**
   * When it was met or will be; of a form that is being checked and a payment that is under way, since when. Null if
   * that is not known or does not matter.
   */
  at: Date | null
  /** How much is missing; null if nothing. */
  missing: Amount | null
}

function toCondition(name: ConditionName, isMet: boolean, at: Date | null = null): Condition {
  return { name, isMet, at, missing: null }
}

/** Lists the conditions under which the next run pays a publisher, met and unmet. */
export function listPayeeConditions(facts: PayeeFacts, now: Date): Condition[] {
  const { due, minimum, detailsChangedAt, heldSince } = facts
  const waitsUntil = getWaitUntil(detailsChangedAt, now)
  const missing = due < minimum ? minimum - due : null
  return [
    { ...toCondition('minimum', missing === null), missing },
    ...listClosing(facts, now),
    toCondition('details', facts.hasDetails, detailsChangedAt),
    // Details that are missing have no age.
    ...(facts.hasDetails ? [toCondition('details_age', waitsUntil === undefined, waitsUntil ?? detailsChangedAt)] : []),
    toCondition('email', facts.isEmailVerified),
    ...listTaxConditions(facts),
    toCondition('account', facts.isApproved, facts.reviewedAt),
    toCondition('not_on_hold', heldSince === null, heldSince),
    toCondition('no_open_payout', facts.openPayoutSince === null, facts.openPayoutSince),
  ]
}

/**
 * The first thing that is missing about the tax form, with the day on which one was handed in, or that one holds: with
 * its last day, or since when it is verified if it has none. No condition without the rule.
 */
function listTaxConditions({ taxForm }: PayeeFacts): Condition[] {
  if (taxForm === null) return []
  const { state, expiresOn, since } = taxForm
  if (state === 'missing') return [toCondition('tax_form', false)]
  if (state === 'waiting') return [toCondition('tax_form_verified', false, since)]
  if (expiresOn === null) return [toCondition('tax_form_verified', true, since)]
  return [toCondition('tax_form_valid', state === 'verified', startOfDay(expiresOn))]
}

/** A closed account is paid a small balance when its closing is final and no order is open. */
function listClosing({ due, closing }: PayeeFacts, now: Date): Condition[] {
  if (closing === null || due >= MINIMUM_PAYOUT) return []
  return [toCondition('closing', canSettleSmall(closing, now), getFinalAt(closing.closedAt))]
}

/** Says where the money of an order stands. */
export function getPaymentState({ status, line }: OrderFacts): PaymentState {
  if (line === null) return status === 'CANCELLED' ? 'cancelled' : status === 'PENDING' ? 'pending' : 'confirmed'
  if (line.forfeitedAs !== null) return line.forfeitedAs
  const payout = line.payout?.status
  if (payout === 'paid') return 'paid'
  return payout === 'approved' || payout === 'exported' ? 'in_payment' : 'payable'
}

/** Whether an order is confirmed without a commission, so that nothing is paid for it. */
function isWithoutCommission({ status, commission }: OrderFacts): boolean {
  return status === 'CONFIRMED' && commission === 0n
}

/**
 * Plans the run that pays an order: the next one, or that of the month in which the order becomes payable at the
 * earliest; null for an order on hold, and for one without an exchange rate or a commission.
 */
export function planOrderRun(order: OrderFacts, nextRun: PlannedRun, now: Date): PlannedRun | null {
  const { status, line, expectedAt } = order
  const isPending = status === 'PENDING'
  if (isWithoutCommission(order) || (isPending && expectedAt === null)) return null
  const earliest = isPending && expectedAt !== null && expectedAt > now ? expectedAt : now
  const month = getMonth(toDay(line?.payableAt ?? earliest))
  return month > nextRun.month ? planRun(month) : nextRun
}

/**
 * Lists the conditions under which an order is paid, in their order; none for an order that is cancelled or without a
 * commission. The minimum is known for an order that the next run pays.
 */
export function listOrderConditions(order: OrderFacts, payee: PayeeFacts, now: Date): Condition[] {
  const state = getPaymentState(order)
  const { line } = order
  if (state === 'cancelled' || isWithoutCommission(order)) return []
  const conditions = [...buildExchanged(order), buildDecided(order), buildCovered(order)]
  if (line?.forfeitedAs) return conditions
  if (state === 'paid' || state === 'in_payment') {
    return [...conditions, buildPaid(order, state === 'paid')]
  }
  const isInNextRun = planOrderRun(order, payee.nextRun, now)?.month === payee.nextRun.month
  const ofPayee = listPayeeConditions(payee, now).filter(({ name }) => isInNextRun || name !== 'minimum')
  return [...conditions, buildInMonth(order, payee), ...ofPayee]
}

function buildExchanged({ exchange }: OrderFacts): Condition[] {
  return exchange === null ? [] : [toCondition('exchange_rate', exchange.isFound, exchange.day)]
}

function buildDecided({ status, confirmedAt, expectedAt }: OrderFacts): Condition {
  const isConfirmed = status === 'CONFIRMED'
  return toCondition('decided', isConfirmed, isConfirmed ? confirmedAt : expectedAt)
}

function buildCovered({ status, commission, coveredCommission, coveredAt, line }: OrderFacts): Condition {
  const isCovered = status === 'CONFIRMED' && coveredCommission >= commission
  return toCondition('covered', isCovered, isCovered ? (coveredAt ?? line?.payableAt) : null)
}

/** Whether the next run pays the month in which it became payable; the date is the end of that month. */
function buildInMonth({ line }: OrderFacts, { nextRun }: PayeeFacts): Condition {
  if (line === null) return toCondition('in_month', false)
  const month = getMonth(toDay(line.payableAt))
  return toCondition('in_month', month <= nextRun.month, startOfDay(addMonths(month, 1)))
}

/** Whether the payment was made; until then the date is that of its approval. */
function buildPaid({ line }: OrderFacts, isPaid: boolean): Condition {
  const payout = line?.payout ?? null
  return toCondition('paid', isPaid, isPaid ? payout?.settledAt : payout?.approvedAt)
}
