import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { requiredText } from '#kernel/text.ts'
import { TRANSACTION_STATUSES } from './vocabulary.ts'

const path = '/api/v1/brand/coupons'

/** A coupon code as it stands in an address. */
const Code = requiredText(60)

/** The most codes that one call counts: those of a page of promotions. */
const MAX_CODES = 100

/** How often a code was used while a site owned it, in the last `LEAK_DAYS` days. */
const CouponUse = z.object({
  code: z.string(),
  orders: z.number(),
  /** Orders of which no click of the owner is known: those of clicks of others, and those without a click. */
  by_others: z.number(),
  without_click: z.number(),
})

/** @see CouponUse */
export type CouponUse = z.infer<typeof CouponUse>

/** Counts the orders with coupon codes that belong to sites. */
export const countCouponUseCall = endpoint({
  method: 'GET',
  path: `${path}/use`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Orders with coupon codes that I gave to publishers, and how many have no click of the owner',
  query: z.object({
    code: z.union([z.array(Code).max(MAX_CODES), Code.transform((code) => [code])]).default([]),
  }),
  reply: z.object({ success: z.literal(true), data: z.array(CouponUse) }),
})

/** An order with a code, without a click of the owner of the code. */
const LeakedOrder = z.object({
  publisher_id: z.number(),
  publisher_name: z.string(),
  transaction_id: z.string(),
  order_id: z.string(),
  ordered_at: z.iso.datetime(),
  /** Whether the code alone earned it, without a click. */
  is_without_click: z.boolean(),
  status: z.enum(TRANSACTION_STATUSES),
  /** In USD; null while its currency has no rate. */
  commission: z.string().nullable(),
})

/** @see LeakedOrder */
export type LeakedOrder = z.infer<typeof LeakedOrder>

/** Lists the newest orders with a code and without a click of its owner. */
export const getCouponLeakCall = endpoint({
  method: 'GET',
  path: `${path}/leak`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The newest orders with one of my coupon codes and without a click of the publisher who owns it',
  query: z.object({ code: Code }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ use: CouponUse, orders: z.array(LeakedOrder) }),
  }),
})
