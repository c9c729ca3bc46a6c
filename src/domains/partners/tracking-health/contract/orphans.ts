import { z } from 'zod'
import { ORPHAN_REASONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { COVERED_CHANNELS } from '../rules/coverage.ts'
import { DISMISSAL_REASONS, MAX_CREDIT_NOTE } from '../rules/dismissal.ts'
import { CLUES } from '../rules/suggest-owner.ts'

const succeeded = { success: z.literal(true) }

const Suggestion = z.object({
  publisher_id: z.number(),
  publisher_name: z.string(),
  clue: z.enum(CLUES),
  claim_id: z.uuid().nullable(),
  clicked_at: z.iso.datetime().nullable(),
  percent: z.number().nullable(),
})

/** An order that matched no click, with the publishers who may have earned it. */
export const OrphanView = z.object({
  postback_id: z.uuid(),
  order_id: z.string(),
  received_at: z.iso.datetime(),
  /** As the shop sent it. */
  amount: z.string().nullable(),
  reason: z.enum(ORPHAN_REASONS),
  /** How many postbacks reported it. */
  tries: z.number(),
  suggestions: z.array(Suggestion),
  /** Why and when the advertiser put it aside; null unless it did. */
  dismissal: z.object({ reason: z.enum(DISMISSAL_REASONS), at: z.iso.datetime() }).nullable(),
})

/** @see OrphanView */
export type OrphanView = z.infer<typeof OrphanView>

export const listOrphansCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/orphans',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'My last orders that matched no click, each with the publishers who may have earned it',
  query: z.object({
    reason: z.enum(ORPHAN_REASONS).optional(),
    /** Those that were put aside, instead of the others. */
    dismissed: z.enum(['1']).optional(),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({ ...succeeded, data: z.object({ count: z.number(), orphans: z.array(OrphanView) }) }),
})

const postback = { params: z.object({ postback_id: z.uuid() }) }
const orphanPath = '/api/v1/brand/orphans/:postback_id'

/** An order that matched no click, and what crediting it to each suggested publisher would record. */
export const OrphanDetail = OrphanView.omit({ suggestions: true }).extend({
  credits: z.array(
    Suggestion.extend({
      site_name: z.string().nullable(),
      /** In USD; null without an exchange rate, and where it cannot be credited. */
      commission: z.string().nullable(),
      fee: z.string().nullable(),
      /** The sentence that says why it cannot be credited now; null if it can. */
      problem: z.string().nullable(),
    }),
  ),
})

/** @see OrphanDetail */
export type OrphanDetail = z.infer<typeof OrphanDetail>

/** Gets an order that matched no click by a postback that reported it. */
export const getOrphanCall = endpoint({
  method: 'GET',
  path: orphanPath,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'What crediting one of my orders without a click would record; null for a postback of another order',
  ...postback,
  reply: z.object({ ...succeeded, data: OrphanDetail.nullable() }),
})

/** Credits an order that matched no click to a suggested publisher. */
export const creditOrphanCall = endpoint({
  method: 'POST',
  path: `${orphanPath}/credit`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Credit one of my orders without a click to a suggested publisher, by an accepted claim of mine',
  refusals: [409],
  ...postback,
  body: z.strictObject({ publisher_id: Id, note: plainText(MAX_CREDIT_NOTE).default('') }),
  reply: z.object({ ...succeeded, claim_id: z.uuid(), publisher_id: z.number(), transaction_id: z.uuid() }),
})

/** Puts an order that matched no click aside. */
export const dismissOrphanCall = endpoint({
  method: 'POST',
  path: `${orphanPath}/dismiss`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Put one of my orders without a click aside: no publisher has earned it',
  refusals: [409],
  ...postback,
  body: z.strictObject({ reason: z.enum(DISMISSAL_REASONS) }),
  reply: z.object(succeeded),
})

/** Takes back that an order was put aside. */
export const restoreOrphanCall = endpoint({
  method: 'POST',
  path: `${orphanPath}/restore`,
  access: 'advertiser:decide',
  encoding: 'none',
  summary: 'Take back that an order without a click was put aside',
  ...postback,
  reply: z.object(succeeded),
})

/** How the last orders were reported. */
export const CoverageView = z.object({
  orders: z.number(),
  /** When the first and the last of these orders were made; null without orders. */
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  /** Those of the same click, event, amount and minute as an earlier order. */
  same_sales: z.number(),
  channels: z.array(
    z.object({
      channel: z.enum(COVERED_CHANNELS),
      orders: z.number(),
      /** Of all these orders, in percent with one decimal, rounded down. */
      percent: z.number(),
      /** Those that no other channel reported; null for coupons. */
      alone: z.number().nullable(),
      last_at: z.iso.datetime().nullable(),
    }),
  ),
})

/** @see CoverageView */
export type CoverageView = z.infer<typeof CoverageView>

export const getCoverageCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/coverage',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'How my last 1,000 orders came: by server, by pixel, by coupon, and when last',
  reply: z.object({ ...succeeded, data: CoverageView }),
})
