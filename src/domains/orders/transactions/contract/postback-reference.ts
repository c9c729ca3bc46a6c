import { listNames } from '../rules/read-order.ts'
import type { reportOrderCall } from './postback.ts'
import type { PostbackReason } from './vocabulary.ts'

/** A parameter of `/postback`, by our own name. */
export type ParameterName = keyof (typeof reportOrderCall)['query']['shape']

/** What a shop's developer reads about a parameter of `/postback`. */
export interface ParameterReference {
  name: ParameterName
  /** The other names that are read as this one. */
  otherNames: readonly string[]
  /** `decision`: only a postback that decides its order uses it. */
  use: 'required' | 'optional' | 'decision'
  example: string
  /** The reasons of answers that name this parameter as the cause. */
  reasons: readonly PostbackReason[]
}

type Facts = Pick<ParameterReference, 'example' | 'reasons'> & Partial<Pick<ParameterReference, 'use'>>

const PARAMETERS: Record<ParameterName, Facts> = {
  token: {
    use: 'required',
    example: 'YOUR-SERVER-SECRET',
    reasons: ['missing_token', 'unknown_token', 'server_secret_in_pixel', 'report_only_secret'],
  },
  click_id: {
    example: 'the value from the address',
    reasons: [
      'missing_click_id',
      'forged_click_id',
      'unknown_click',
      'wrong_advertiser',
      'click_not_payable',
      'expired_click',
      'click_too_far_ahead',
      'click_differs',
      'clock_ahead',
    ],
  },
  order_id: {
    use: 'required',
    example: 'A-1001',
    reasons: ['missing_order_id', 'malformed_order_id', 'macro_not_replaced', 'unknown_order'],
  },
  event: { example: 'sale', reasons: ['malformed_event', 'unknown_event'] },
  amount: {
    example: '49.90',
    reasons: [
      'missing_amount',
      'malformed_amount',
      'negative_amount',
      'absurd_amount',
      'macro_not_replaced',
      'amount_differs',
      'value_differs',
      'amend_amount',
      'amend_above',
    ],
  },
  currency: {
    example: 'EUR',
    reasons: ['unsupported_currency', 'no_rate', 'currency_differs', 'confirm_without_rate'],
  },
  coupon: { example: 'SPRING-10', reasons: ['malformed_field'] },
  status: { example: 'confirmed', reasons: ['cancelled_order', 'unknown_order', 'already_cancelled', 'in_payment'] },
  reason: { use: 'decision', example: 'RETURNED_MERCHANDISE', reasons: ['unknown_reason'] },
  note: { use: 'decision', example: 'Parcel came back on 3 May', reasons: ['missing_evidence', 'malformed_field'] },
  customer_status: { example: 'NEW', reasons: ['malformed_field'] },
  items: { example: 'shoes:40.00|socks:9.90', reasons: ['malformed_items', 'items_differ', 'amend_items'] },
  test: { example: '1', reasons: ['test', 'malformed_field'] },
  fmt: { example: 'tune', reasons: [] },
}

/** The reasons that concern no parameter but the request. */
export const REQUEST_REASONS = ['unreadable_request'] as const satisfies readonly PostbackReason[]

/** Lists the parameters of `/postback` in the order in which a shop meets them. */
export function listPostbackParameters(): ParameterReference[] {
  const names = listNames().map(([, known]) => known)
  return Object.entries(PARAMETERS).map(([name, facts]) => ({
    name: name as ParameterName,
    otherNames: names.find(([own]) => own === name)?.slice(1) ?? [],
    use: 'optional' as const,
    ...facts,
  }))
}
