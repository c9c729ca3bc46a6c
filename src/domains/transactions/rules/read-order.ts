import { isCurrency } from '#kernel/lists/currencies.ts'
import { BASE_CURRENCY, MAX_FOREIGN_AMOUNT, MAX_ORDER_AMOUNT, parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { CustomerStatus, PostbackReason } from '../contract/vocabulary.ts'

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
  coupon: string | null
  customerStatus: CustomerStatus | null
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
  items: ['items'],
  test: ['test', 'testmode'],
} as const

type Field = keyof typeof NAMES

/** The longest order id. */
export const MAX_ORDER_REF_LENGTH = 120
const MAX_COUPON_LENGTH = 60
const EVENT = /^[a-z][a-z0-9_]{0,39}$/
const FALSE_WORDS = new Set(['', '0', 'false', 'no'])
const TRUE_WORDS = new Set(['1', 'true', 'yes'])
const CANCELLED_WORDS = new Set(['cancelled', 'canceled', 'rejected', 'declined', 'deleted', 'refunded', 'reversed'])
// Control characters, and the replacement character of bytes that cannot be decoded.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u001F\u007F\uFFFD]/

/** Reads an order strictly. Rejects an order that is not well-formed, with a reason, and never guesses. */
export function readOrder(given: PostbackParameters): { order: Order } | { reason: PostbackReason } {
  for (const check of CHECKS) {
    const reason = check(given)
    if (reason !== undefined) return { reason }
  }
  const amount = readParameter(given, 'amount')
  return {
    order: {
      clickToken: readParameter(given, 'clickId'),
      orderRef: readParameter(given, 'orderId') ?? '',
      event: readEvent(given),
      amount: amount === undefined ? sumItems(given) : parseAmount(amount),
      currency: readCurrency(given),
      coupon: readParameter(given, 'coupon') ?? null,
      customerStatus: (readParameter(given, 'customerStatus')?.toUpperCase() as CustomerStatus | undefined) ?? null,
      isTest: TRUE_WORDS.has((readParameter(given, 'test') ?? '').toLowerCase()),
    },
  }
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
  for (const names of Object.values(NAMES)) {
    for (const name of names) {
      const value = given[name]
      if (value === undefined || value === null) continue
      if (typeof value !== 'string') return 'malformed_field'
      if (!UNREADABLE.test(value) && value.isWellFormed()) continue
      return names === NAMES.orderId ? 'malformed_order_id' : 'malformed_field'
    }
  }
  return undefined
}

function checkClickId(given: PostbackParameters): PostbackReason | undefined {
  const isNamed = readParameter(given, 'clickId') !== undefined || readParameter(given, 'coupon') !== undefined
  return isNamed ? undefined : 'missing_click_id'
}

function checkOrderId(given: PostbackParameters): PostbackReason | undefined {
  const orderRef = readParameter(given, 'orderId')
  if (orderRef === undefined) return 'missing_order_id'
  return orderRef.length > MAX_ORDER_REF_LENGTH || orderRef !== orderRef.trim() ? 'malformed_order_id' : undefined
}

function checkEvent(given: PostbackParameters): PostbackReason | undefined {
  return EVENT.test(readEvent(given)) ? undefined : 'malformed_event'
}

function checkAmount(given: PostbackParameters): PostbackReason | undefined {
  const text = readParameter(given, 'amount')
  return text === undefined ? undefined : checkAmountText(text, getMaxAmount(given))
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

function checkItems(given: PostbackParameters): PostbackReason | undefined {
  const items = readItemAmounts(given)
  if (items === undefined) return undefined
  const max = getMaxAmount(given)
  for (const item of items) {
    const problem = item === undefined ? 'malformed_field' : checkAmountText(item, max)
    if (problem !== undefined) return problem
  }
  const total = sumItems(given) ?? 0n
  if (total > max) return 'absurd_amount'
  const amount = readParameter(given, 'amount')
  return amount !== undefined && parseAmount(amount) !== total ? 'items_differ' : undefined
}

function checkCurrency(given: PostbackParameters): PostbackReason | undefined {
  const currency = readCurrency(given)
  return currency === undefined || isCurrency(currency) ? undefined : 'unsupported_currency'
}

function checkDetails(given: PostbackParameters): PostbackReason | undefined {
  const customerStatus = readParameter(given, 'customerStatus')?.toUpperCase() ?? 'NEW'
  const test = (readParameter(given, 'test') ?? '').toLowerCase()
  const isFine =
    (readParameter(given, 'coupon') ?? '').length <= MAX_COUPON_LENGTH &&
    (customerStatus === 'NEW' || customerStatus === 'RETURNING') &&
    (FALSE_WORDS.has(test) || TRUE_WORDS.has(test))
  return isFine ? undefined : 'malformed_field'
}

function checkStatus(given: PostbackParameters): PostbackReason | undefined {
  return CANCELLED_WORDS.has((readParameter(given, 'status') ?? '').toLowerCase()) ? 'cancelled_order' : undefined
}

function readCurrency(given: PostbackParameters): string | undefined {
  return readParameter(given, 'currency')?.toUpperCase()
}

/** Reads the event: `sale` when the postback names none. */
export function readEvent(given: PostbackParameters): string {
  return (readParameter(given, 'event') ?? 'sale').toLowerCase()
}

/** Reads the amounts of `GROUP:AMOUNT|GROUP:AMOUNT`; `undefined` for a malformed part. */
function readItemAmounts(given: PostbackParameters): (string | undefined)[] | undefined {
  return readParameter(given, 'items')
    ?.split('|')
    .map((item) => /^[^:]{1,60}:([^:]*)$/.exec(item)?.[1])
}

function sumItems(given: PostbackParameters): Amount | undefined {
  return readItemAmounts(given)?.reduce((total, item) => total + (parseAmount(item ?? '') ?? 0n), 0n)
}

/** Reads a parameter under any of its names; `undefined` if none has a value. */
export function readParameter(given: PostbackParameters, field: Field): string | undefined {
  for (const name of NAMES[field]) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
