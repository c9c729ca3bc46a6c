import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'

/** The days within which orders that decide themselves are announced. */
export const DUE_DAYS = 7

/** Undecided orders that reach the end of their validation period, and what then happens to them. */
export const DueOrders = z.object({
  /** What the terms say: they are confirmed, or held until a person decides. */
  end: z.enum(['confirm', 'hold']),
  count: z.number().int(),
  /** In USD, 4 decimals. */
  order_value: z.string(),
  commission: z.string(),
  /** When the first of them decides itself. */
  first_due_at: z.iso.datetime(),
})

/** @see DueOrders */
export type DueOrders = z.infer<typeof DueOrders>

/** Sums the orders of the signed-in advertiser that decide themselves within `DUE_DAYS` days. */
export const sumDueOrdersCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/transactions/due',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Orders at my shop that decide themselves in the next 7 days, and how',
  reply: z.object({ success: z.literal(true), data: z.object({ days: z.number().int(), due: z.array(DueOrders) }) }),
})
