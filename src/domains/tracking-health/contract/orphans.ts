import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { COVERED_CHANNELS } from '../rules/coverage.ts'
import { CLUES, ORPHAN_REASONS } from '../rules/suggest-owner.ts'

const succeeded = { success: z.literal(true) }

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
  suggestions: z.array(
    z.object({
      publisher_id: z.number(),
      publisher_name: z.string(),
      clue: z.enum(CLUES),
      claim_id: z.uuid().nullable(),
      clicked_at: z.iso.datetime().nullable(),
      percent: z.number().nullable(),
    }),
  ),
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
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({ ...succeeded, data: z.object({ count: z.number(), orphans: z.array(OrphanView) }) }),
})

/** How the last orders were reported. */
export const CoverageView = z.object({
  orders: z.number(),
  /** When the first and the last of these orders were made; null without orders. */
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  channels: z.array(
    z.object({
      channel: z.enum(COVERED_CHANNELS),
      orders: z.number(),
      /** Of all these orders, in whole percent. */
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
