import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { PricedOrderFields } from './test-order.ts'
import { MAX_ORDER_REF_LENGTH } from '../rules/read-order.ts'
import { PARAMETER_HINTS } from '../rules/parameter-hints.ts'
import { POSTBACK_REASONS, POSTBACK_RESULTS, UNSTORED_REASONS } from './vocabulary.ts'

/** A parameter that the shop should look at, whatever the answer is; `message` is in the language of the request. */
export const ParameterHintView = z.object({
  parameter: z.string(),
  hint: z.enum(PARAMETER_HINTS),
  message: z.string(),
})

/** @see ParameterHintView */
export type ParameterHintView = z.infer<typeof ParameterHintView>

/** The answer to a postback. `message` is the sentence of the reason, in the language of the request. */
export const PostbackAnswer = z.object({
  result: z.enum([...POSTBACK_RESULTS, 'retry', 'test']),
  reason: z.enum([...POSTBACK_REASONS, ...UNSTORED_REASONS]).nullable(),
  message: z.string().optional(),
  transaction_id: z.uuid().nullable(),
  /** Absent without any. */
  hints: z.array(ParameterHintView).optional(),
  ...PricedOrderFields.partial().shape,
})

/** @see PostbackAnswer */
export type PostbackAnswer = z.infer<typeof PostbackAnswer>

/**
 * Describes the postback, which is handled before the router and takes the same parameters as a form or JSON by POST.
 * 200: the order is recorded or decided; 202: it is stored and waits; 503: the advertiser sends it again.
 */
export const reportOrderCall = endpoint({
  method: 'GET',
  path: '/postback',
  isTracking: true,
  access: 'public',
  encoding: 'none',
  operationId: 'reportOrder',
  summary: 'Report an order',
  query: z.object({
    token: z.string(),
    click_id: z.string().optional(),
    order_id: z.string().max(MAX_ORDER_REF_LENGTH),
    event: z.string().default('sale'),
    amount: z.string().optional(),
    currency: z.string().length(3).optional(),
    coupon: z.string().optional(),
    status: z.string().optional(),
    reason: z.string().optional(),
    note: z.string().max(500).optional(),
    customer_status: z.enum(['NEW', 'RETURNING']).optional(),
    items: z.string().optional(),
    test: z.enum(['0', '1']).default('0'),
    fmt: z.enum(['tune']).optional(),
  }),
  repliesByStatus: Object.fromEntries(
    [200, 202, 400, 401, 405, 413, 422, 429, 500, 503].map((status) => [status, PostbackAnswer]),
  ),
})
