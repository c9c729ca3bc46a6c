import { z } from 'zod'
import { CUSTOMER_STATUSES, LOSS_REASONS, RULE_AUDIENCES } from '#domains/programmes/rates/rules/resolve.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { plainText } from '#kernel/text.ts'
import { PRICE_PROBLEMS, readInstant } from '../rules/basket.ts'

const succeeded = { success: z.literal(true) }

/** A rate of a publisher, and the orders that it is for. A null stands for all. */
export const HeldRate = z.object({
  rule: z.number(),
  action_type: z.string(),
  audience: z.enum(RULE_AUDIENCES),
  /** The publisher or the group, for the brand; null for all publishers, and where a publisher reads it. */
  audience_name: z.string().nullable(),
  product_group: z.string().nullable(),
  region: z.string().nullable(),
  customer: z.enum(CUSTOMER_STATUSES).nullable(),
  starts_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  /** For readers: `7.5%`, `30.00 USD`. */
  text: z.string(),
})

/** @see HeldRate */
export type HeldRate = z.infer<typeof HeldRate>

/** What an order earns, by the items of each product group. */
const PriceView = z.object({
  commission: z.string(),
  parts: z.array(
    z.object({
      product_group: z.string().nullable(),
      amount: z.string(),
      /** Null for a fixed amount, which the order earns once. */
      commission: z.string().nullable(),
      winner: HeldRate,
      /** The first of the rates that lose, the next best first, and how many more there are. */
      losers: z.array(HeldRate.extend({ reason: z.enum(LOSS_REASONS) })),
      more: z.number(),
    }),
  ),
})

/** @see PriceView */
export type PriceView = z.infer<typeof PriceView>

/** The calculator: what can be chosen, what was chosen, and the price. */
export const CalculatorView = z.object({
  advertiser_name: z.string(),
  events: z.array(z.string()),
  regions: z.array(z.object({ code: z.string(), name: z.string() })),
  has_draft: z.boolean(),
  /** The instant of the click, and the version in force at it; null for the draft, and before the first version. */
  at: z.iso.datetime(),
  version: z.number().nullable(),
  /** The publisher whose order it is; null for one without rates of its own. */
  publisher_name: z.string().nullable(),
  /** Why there is no price; null with one, and before a basket was given. */
  problem: z.enum(PRICE_PROBLEMS).nullable(),
  price: PriceView.nullable(),
})

/** @see CalculatorView */
export type CalculatorView = z.infer<typeof CalculatorView>

const order = {
  action_type: plainText(40).default(''),
  /** Items by line or bar: `Shoes:40.00|Hats:60.00`, or one amount. */
  items: plainText(4000).default(''),
  region: plainText(6).default(''),
  customer: z.enum([...CUSTOMER_STATUSES, '']).default(''),
  /** The time of the click (UTC): `2026-11-20`, or with minutes `2026-11-20T14:30`; now if missing. */
  at: z
    .string()
    .refine((text) => text === '' || readInstant(text) !== undefined, coded('input.day'))
    .default(''),
}

export const priceOrderCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/rates/price',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'What an order earns a publisher of your programme, by which rates, and which rates lose',
  query: z.object({
    ...order,
    /** A publisher without rates of its own if empty. */
    publisher_id: z.union([Id, z.literal('').transform(() => null)]).default(null),
    rates: z.enum(['published', 'draft']).default('published'),
  }),
  reply: z.object({ ...succeeded, data: CalculatorView }),
})

export const priceOwnOrderCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertiser/:advertiser_id/price',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'What an order at an advertiser earns you, by which rates, and which rates lose',
  params: z.object({ advertiser_id: Id }),
  query: z.object(order),
  reply: z.object({ ...succeeded, data: CalculatorView }),
})
