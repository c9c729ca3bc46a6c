import { MAX_ORDER_AMOUNT, parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { CustomerStatus, PostbackReason } from '../contract/vocabulary.ts'

/** What an advertiser's shop reports: an order as it stands in a well-formed postback. */
export interface Order {
  /** The click token that the visitor brought to the shop. */
  clickToken: string
  orderRef: string
  /** The action type; `sale` when nothing is said. */
  event: string
  /** Absent when the shop sent none; only actions with a fixed rate may leave it out. */
  amount: Amount | undefined
  /** Absent when the shop sent none: then it is the currency of the terms. */
  currency: string | undefined
  coupon: string | null
  customerStatus: CustomerStatus | null
  isTest: boolean
}

/**
 * The parameters of a postback before they are checked: strings, or whatever a JSON body or a repeated name made of
 * them.
 */
export type PostbackParameters = Record<string, unknown>

/** Every name that a parameter is known by, ours first (FIELD 3.1). The first name with a value wins. */
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

const MAX_ORDER_REF_LENGTH = 120
const MAX_COUPON_LENGTH = 60
const EVENT = /^[a-z][a-z0-9_]{0,39}$/
const FALSE_WORDS = new Set(['', '0', 'false', 'no'])
const TRUE_WORDS = new Set(['1', 'true', 'yes'])
const CANCELLED_WORDS = new Set(['cancelled', 'canceled', 'rejected', 'declined', 'deleted', 'refunded', 'reversed'])
// Control characters and what stands for undecodable bytes.
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u001F\u007F\uFFFD]/

/** Reads an order strictly: what is not well-formed is refused with a reason, never guessed at. */
export function readOrder(given: PostbackParameters): { order: Order } | { reason: PostbackReason } {
  for (const check of CHECKS) {
    const reason = check(given)
    if (reason !== undefined) return { reason }
  }
  const amount = valueOf(given, 'amount')
  return {
    order: {
      clickToken: valueOf(given, 'clickId') ?? '',
      orderRef: valueOf(given, 'orderId') ?? '',
      event: readEvent(given),
      amount: amount === undefined ? itemsTotal(given) : parseAmount(amount),
      currency: valueOf(given, 'currency')?.toUpperCase(),
      coupon: valueOf(given, 'coupon') ?? null,
      customerStatus: (valueOf(given, 'customerStatus')?.toUpperCase() as CustomerStatus | undefined) ?? null,
      isTest: TRUE_WORDS.has((valueOf(given, 'test') ?? '').toLowerCase()),
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
  return valueOf(given, 'clickId') === undefined ? 'missing_click_id' : undefined
}

function checkOrderId(given: PostbackParameters): PostbackReason | undefined {
  const orderRef = valueOf(given, 'orderId')
  if (orderRef === undefined) return 'missing_order_id'
  return orderRef.length > MAX_ORDER_REF_LENGTH || orderRef !== orderRef.trim() ? 'malformed_order_id' : undefined
}

function checkEvent(given: PostbackParameters): PostbackReason | undefined {
  return EVENT.test(readEvent(given)) ? undefined : 'malformed_event'
}

function checkAmount(given: PostbackParameters): PostbackReason | undefined {
  const text = valueOf(given, 'amount')
  return text === undefined ? undefined : amountProblem(text)
}

function amountProblem(text: string): PostbackReason | undefined {
  const isNegative = text.startsWith('-')
  const magnitude = isNegative ? text.slice(1) : text
  const amount = parseAmount(magnitude)
  // Fifteen digits and more are no amount for `parseAmount`, but they are no spelling mistake either.
  if (amount === undefined && !/^\d{15,}(\.\d{1,4})?$/.test(magnitude)) return 'malformed_amount'
  if (isNegative) return 'negative_amount'
  return amount === undefined || amount > MAX_ORDER_AMOUNT ? 'absurd_amount' : undefined
}

function checkItems(given: PostbackParameters): PostbackReason | undefined {
  const items = itemAmounts(given)
  if (items === undefined) return undefined
  for (const item of items) {
    const problem = item === undefined ? 'malformed_field' : amountProblem(item)
    if (problem !== undefined) return problem
  }
  const total = itemsTotal(given) ?? 0n
  if (total > MAX_ORDER_AMOUNT) return 'absurd_amount'
  const amount = valueOf(given, 'amount')
  return amount !== undefined && parseAmount(amount) !== total ? 'items_differ' : undefined
}

function checkCurrency(given: PostbackParameters): PostbackReason | undefined {
  const currency = valueOf(given, 'currency')
  return currency === undefined || /^[A-Za-z]{3}$/.test(currency) ? undefined : 'unsupported_currency'
}

function checkDetails(given: PostbackParameters): PostbackReason | undefined {
  const customerStatus = valueOf(given, 'customerStatus')?.toUpperCase() ?? 'NEW'
  const test = (valueOf(given, 'test') ?? '').toLowerCase()
  const isFine =
    (valueOf(given, 'coupon') ?? '').length <= MAX_COUPON_LENGTH &&
    (customerStatus === 'NEW' || customerStatus === 'RETURNING') &&
    (FALSE_WORDS.has(test) || TRUE_WORDS.has(test))
  return isFine ? undefined : 'malformed_field'
}

function checkStatus(given: PostbackParameters): PostbackReason | undefined {
  return CANCELLED_WORDS.has((valueOf(given, 'status') ?? '').toLowerCase()) ? 'cancelled_order' : undefined
}

function readEvent(given: PostbackParameters): string {
  return (valueOf(given, 'event') ?? 'sale').toLowerCase()
}

/** The amounts of `GROUP:AMOUNT|GROUP:AMOUNT`; `undefined` in place of a part that has none. */
function itemAmounts(given: PostbackParameters): (string | undefined)[] | undefined {
  return valueOf(given, 'items')
    ?.split('|')
    .map((item) => /^[^:]{1,60}:([^:]*)$/.exec(item)?.[1])
}

function itemsTotal(given: PostbackParameters): Amount | undefined {
  return itemAmounts(given)?.reduce((total, item) => total + (parseAmount(item ?? '') ?? 0n), 0n)
}

/** What was given for a parameter under any of its names; `undefined` when nothing was. */
export function valueOf(given: PostbackParameters, field: Field): string | undefined {
  for (const name of NAMES[field]) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
