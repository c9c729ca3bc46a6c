import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'

const Counts = z.object({ clicks: z.number(), orders: z.number() })

/** Whether the orders of today and yesterday are as many as their clicks lead one to expect. */
export const OrdersPerClickView = z.object({
  /** `too_little` to tell is not `within` the band; `silent` is no click where clicks are usual. */
  state: z.enum(['too_little', 'silent', 'within', 'below', 'above']),
  judged: Counts,
  /** The 28 days before. */
  usual: Counts,
  /** The bounds of the band, in orders of the judged clicks; null if there is too little to tell. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Orders of 1,000 clicks, with one decimal; null without clicks. */
  judged_rate: z.string().nullable(),
  usual_rate: z.string().nullable(),
})

/** @see OrdersPerClickView */
export type OrdersPerClickView = z.infer<typeof OrdersPerClickView>

export const getOrdersPerClickCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/orders-per-click',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Whether my last orders are as many as my clicks lead one to expect, with both figures',
  reply: z.object({ success: z.literal(true), data: OrdersPerClickView }),
})
