import { DAY_MS } from '#kernel/days.ts'
import { Refusal, invalidField } from '#kernel/errors.ts'
import type { Amount } from '#kernel/money.ts'
import { feeFor } from '#domains/programmes/programs/rules.ts'
import { commissionFor } from '#domains/programmes/rates/rules/rate.ts'
import type { FeeTerms } from '#domains/programmes/programs/rules.ts'
import type { Rate } from '#domains/programmes/rates/rules/rate.ts'
import { IN_USD, toUsd } from './exchange-order.ts'
import type { OrderExchange, UsdWorth } from './exchange-order.ts'
import { REASONS_WITH_EVIDENCE } from '../contract/vocabulary.ts'
import type {
  CancelReason,
  CustomerStatus,
  DecisionAction,
  HoldReason,
  TransactionStatus,
} from '../contract/vocabulary.ts'
import { sumItems } from './order-items.ts'
import type { OrderItem } from './order-items.ts'

/** What a decision says about an order. */
export interface Decision {
  action: DecisionAction
  /** Required for a cancellation, allowed for an amendment. */
  reasonCode?: CancelReason | undefined
  /** Required for a hold and an extension. */
  holdReason?: HoldReason | undefined
  /** The new order value, for an amendment. */
  orderValue?: Amount | undefined
  /** The items that an amendment leaves, if it names them; they add up to the new order value. */
  items?: readonly OrderItem[] | undefined
  /** A remark; it also counts as evidence. */
  note?: string | undefined
  /** What supports it: a text or an address. Required, unless there is a note, for `REASONS_WITH_EVIDENCE`. */
  evidence?: string | undefined
  /** A stored file that supports it; it counts like `evidence`. */
  evidenceFileId?: string | undefined
  /** Whether the buyer is new to the advertiser. */
  customerStatus?: CustomerStatus | undefined
  shippedAt?: Date | undefined
  /** When the advertiser expects to decide an order that it holds. */
  expectedAt?: Date | undefined
  /** Hold and extension that an order gets back when it is opened again. */
  restores?: Pick<OrderState, 'holdReason' | 'dueAt'> | undefined
}

/** The part of an order's state that decisions change. */
export interface OrderState {
  status: TransactionStatus
  /** In the currencies of order and commission. */
  orderValue: Amount
  commission: Amount
  /** In USD, as what is covered; zero unless it is confirmed. */
  fee: Amount
  coveredCommission: Amount
  coveredFee: Amount
  holdReason: HoldReason | null
  dueAt: Date | null
  extensions: number
}

/** What an amendment leaves of an order; its items, if it names them. */
export interface AmendedOrder {
  value: Amount
  items: readonly OrderItem[]
}

/** What the order and the terms in force at its click say for good. */
export interface OrderTerms extends FeeTerms {
  /** The value that was reported; no amendment exceeds it. */
  reportedValue: Amount
  /** How the order is exchanged into USD; absent for an order in USD. */
  exchange?: OrderExchange | undefined
  transactionAt: Date
  rate: Rate
  /** Prices an amendment where the terms have rules; by default `rate` does. */
  priceAmended?: ((amended: AmendedOrder) => Amount) | undefined
  validationDays: number
  maxExtensions: number
  extensionDays: number
}

/** Determines when an undecided order decides itself. */
export function getDueAt(
  { dueAt }: Pick<OrderState, 'dueAt'>,
  { transactionAt, validationDays }: Pick<OrderTerms, 'transactionAt' | 'validationDays'>,
): Date {
  return dueAt ?? new Date(transactionAt.getTime() + validationDays * DAY_MS)
}

/** A decision with its time. */
export interface TimedDecision extends Decision {
  at: Date
}

/**
 * Determines the state after a decision. Refuses a decision that the present status does not allow (another person was
 * faster, or the button was pressed twice) with 409, as the confirmation of an order whose currency has no rate yet,
 * and one that no order accepts with 422.
 */
export function decide(state: OrderState, terms: OrderTerms, decision: TimedDecision): OrderState {
  checkReasons(decision)
  if (!allows(state, decision.action)) {
    throw new Refusal({ code: 'transaction.already_decided', params: { status: state.status }, status: 409 })
  }
  switch (decision.action) {
    case 'confirm':
      return settle({ ...state, status: 'CONFIRMED' }, terms)
    case 'cancel':
      return settle({ ...state, status: 'CANCELLED' }, terms)
    case 'reopen':
      return reopen(state, terms, decision)
    case 'amend':
      return amend(state, terms, decision)
    case 'hold':
      return { ...state, holdReason: decision.holdReason ?? null }
    case 'extend':
    default:
      return extend(state, terms)
  }
}

/** Whether an order in this state can be decided so. A hold ends by the decision `reopen`. */
function allows({ status, holdReason }: OrderState, action: DecisionAction): boolean {
  const isPending = status === 'PENDING'
  const allowed: Record<DecisionAction, boolean> = {
    confirm: status !== 'CONFIRMED',
    cancel: status !== 'CANCELLED',
    reopen: !isPending || holdReason !== null,
    amend: status !== 'CANCELLED',
    hold: isPending && holdReason === null,
    extend: isPending && holdReason === null,
  }
  return allowed[action]
}

/**
 * Makes an order undecided again. One that was decided, or whose hold is taken back, and whose validation period is
 * over by now waits for a person: otherwise the end of the period would decide it at once.
 */
function reopen(state: OrderState, terms: OrderTerms, { restores, at }: TimedDecision): OrderState {
  const { holdReason, dueAt } = restores ?? { holdReason: null, dueAt: state.dueAt }
  const reopened = { ...settle({ ...state, status: 'PENDING' }, terms), holdReason, dueAt }
  const isGivenBack = state.status !== 'PENDING' || restores !== undefined
  const mustWait = isGivenBack && holdReason === null && getDueAt(reopened, terms) <= at
  return mustWait ? { ...reopened, holdReason: 'UNDER_REVIEW' } : reopened
}

function amend(state: OrderState, terms: OrderTerms, { orderValue, items = [] }: Decision): OrderState {
  if (orderValue === undefined || orderValue <= 0n) throw invalidField('amount', { code: 'transaction.amend_amount' })
  if (orderValue > terms.reportedValue) throw invalidField('amount', { code: 'transaction.amend_above' })
  if (items.length > 0 && sumItems(items) !== orderValue) {
    throw invalidField('items', { code: 'transaction.amend_items' })
  }
  if (orderValue === state.orderValue) throw new Refusal({ code: 'transaction.amend_same', status: 409 })
  const commission = terms.priceAmended?.({ value: orderValue, items }) ?? commissionFor(terms.rate, orderValue)
  const amended = { ...state, orderValue, commission }
  return state.status === 'CONFIRMED' ? settle(amended, terms) : amended
}

function extend(state: OrderState, terms: OrderTerms): OrderState {
  if (state.extensions >= terms.maxExtensions) {
    throw new Refusal({ code: 'transaction.extended_enough', params: { max: terms.maxExtensions }, status: 409 })
  }
  const dueAt = new Date(getDueAt(state, terms).getTime() + terms.extensionDays * DAY_MS)
  return { ...state, dueAt, extensions: state.extensions + 1 }
}

/** Sets the fee by the status, keeps of the cover what is still due, and ends hold and extension of a decided order. */
function settle(state: OrderState, terms: OrderTerms): OrderState {
  const worth = state.status === 'CONFIRMED' ? getUsdWorth(state, terms) : undefined
  const fee = worth ? feeFor(terms, worth) : 0n
  const dueCommission = worth?.commission ?? 0n
  return {
    ...state,
    fee,
    coveredCommission: min(state.coveredCommission, dueCommission),
    coveredFee: min(state.coveredFee, fee),
    holdReason: null,
    dueAt: null,
  }
}

/** What is due for a confirmed order. */
function getUsdWorth(state: OrderState, { exchange = IN_USD }: OrderTerms): UsdWorth {
  const worth = toUsd(state, exchange)
  if (worth) return worth
  throw new Refusal({ code: 'transaction.no_rate', params: { currency: exchange.currency }, status: 409 })
}

/** Refuses a decision without its reason, with one that it cannot have, or without the evidence for its reason. */
export function checkReasons({ action, reasonCode, holdReason, ...said }: Decision): void {
  const mayHaveReason = action === 'cancel' || action === 'amend'
  const mustHaveHoldReason = action === 'hold' || action === 'extend'
  const isRight =
    (reasonCode !== undefined ? mayHaveReason : action !== 'cancel') &&
    (holdReason !== undefined) === mustHaveHoldReason
  if (!isRight) throw new Refusal({ code: 'transaction.reason', status: 422, field: 'reason_code' })
  if (reasonCode !== undefined && REASONS_WITH_EVIDENCE.includes(reasonCode) && !hasEvidence(said)) {
    throw new Refusal({ code: 'transaction.evidence', status: 422, field: 'note' })
  }
}

function hasEvidence({ note = '', evidence = '', evidenceFileId = '' }: Partial<Decision>): boolean {
  return `${note}${evidence}${evidenceFileId}`.trim() !== ''
}

function min(one: Amount, other: Amount): Amount {
  return one < other ? one : other
}
