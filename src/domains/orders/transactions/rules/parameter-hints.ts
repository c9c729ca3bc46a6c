import type { CodedError } from '#kernel/error-codes.ts'
import { isPlaceholder } from '#kernel/placeholders.ts'
import { listNames, readCoupons, readParameter } from './read-order.ts'
import type { Field, PostbackParameters } from './read-order.ts'

/** What is odd about parameters of a postback that were read as absent, or that may not mean what the shop thinks. */
export const PARAMETER_HINTS = ['macro_not_replaced', 'unknown_name', 'not_normalized'] as const

/** A parameter that the shop should look at. */
export interface ParameterHint {
  /** Its name as it was sent. */
  parameter: string
  hint: (typeof PARAMETER_HINTS)[number]
  /** What the shop should do. */
  message: CodedError
}

const MAX_HINTS = 10
/** Longer names are not looked at. */
const MAX_NAME_LENGTH = 40

/** Names that shops and other networks use, without signs and in lower case, by the field that they seem to mean. */
const MEANT: Partial<Record<Field, readonly string[]>> = {
  clickId: ['click', 'clickref', 'clicktoken', 'clkid', 'cid', 'visitid'],
  orderId: [
    'order',
    'orderno',
    'ordernr',
    'ordernum',
    'ordernumber',
    'orderref',
    'orderreference',
    'reference',
    'saleid',
  ],
  event: ['eventname', 'eventtype', 'goal', 'goalid'],
  amount: ['total', 'ordertotal', 'ordervalue', 'orderamount', 'grandtotal', 'subtotal', 'price', 'revenue', 'value'],
  currency: ['cur', 'curr', 'ccy', 'currencycode', 'ordercurrency'],
  coupon: ['code', 'couponcode', 'discountcode', 'promocode', 'voucher', 'vouchercode'],
  status: ['orderstatus'],
  customerStatus: ['customer', 'customertype', 'newcustomer', 'isnew'],
}

const KNOWN_FIELDS = new Map<string, Field>()
const MEANT_FIELDS = new Map<string, Field>()
for (const [field, names] of listNames()) {
  for (const name of names) KNOWN_FIELDS.set(name, field)
  for (const name of [...names.map(toPlain), ...(MEANT[field] ?? [])]) MEANT_FIELDS.set(name, field)
}

function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** Lists what is odd about the parameters of a postback, whatever it was answered; at most ten. */
export function listParameterHints(given: PostbackParameters): ParameterHint[] {
  const hints: ParameterHint[] = []
  for (const [name, value] of Object.entries(given)) {
    if (hints.length === MAX_HINTS) break
    const hint = findHint(given, name, value)
    if (hint) hints.push(hint)
  }
  return hints
}

function findHint(given: PostbackParameters, name: string, value: unknown): ParameterHint | undefined {
  if (typeof value !== 'string' || value === '' || name.length > MAX_NAME_LENGTH) return undefined
  const params = { parameter: name }
  const known = KNOWN_FIELDS.get(name)
  if (known === undefined) return findMeant(given, name)
  if (isPlaceholder(value)) {
    const message = { code: 'postback_hint.macro_not_replaced', params } as const
    return { parameter: name, hint: 'macro_not_replaced', message }
  }
  if (known !== 'orderId' || value !== readParameter(given, 'orderId') || value === value.normalize()) return undefined
  return { parameter: name, hint: 'not_normalized', message: { code: 'postback_hint.not_normalized', params } }
}

/** An unknown name means something only where the postback lacks just that. */
function findMeant(given: PostbackParameters, name: string): ParameterHint | undefined {
  const field = MEANT_FIELDS.get(toPlain(name))
  if (field === undefined || hasValue(given, field)) return undefined
  const [meant = ''] = listNames().find(([each]) => each === field)?.[1] ?? []
  const message = { code: 'postback_hint.unknown_name', params: { parameter: name, meant } } as const
  return { parameter: name, hint: 'unknown_name', message }
}

function hasValue(given: PostbackParameters, field: Field): boolean {
  return field === 'coupon' ? readCoupons(given).length > 0 : readParameter(given, field) !== undefined
}
