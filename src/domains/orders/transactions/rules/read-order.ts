import { isCurrency } from '#kernel/lists/currencies.ts'
import { isPlaceholder } from '#kernel/placeholders.ts'
import { BASE_CURRENCY, MAX_FOREIGN_AMOUNT, MAX_ORDER_AMOUNT, parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { CustomerStatus, PostbackReason, RecordedRemark } from '../contract/vocabulary.ts'
import { readCouponCodes } from './coupon-codes.ts'
import { readItems, sumItems } from './order-items.ts'
import type { OrderItem } from './order-items.ts'

/** An order that a well-formed postback reports. */
export interface Order {
  /** The click token that the visitor brought to the advertiser. Absent only in an order with a coupon. */
  clickToken: string | undefined
  orderRef: string
  /** The event; `sale` by default. */
  event: string
  /** Absent if the postback has none; only events with a fixed rate may omit it. */
  amount: Amount | undefined
  /** Absent if the postback has none: then the currency of the terms applies. */
  currency: string | undefined
  /** Of several codes the first. */
  coupon: string | null
  customerStatus: CustomerStatus | null
  /** Its parts, which add up to `amount`; empty without any. */
  items: readonly OrderItem[]
  /** Without what the order is recorded. */
  remark: RecordedRemark | null
  isTest: boolean
}

/**
 * The unchecked parameters of a postback: strings, lists from repeated names, or any values from a JSON body.
 */
export type PostbackParameters = Record<string, unknown>

/** All accepted names of each parameter, our own first (FIELD 3.1). The first name with a value counts. */
const NAMES = {
  clickId: ['click_id', 'clickid', 'transaction_id', 'txid', 'tid', 'cks'],
  orderId: ['order_id', 'ref', 'orderId', 'oid'],
  event: ['event'],
  amount: ['amount', 'payout', 'sum'],
  currency: ['currency', 'cr'],
  coupon: ['coupon', 'vc'],
  status: ['status'],
  customerStatus: ['customer_status'],
  test: ['test', 'testmode'],
} as const

/** The further parameters of a postback that decides its order. */
const DECISION_NAMES = { reason: ['reason', 'reason_code'], note: ['note'] } as const

const ALL_NAMES = { ...NAMES, ...DECISION_NAMES }

/** What a parameter of a postback means. */
export type Field = keyof typeof ALL_NAMES

/** The longest order id. */
export const MAX_ORDER_REF_LENGTH = 120
const EVENT = /^[a-z][a-z0-9_]{0,39}$/
const FALSE_WORDS = new Set(['', '0', 'false', 'no'])
const TRUE_WORDS = new Set(['1', 'true', 'yes'])
const CANCELLED_WORDS = new Set(['cancelled', 'canceled', 'rejected', 'declined', 'deleted', 'refunded', 'reversed'])
// Control characters, and the replacement character of bytes that cannot be decoded.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u001F\u007F\uFFFD]/

/** Reads an order strictly. Rejects an order that is not well-formed, with a reason, and never guesses. */
export function readOrder(given: PostbackParameters): { order: Order } | { reason: PostbackReason } {
  const reason = findFault(given, CHECKS)
  if (reason !== undefined) return { reason }
  return {
    order: {
      clickToken: readParameter(given, 'clickId'),
      orderRef: readParameter(given, 'orderId') ?? '',
      event: readEvent(given),
      ...readValue(given),
      currency: readCurrency(given),
      coupon: readCoupons(given)[0] ?? null,
      customerStatus: (readParameter(given, 'customerStatus')?.toUpperCase() as CustomerStatus | undefined) ?? null,
      isTest: isTest(given),
    },
  }
}

/**
 * Reads the value of a checked order and its items. Items that are malformed, or that do not add up to the amount, are
 * left out.
 */
function readValue(given: PostbackParameters): Pick<Order, 'amount' | 'items' | 'remark'> {
  const text = readParameter(given, 'amount')
  const items = readItems(given['items'])
  const amount = text === undefined ? (items?.length ? sumItems(items) : undefined) : parseAmount(text)
  if (items === undefined) return { amount, items: [], remark: 'malformed_items' }
  const isWhole = items.length === 0 || sumItems(items) === amount
  return isWhole ? { amount, items, remark: null } : { amount, items: [], remark: 'items_differ' }
}

/** Reads the currency of the amount. */
export function readCurrency(given: PostbackParameters): string | undefined {
  return readParameter(given, 'currency')?.toUpperCase()
}

/** Tells whether a postback says that it is a test. */
export function isTest(given: PostbackParameters): boolean {
  return TRUE_WORDS.has((readParameter(given, 'test') ?? '').toLowerCase())
}

/** Checks the parameters of a decision that name its order, its amount and its currency, and whether it is a test. */
export function checkOrderName(given: PostbackParameters): PostbackReason | undefined {
  return findFault(given, [checkDecisionFields, checkOrderId, checkEvent, checkNewAmount, checkCurrency, checkTest])
}

type OrderCheck = (given: PostbackParameters) => PostbackReason | undefined

function findFault(given: PostbackParameters, checks: readonly OrderCheck[]): PostbackReason | undefined {
  for (const check of checks) {
    const reason = check(given)
    if (reason !== undefined) return reason
  }
  return undefined
}

const CHECKS = [
  checkReadable,
  checkClickId,
  checkOrderId,
  checkEvent,
  checkAmount,
  checkItems,
  checkCurrency,
  checkDetails,
  checkStatus,
] as const

function checkReadable(given: PostbackParameters): PostbackReason | undefined {
  return checkFields(given, Object.values(NAMES))
}

function checkDecisionFields(given: PostbackParameters): PostbackReason | undefined {
  return checkFields(given, Object.values(ALL_NAMES))
}

function checkFields(given: PostbackParameters, fields: readonly (readonly string[])[]): PostbackReason | undefined {
  for (const names of fields) {
    for (const name of names) {
      const value = given[name]
      if (value === undefined || value === null || names === NAMES.coupon) continue
      if (typeof value !== 'string') return 'malformed_field'
      if (!UNREADABLE.test(value) && value.isWellFormed()) continue
      return names === NAMES.orderId ? 'malformed_order_id' : 'malformed_field'
    }
  }
  return undefined
}

function checkClickId(given: PostbackParameters): PostbackReason | undefined {
  return namesEarner(given) ? undefined : 'missing_click_id'
}

function checkOrderId(given: PostbackParameters): PostbackReason | undefined {
  const orderRef = readParameter(given, 'orderId')
  if (orderRef === undefined) return hasPlaceholder(given, 'orderId') ? 'macro_not_replaced' : 'missing_order_id'
  return orderRef.length > MAX_ORDER_REF_LENGTH || orderRef !== orderRef.trim() ? 'malformed_order_id' : undefined
}

function checkEvent(given: PostbackParameters): PostbackReason | undefined {
  return EVENT.test(readEvent(given)) ? undefined : 'malformed_event'
}

function checkAmount(given: PostbackParameters): PostbackReason | undefined {
  return checkAmountUpTo(given, getMaxAmount(given))
}

/** The value of the order bounds it further. */
function checkNewAmount(given: PostbackParameters): PostbackReason | undefined {
  return checkAmountUpTo(given, MAX_FOREIGN_AMOUNT)
}

function checkAmountUpTo(given: PostbackParameters, max: Amount): PostbackReason | undefined {
  const text = readParameter(given, 'amount')
  if (text === undefined) return hasPlaceholder(given, 'amount') ? 'macro_not_replaced' : undefined
  return checkAmountText(text, max)
}

/** Gets the most that an order may be worth. A rate that is known bounds an order in another currency further. */
function getMaxAmount(given: PostbackParameters): Amount {
  return (readCurrency(given) ?? BASE_CURRENCY) === BASE_CURRENCY ? MAX_ORDER_AMOUNT : MAX_FOREIGN_AMOUNT
}

function checkAmountText(text: string, max: Amount): PostbackReason | undefined {
  const isNegative = text.startsWith('-')
  const magnitude = isNegative ? text.slice(1) : text
  const amount = parseAmount(magnitude)
  // `parseAmount` refuses fifteen and more digits. They are too large, but not malformed.
  if (amount === undefined && !/^\d{15,}(\.\d{1,4})?$/.test(magnitude)) return 'malformed_amount'
  if (isNegative) return 'negative_amount'
  return amount === undefined || amount > max ? 'absurd_amount' : undefined
}

/** Items need to be right only where they alone say the amount. */
function checkItems(given: PostbackParameters): PostbackReason | undefined {
  if (readParameter(given, 'amount') !== undefined) return undefined
  const items = readItems(given['items'])
  if (items === undefined) return 'malformed_items'
  return sumItems(items) > getMaxAmount(given) ? 'absurd_amount' : undefined
}

function checkCurrency(given: PostbackParameters): PostbackReason | undefined {
  const currency = readCurrency(given)
  return currency === undefined || isCurrency(currency) ? undefined : 'unsupported_currency'
}

function checkDetails(given: PostbackParameters): PostbackReason | undefined {
  const customerStatus = readParameter(given, 'customerStatus')?.toUpperCase() ?? 'NEW'
  const isFine = findCoupons(given) !== undefined && (customerStatus === 'NEW' || customerStatus === 'RETURNING')
  return isFine ? checkTest(given) : 'malformed_field'
}

function checkTest(given: PostbackParameters): PostbackReason | undefined {
  const test = (readParameter(given, 'test') ?? '').toLowerCase()
  return FALSE_WORDS.has(test) || TRUE_WORDS.has(test) ? undefined : 'malformed_field'
}

function checkStatus(given: PostbackParameters): PostbackReason | undefined {
  const status = readStatus(given)
  if (status === 'amended') return 'unknown_order'
  return CANCELLED_WORDS.has(status) ? 'cancelled_order' : undefined
}

/** Reads the status that a postback gives its order, in lower case; empty without one. */
export function readStatus(given: PostbackParameters): string {
  return (readParameter(given, 'status') ?? '').toLowerCase()
}

/** Reads the event: `sale` when the postback names none. */
export function readEvent(given: PostbackParameters): string {
  return (readParameter(given, 'event') ?? 'sale').toLowerCase()
}

/** Tells whether a postback says who earns the order: by a click or by a coupon code. */
export function namesEarner(given: PostbackParameters): boolean {
  return readParameter(given, 'clickId') !== undefined || readCoupons(given).length > 0
}

/** Reads the coupon codes of a postback; none of a malformed list. */
export function readCoupons(given: PostbackParameters): readonly string[] {
  return findCoupons(given) ?? []
}

/** The codes under the first name that has any; `undefined` if they are malformed. */
function findCoupons(given: PostbackParameters): readonly string[] | undefined {
  for (const name of NAMES.coupon) {
    const codes = readCouponCodes(given[name])
    if (codes === undefined || codes.some((code) => UNREADABLE.test(code) || !code.isWellFormed())) return undefined
    if (codes.length > 0) return codes
  }
  return []
}

/**
 * Reads a parameter under any of its names; `undefined` if none has a value. A macro that the shop has not replaced,
 * and a word that programs print for nothing, are no values.
 */
export function readParameter(given: PostbackParameters, field: Exclude<Field, 'coupon'>): string | undefined {
  for (const name of ALL_NAMES[field]) {
    const value = given[name]
    if (typeof value === 'string' && value !== '' && !isPlaceholder(value)) return value
  }
  return undefined
}

function hasPlaceholder(given: PostbackParameters, field: Field): boolean {
  return ALL_NAMES[field].some((name) => typeof given[name] === 'string' && isPlaceholder(given[name]))
}

/** Lists all accepted names of each field, our own first. */
export function listNames(): [field: Field, names: readonly string[]][] {
  return Object.entries(ALL_NAMES) as [Field, readonly string[]][]
}
