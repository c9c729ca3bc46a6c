import { getFinalAt } from '#domains/people/account-states/rules.ts'
import type { TaxFormState } from '#domains/people/taxes/rules.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import type { ConditionName, DateMeaning, PaymentState } from '../contract/explanation.ts'
import type { ForfeitureKind, PayoutStatus } from '../contract/vocabulary.ts'
import { canSettleSmall } from './closing.ts'
import type { ClosingFacts } from './closing.ts'
import { MINIMUM_PAYOUT, getWaitUntil } from './payment.ts'
import { findBalanceSince } from './balance-since.ts'
import type { DailyAmount } from './balance-since.ts'
import { addMonths, getMonth, planRun } from './schedule.ts'
import type { PlannedRun } from './schedule.ts'

/** What decides whether the next run pays a publisher. */
export interface PayeeFacts {
  nextRun: PlannedRun
  /** When the publisher joined the network: what was never otherwise holds since then. */
  joinedAt: Date
  /** What became payable before the end of the month of that run. */
  due: Amount
  /** The part of it that no approved payout contains, by the UTC day on which it became payable, oldest first. */
  dueByDay: readonly DailyAmount[]
  /** When a payout or a forfeiture last took the balance; null without one. */
  lastTakenAt: Date | null
  /** The smallest payment: the network's minimum, or the publisher's own threshold when it is higher. */
  minimum: Amount
  hasDetails: boolean
  /** Whether payment files can name the holder of the bank account; null without a bank account. */
  hasBankName: boolean | null
  detailsChangedAt: Date | null
  /** When the owner showed by a mailed link that the address is its own; null until then. */
  emailVerifiedAt: Date | null
  /**
   * Whether it has a tax form that holds, until when, since when it is verified or waits, and since when the network
   * asks for one, if that was not always so; null where the network pays without a form.
   */
  taxForm: { state: TaxFormState; expiresOn: Day | null; since: Date | null; requiredSince: Date | null } | null
  isApproved: boolean
  /** When the network decided about the account; null while it has not. */
  reviewedAt: Date | null
  /** When the network put payments on hold; null while it pays. */
  heldSince: Date | null
  /** When the last hold ended; null without one. */
  lastHoldEndedAt: Date | null
  /** When the account was closed, and whether it has open orders; null while it is open. */
  closing: ClosingFacts | null
  /** When the payout was approved that is not settled; null without one. */
  openPayoutSince: Date | null
  /** When the last payout was settled; null without one. */
  lastSettledAt: Date | null
}

/** What decides whether an order is paid. */
export interface OrderFacts {
  status: 'PENDING' | 'CONFIRMED' | 'CANCELLED'
  /** The day of the exchange rate that an order in another currency has, or waits for; null for an order in USD. */
  exchange: { day: Date; isFound: boolean } | null
  /** When its validation period ends; null while it is on hold. Without an exchange rate the rule waits for one. */
  expectedAt: Date | null
  /** When an undecided order was put on hold; null while it is not. */
  heldAt: Date | null
  confirmedAt: Date | null
  /** In USD, as what is covered; zero without an exchange rate. */
  commission: Amount
  coveredCommission: Amount
  /** When the whole was last covered, and when it was last decided about. */
  coveredAt: Date | null
  decidedAt: Date | null
  /** From when on the programme takes no joins, and is closed, if the advertiser does not pay. */
  ladder: { noJoinsFrom: Date | null; closedFrom: Date | null }
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
  /** Null only while nothing is known. */
  at: Date | null
  /** What `at` says. */
  meaning: DateMeaning
  /** When something happens by itself because it is not met; null if nothing does. */
  nextAt: Date | null
  /** How much is missing; null if nothing. */
  missing: Amount | null
}

/** Builds a condition whose date says when it was met, or since when it is not met. */
function toCondition(name: ConditionName, isMet: boolean, at: Date | null): Condition {
  const meaning = at === null ? 'unknown' : isMet ? 'met' : 'since'
  return { name, isMet, at, meaning, nextAt: null, missing: null }
}

/** Builds an unmet condition whose date says when it will be met. */
function toExpected(name: ConditionName, at: Date | null, meaning: 'expected' | 'earliest' | 'latest'): Condition {
  return { ...toCondition(name, false, at), ...(at && { meaning }) }
}

/** Lists the conditions under which the next run pays a publisher, met and unmet. */
export function listPayeeConditions(facts: PayeeFacts, now: Date): Condition[] {
  const { joinedAt, detailsChangedAt, emailVerifiedAt, heldSince, openPayoutSince } = facts
  const waitsUntil = getWaitUntil(detailsChangedAt, now)
  const changedAt = detailsChangedAt ?? joinedAt
  return [
    buildMinimum(facts),
    ...listClosing(facts, now),
    toCondition('details', facts.hasDetails, changedAt),
    ...(facts.hasBankName === null ? [] : [toCondition('bank_name', facts.hasBankName, changedAt)]),
    // Details that are missing have no age.
    ...(facts.hasDetails ? [buildAge(changedAt, waitsUntil)] : []),
    toCondition('email', emailVerifiedAt !== null, emailVerifiedAt ?? joinedAt),
    ...listTaxConditions(facts),
    toCondition('account', facts.isApproved, facts.reviewedAt ?? joinedAt),
    toCondition('not_on_hold', heldSince === null, heldSince ?? facts.lastHoldEndedAt ?? joinedAt),
    toCondition('no_open_payout', openPayoutSince === null, openPayoutSince ?? facts.lastSettledAt ?? joinedAt),
  ]
}

/** Whether the details are old enough; if not, when they are. */
function buildAge(changedAt: Date, waitsUntil: Date | undefined): Condition {
  if (waitsUntil === undefined) return toCondition('details_age', true, changedAt)
  return toExpected('details_age', waitsUntil, 'expected')
}

/** Whether the balance reaches the minimum, with the day since when it does or does not. */
function buildMinimum({ due, dueByDay, minimum, lastTakenAt, joinedAt }: PayeeFacts): Condition {
  const missing = due < minimum ? minimum - due : null
  const day = findBalanceSince(dueByDay, { due, minimum })
  return { ...toCondition('minimum', missing === null, day ? startOfDay(day) : (lastTakenAt ?? joinedAt)), missing }
}

/**
 * The first thing that is missing about the tax form, with the day on which one was handed in, or that one holds: with
 * its last day, or since when it is verified if it has none. No condition without the rule.
 */
function listTaxConditions({ taxForm, joinedAt }: PayeeFacts): Condition[] {
  if (taxForm === null) return []
  const { state, expiresOn, since, requiredSince } = taxForm
  const missingSince = requiredSince !== null && requiredSince > joinedAt ? requiredSince : joinedAt
  if (state === 'missing') return [toCondition('tax_form', false, missingSince)]
  if (state === 'waiting') return [toCondition('tax_form_verified', false, since)]
  if (expiresOn === null) return [toCondition('tax_form_verified', true, since)]
  const isValid = state === 'verified'
  const condition = toCondition('tax_form_valid', isValid, startOfDay(expiresOn))
  return [isValid ? { ...condition, meaning: 'until' } : condition]
}

/** A closed account is paid a small balance when its closing is final and no order is open. */
function listClosing({ due, closing }: PayeeFacts, now: Date): Condition[] {
  if (closing === null || due >= MINIMUM_PAYOUT) return []
  const finalAt = getFinalAt(closing.closedAt)
  return [
    canSettleSmall(closing, now) ? toCondition('closing', true, finalAt) : toExpected('closing', finalAt, 'earliest'),
  ]
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
  if (isWithoutCommission(order) || (isPending && (expectedAt === null || isWithoutRate(order)))) return null
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
  const conditions = [...buildExchanged(order), buildDecided(order), buildCovered(order, now)]
  if (line?.forfeitedAs) return conditions
  if (state === 'paid' || state === 'in_payment') {
    return [...conditions, buildPaid(order, state === 'paid')]
  }
  const run = planOrderRun(order, payee.nextRun, now)
  const isInNextRun = run?.month === payee.nextRun.month
  const ofPayee = listPayeeConditions(payee, now).filter(({ name }) => isInNextRun || name !== 'minimum')
  return [...conditions, line === null ? buildNotInMonth(run, now) : buildInMonth(line, payee), ...ofPayee]
}

function isWithoutRate({ exchange }: OrderFacts): boolean {
  return exchange !== null && !exchange.isFound
}

function buildExchanged({ exchange }: OrderFacts): Condition[] {
  return exchange === null ? [] : [toCondition('exchange_rate', exchange.isFound, exchange.day)]
}

/**
 * Whether it is confirmed; if not, when it is decided at the latest, or since when it is on hold. An order without an
 * exchange rate waits for one, so it is decided at the end of its validation period at the earliest.
 */
function buildDecided(order: OrderFacts): Condition {
  const { status, confirmedAt, expectedAt, heldAt } = order
  if (status === 'CONFIRMED') return toCondition('decided', true, confirmedAt)
  if (expectedAt === null) return toCondition('decided', false, heldAt)
  return toExpected('decided', expectedAt, isWithoutRate(order) ? 'earliest' : 'latest')
}

/**
 * Whether the advertiser has paid for it; if not, since when it waits: its confirmation, or a later decision that
 * raised what is owed, and when the programme is restricted next. An order that is not confirmed is expected to be
 * covered when it is, without an exchange rate at the earliest; of one on hold no day is known.
 */
function buildCovered(order: OrderFacts, now: Date): Condition {
  const { status, coveredAt, line } = order
  if (status !== 'CONFIRMED')
    return toExpected('covered', order.expectedAt, isWithoutRate(order) ? 'earliest' : 'expected')
  if (order.coveredCommission >= order.commission)
    return toCondition('covered', true, coveredAt ?? line?.payableAt ?? null)
  const { noJoinsFrom, closedFrom } = order.ladder
  const nextAt = [noJoinsFrom, closedFrom].find((date) => date !== null && date > now) ?? null
  return { ...toCondition('covered', false, coveredAt === null ? order.confirmedAt : order.decidedAt), nextAt }
}

/** Whether the next run pays the month in which it became payable; the date is the end of that month. */
function buildInMonth({ payableAt }: { payableAt: Date }, { nextRun }: PayeeFacts): Condition {
  const month = getMonth(toDay(payableAt))
  const end = startOfDay(addMonths(month, 1))
  return month <= nextRun.month ? toCondition('in_month', true, end) : toExpected('in_month', end, 'expected')
}

/**
 * An order that is not payable yet: until when it has to be for its run. Without a run the month in which it becomes
 * payable is this one at the earliest.
 */
function buildNotInMonth(run: PlannedRun | null, now: Date): Condition {
  const month = run?.month ?? getMonth(toDay(now))
  return toExpected('in_month', startOfDay(addMonths(month, 1)), run === null ? 'earliest' : 'latest')
}

/** Whether the payment was made; until then the date is that of its approval. */
function buildPaid({ line }: OrderFacts, isPaid: boolean): Condition {
  const payout = line?.payout ?? null
  return toCondition('paid', isPaid, (isPaid ? payout?.settledAt : payout?.approvedAt) ?? null)
}
