import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'

/** Orders of a currency and UTC day that have no exchange rate. */
const OrdersWithoutRateView = z.object({
  currency: z.string(),
  day: Day,
  count: z.number(),
  /** Their value, in their currency. */
  order_value: z.string(),
})

/** @see OrdersWithoutRateView */
export type OrdersWithoutRateView = z.infer<typeof OrdersWithoutRateView>

/** Lists the orders that wait for an exchange rate. */
export const listWithoutRateCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/transactions/without-rate',
  access: 'operator',
  encoding: 'none',
  summary: 'The orders that wait for an exchange rate, by currency and day, the oldest day first',
  reply: z.object({
    success: z.literal(true),
    /** At most 200 days, and the number of all orders. */
    data: z.object({ count: z.number(), waiting: z.array(OrdersWithoutRateView) }),
  }),
})
