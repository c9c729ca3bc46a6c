import { z } from 'zod'
import { cursorQuery } from '#kernel/cursor.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { DecimalMoney, Instant, STREAM_FILES, nextCursor, streamQuery } from '#kernel/stream-query.ts'
import { plainText } from '#kernel/text.ts'
import { PaymentExplanation } from '#domains/money/payouts/contract/explanation.ts'
import { PROMOTION_KINDS, PROMOTION_STATES } from '#domains/tracking/promotions/rules.ts'
import { LINK_TARGETS, MAX_LINKS_AT_ONCE } from '#domains/tracking/tracking/contract.ts'
import { MAX_WRITTEN_SUB_ID } from '#domains/tracking/tracking/rules/link-query.ts'
import { DESTINATION_FAULTS } from '#domains/tracking/tracking/rules/destination.ts'
import { JOIN_MODES, MEMBERSHIP_STATUSES, PROGRAM_STATUSES } from '#domains/programmes/programs/rules.ts'
import { ATTRIBUTIONS, CANCEL_REASONS, TRANSACTION_STATUSES } from '#domains/orders/transactions/contract/vocabulary.ts'

const SubId = z.string().nullable()

/** A transaction for programs. */
export const ApiTransaction = z.object({
  transaction_id: z.uuid(),
  status: z.enum(TRANSACTION_STATUSES),
  reason: z.enum(CANCEL_REASONS).nullable(),
  order_id: z.string(),
  event: z.string(),
  order_value: DecimalMoney,
  commission: DecimalMoney,
  currency: z.string(),
  /** The currency of `commission`: that of the order for a part of its value, that of the terms for a fixed amount. */
  commission_currency: z.string(),
  /** What it counts in USD; both are null while the currency of the order has no exchange rate. */
  usd_order_value: DecimalMoney.nullable(),
  usd_commission: DecimalMoney.nullable(),
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  site_key: z.string().nullable(),
  sub1: SubId,
  sub2: SubId,
  sub3: SubId,
  sub4: SubId,
  sub5: SubId,
  /** Null, like `click_time`, for an order by coupon. */
  click_id: z.uuid().nullable(),
  click_page: z.string().nullable(),
  attribution: z.enum(ATTRIBUTIONS),
  promotion_id: z.number().nullable(),
  coupon: z.string().nullable(),
  customer_status: z.enum(['NEW', 'RETURNING']).nullable(),
  click_time: z.iso.datetime().nullable(),
  transaction_time: z.iso.datetime(),
  decided_time: z.iso.datetime().nullable(),
  updated_time: z.iso.datetime(),
})

/** @see ApiTransaction */
export type ApiTransaction = z.infer<typeof ApiTransaction>

/** Lists the transactions of the key's publisher, the one that has not changed for the longest time first. */
export const listApiTransactionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/transactions',
  access: 'key:read_transactions',
  encoding: 'none',
  operationId: 'listTransactions',
  summary: 'Transactions by the time of their last change, oldest first',
  query: z.object({
    updated_since: Instant.optional(),
    from: Instant.optional(),
    until: Instant.optional(),
    status: z.enum(TRANSACTION_STATUSES).optional(),
    advertiser_id: Id.optional(),
    cursor: cursorQuery.after,
    ...streamQuery,
  }),
  reply: z.object({ data: z.array(ApiTransaction), next_cursor: nextCursor, synced_until: z.iso.datetime() }),
  files: STREAM_FILES,
})

/** Explains why an order of the key's publisher is not paid yet. */
export const explainApiTransactionCall = endpoint({
  method: 'GET',
  path: '/api/v1/transactions/payment',
  access: 'key:read_transactions',
  encoding: 'none',
  operationId: 'explainTransaction',
  summary: 'Why a transaction is not paid yet: each condition with its date',
  query: z.object({ transaction_id: z.uuid() }),
  reply: PaymentExplanation,
})

/** An advertiser for programs, with what the key's publisher earns there. */
export const ApiAdvertiser = z.object({
  advertiser_id: z.number(),
  name: z.string(),
  website: z.string(),
  program_status: z.enum(PROGRAM_STATUSES),
  join_mode: z.enum(JOIN_MODES),
  membership: z.enum(MEMBERSHIP_STATUSES).nullable(),
  domains: z.array(z.string()),
  countries: z.array(z.string()),
  commission: z.string(),
  rates: z.array(
    z.object({ event: z.string(), kind: z.enum(['percent', 'fixed']), value: z.string(), currency: z.string() }),
  ),
  window_days: z.number().nullable(),
  validation_days: z.number().nullable(),
  tracking_url: z.string().nullable(),
  updated_time: z.iso.datetime(),
})

/** @see ApiAdvertiser */
export type ApiAdvertiser = z.infer<typeof ApiAdvertiser>

/** Lists the advertisers that the key's publisher can promote, in the order in which they came to the network. */
export const listApiAdvertisersCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertisers',
  access: 'key:read_directory',
  encoding: 'none',
  operationId: 'listAdvertisers',
  summary: 'Advertisers with their programmes, in the order in which they came to the network',
  query: z.object({
    updated_since: Instant.optional(),
    membership: z.enum(MEMBERSHIP_STATUSES).optional(),
    cursor: Id.optional(),
    ...streamQuery,
  }),
  reply: z.object({ data: z.array(ApiAdvertiser), next_cursor: nextCursor, synced_until: z.iso.datetime() }),
  files: STREAM_FILES,
})

/** A promotion for programs. */
export const ApiPromotion = z.object({
  promotion_id: z.number(),
  state: z.enum(PROMOTION_STATES),
  type: z.enum(PROMOTION_KINDS),
  title: z.string(),
  description: z.string(),
  coupon: z.string().nullable(),
  category: z.string(),
  commission: z.string(),
  start: z.iso.date(),
  end: z.iso.date().nullable(),
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  url: z.string(),
  tracking_url: z.string().nullable(),
  updated_time: z.iso.datetime(),
})

/** @see ApiPromotion */
export type ApiPromotion = z.infer<typeof ApiPromotion>

/** Lists the promotions that the key's publisher can use; those that have ended only with `updated_since`. */
export const listApiPromotionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/promotions',
  access: 'key:read_directory',
  encoding: 'none',
  operationId: 'listPromotions',
  summary: 'Coupon codes, deals and products, in the order in which they were added',
  query: z.object({
    updated_since: Instant.optional(),
    advertiser_id: Id.optional(),
    type: z.enum(PROMOTION_KINDS).optional(),
    cursor: Id.optional(),
    ...streamQuery,
  }),
  reply: z.object({ data: z.array(ApiPromotion), next_cursor: nextCursor, synced_until: z.iso.datetime() }),
  files: STREAM_FILES,
})

const WrittenSubId = plainText(MAX_WRITTEN_SUB_ID).default('')

/** Makes tracking links for the key's publisher, by the rule of the custom link page. */
export const makeApiLinksCall = endpoint({
  method: 'POST',
  path: '/api/v1/links',
  access: 'key:make_links',
  encoding: 'json',
  operationId: 'makeLinks',
  summary: 'Make tracking links to any pages',
  body: z.strictObject({
    urls: z
      .array(z.string().trim().max(10_000))
      .min(1, coded('required'))
      .max(MAX_LINKS_AT_ONCE, coded('link.too_many', { max: MAX_LINKS_AT_ONCE })),
    site_key: plainText(40).default(''),
    sub1: WrittenSubId,
    sub2: WrittenSubId,
    sub3: WrittenSubId,
    sub4: WrittenSubId,
    sub5: WrittenSubId,
  }),
  reply: z.object({
    data: z.array(
      z.object({
        url: z.string(),
        fault: z.enum(DESTINATION_FAULTS).nullable(),
        target: z.enum(LINK_TARGETS).nullable(),
        advertiser_name: z.string().nullable(),
        site_key: z.string().nullable(),
        tracking_url: z.string().nullable(),
        short_url: z.string().nullable(),
      }),
    ),
  }),
})
