import { parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { CANCEL_REASONS, DECISION_STATUSES, REASONS_WITH_EVIDENCE } from '../contract/vocabulary.ts'
import type { CancelReason, DecisionStatus, PostbackReason, TransactionStatus } from '../contract/vocabulary.ts'
import type { Decision } from './decide.ts'
import { readItems, sumItems } from './order-items.ts'
import { checkOrderName, isTest, readCurrency, readEvent, readParameter, readStatus } from './read-order.ts'
import type { PostbackParameters } from './read-order.ts'

/** What a postback asks about an order that is recorded. */
export interface PostbackDecision {
  orderRef: string
  event: string
  decision: Decision
  /** Absent if the postback has none. */
  amount: Amount | undefined
  currency: string | undefined
  isTest: boolean
}

/** The reason of a cancellation that names none. */
const DEFAULT_REASON: CancelReason = 'ORDER_CANCELLED'
const MAX_NOTE_LENGTH = 500

/** Tells whether a postback decides its order, and how; other values of `status` decide nothing. */
export function readDecisionStatus(given: PostbackParameters): DecisionStatus | undefined {
  const status = readStatus(given)
  return DECISION_STATUSES.find((each) => each === status)
}

/** Reads what a postback asks about its order. Rejects what is not well-formed, with a reason. */
export function readPostbackDecision(
  given: PostbackParameters,
  status: DecisionStatus,
): PostbackDecision | { reason: PostbackReason } {
  const fault = checkOrderName(given)
  if (fault !== undefined) return { reason: fault }
  const text = readParameter(given, 'amount')
  const amount = text === undefined ? undefined : parseAmount(text)
  const decision = readDecision(given, status, amount)
  if ('reason' in decision) return decision
  return {
    orderRef: readParameter(given, 'orderId') ?? '',
    event: readEvent(given),
    decision,
    amount: decision.orderValue ?? amount,
    currency: readCurrency(given),
    isTest: isTest(given),
  }
}

function readDecision(
  given: PostbackParameters,
  status: DecisionStatus,
  amount: Amount | undefined,
): Decision | { reason: PostbackReason } {
  const note = readParameter(given, 'note') ?? ''
  if (note.length > MAX_NOTE_LENGTH) return { reason: 'malformed_field' }
  if (status === 'confirmed') return { action: 'confirm', note }
  const reasonCode = readReason(given, note)
  if (typeof reasonCode === 'object') return reasonCode
  if (status === 'cancelled') return { action: 'cancel', reasonCode: reasonCode ?? DEFAULT_REASON, note }
  const value = readNewValue(given, amount)
  return 'reason' in value ? value : { action: 'amend', reasonCode, note, ...value }
}

function readReason(given: PostbackParameters, note: string): CancelReason | { reason: PostbackReason } | undefined {
  const text = readParameter(given, 'reason')?.toUpperCase()
  if (text === undefined) return undefined
  const code = CANCEL_REASONS.find((each) => each === text)
  if (!code) return { reason: 'unknown_reason' }
  return REASONS_WITH_EVIDENCE.includes(code) && note.trim() === '' ? { reason: 'missing_evidence' } : code
}

/** Reads what an amendment leaves of an order. Its items say the value where no amount does. */
function readNewValue(
  given: PostbackParameters,
  amount: Amount | undefined,
): (Pick<Decision, 'items'> & { orderValue: Amount }) | { reason: PostbackReason } {
  const items = readItems(given['items'])
  if (items === undefined) return { reason: 'amend_items' }
  const sum = items.length === 0 ? undefined : sumItems(items)
  const orderValue = amount ?? sum
  if (orderValue === undefined || orderValue === 0n) return { reason: 'amend_amount' }
  return sum === undefined || sum === orderValue ? { orderValue, items } : { reason: 'amend_items' }
}

/** The part of an order that judges what a postback asks. */
export interface DecidedOrder {
  status: TransactionStatus
  orderValue: Amount
  currency: string
}

/**
 * Judges what a postback asks by its order: due, so already (`unchanged`), or refused. Postbacks can come twice and out
 * of turn, so they only take away: a cancelled order stays cancelled, and an amended value only falls. A person can
 * bring both back.
 */
export function judgePostbackDecision(
  order: DecidedOrder,
  { decision, amount, currency }: PostbackDecision,
): 'due' | 'unchanged' | { reason: PostbackReason } {
  const isCancelled = order.status === 'CANCELLED'
  if (currency !== undefined && currency !== order.currency) return { reason: 'currency_differs' }
  if (decision.action === 'cancel') return isCancelled ? 'unchanged' : 'due'
  if (isCancelled) return { reason: 'already_cancelled' }
  const asked = amount ?? order.orderValue
  if (decision.action === 'amend') return judgeAmendment(order, asked)
  if (asked !== order.orderValue) return { reason: 'value_differs' }
  return order.status === 'CONFIRMED' ? 'unchanged' : 'due'
}

function judgeAmendment({ orderValue }: DecidedOrder, asked: Amount): 'due' | 'unchanged' | { reason: PostbackReason } {
  if (asked === orderValue) return 'unchanged'
  return asked > orderValue ? { reason: 'amend_above' } : 'due'
}
