import { z } from 'zod'
import { WALK_FAULTS } from '#domains/tracking/tracking/rules/link-walk.ts'
import { columnsQuery, columnsReply } from '#kernel/columns.ts'
import { MAX_LINE_FILE_BYTES, endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import type { List } from '#kernel/list-query.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { PROMOTION_CHECKS, PROMOTION_KINDS, PROMOTION_STATES } from '../rules.ts'
import { MAX_URL, PromotionInput, promotionFields } from './promotion.ts'

const succeeded = { success: z.literal(true) }
const done = z.object(succeeded)

/** A promotion as its advertiser and operators manage it. */
const ManagedPromotion = z.object({
  ...promotionFields,
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  state: z.enum(PROMOTION_STATES),
  /** The site that earns the orders with this code. */
  owner: z
    .object({ site_key: z.string(), site_name: z.string(), publisher_name: z.string(), publisher_id: z.number() })
    .nullable(),
  /** When its link was last tested, and what was wrong with it; null if it never was. */
  link_test: z.object({ tested_at: z.iso.datetime(), fault: z.enum(WALK_FAULTS).nullable() }).nullable(),
  /** What to look at, the most urgent first. */
  checks: z.array(z.enum(PROMOTION_CHECKS)),
})

/** @see ManagedPromotion */
export type ManagedPromotion = z.infer<typeof ManagedPromotion>

const manageFilter = {
  /** A part of the title, the code or the advertiser's name. */
  keyword: plainText(200).default(''),
  state: z.enum(PROMOTION_STATES).optional(),
  type: z.enum(PROMOTION_KINDS).optional(),
  /** Whether a site owns the code. */
  owner: z.enum(['site', 'none']).optional(),
  ...pageQuery(LIST_PAGE_SIZES, 20),
}
const managedList = z.object({
  ...succeeded,
  data: z.object({ count: z.number(), promotions: z.array(ManagedPromotion) }),
})

const managePath = '/api/v1/advertiser/:advertiser_id/promotions'
const advertiserParams = z.object({ advertiser_id: Id })
const promotionParams = z.object({ advertiser_id: Id, promotion_id: Id })

export const listAllPromotionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/promotions',
  access: 'operator',
  encoding: 'none',
  summary: 'The promotions of all advertisers, newest first',
  query: z.object(manageFilter),
  reply: managedList,
})

export const listManagedPromotionsCall = endpoint({
  method: 'GET',
  path: managePath,
  access: 'advertiser-operator:see',
  encoding: 'none',
  summary: 'The promotions of an advertiser, for itself and for operators',
  params: advertiserParams,
  query: z.object(manageFilter),
  reply: managedList.extend({ advertiser_name: z.string() }),
})

/** The most promotions that a calendar shows. */
export const MAX_CALENDAR = 200

export const listPromotionMonthCall = endpoint({
  method: 'GET',
  path: `${managePath}/month`,
  access: 'advertiser-operator:see',
  encoding: 'none',
  summary: 'The promotions of an advertiser that run in a month (UTC), those that begin first at the top',
  params: advertiserParams,
  query: z.object({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, coded('input.month'))
      .optional(),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({ month: z.string(), count: z.number(), promotions: z.array(ManagedPromotion) }),
  }),
})

export const testLinkCall = endpoint({
  method: 'POST',
  path: `${managePath}/link-test`,
  access: 'advertiser-operator:promote',
  encoding: 'json',
  summary: 'Walk an address of the shop with a test click, as a visitor of a promotion would',
  params: advertiserParams,
  body: z.strictObject({ url: requiredText(MAX_URL) }),
  refusals: [429],
  reply: z.object({
    ...succeeded,
    data: z.object({
      fault: z.enum(WALK_FAULTS).nullable(),
      /** Which hop is the first without the click; null while all have it. */
      lost_at: z.number().nullable(),
      hops: z.array(z.object({ url: z.string(), status: z.number(), ms: z.number(), has_click: z.boolean() })),
    }),
  }),
})

export const getPromotionCall = endpoint({
  method: 'GET',
  path: `${managePath}/:promotion_id`,
  access: 'advertiser-operator:see',
  encoding: 'none',
  summary: 'One promotion of an advertiser',
  params: promotionParams,
  reply: z.object({ ...succeeded, data: ManagedPromotion }),
})

export const createPromotionCall = endpoint({
  method: 'POST',
  path: managePath,
  access: 'advertiser-operator:promote',
  encoding: 'json',
  summary: 'Create a promotion',
  params: advertiserParams,
  body: PromotionInput,
  reply: z.object({ ...succeeded, promotion_id: z.number() }),
})

export const updatePromotionCall = endpoint({
  method: 'POST',
  path: `${managePath}/:promotion_id`,
  access: 'advertiser-operator:promote',
  encoding: 'json',
  summary: 'Change a promotion',
  params: promotionParams,
  body: PromotionInput,
  reply: done,
})

export const endPromotionCall = endpoint({
  method: 'POST',
  path: `${managePath}/:promotion_id/end`,
  access: 'advertiser-operator:promote',
  encoding: 'json',
  summary: 'End a promotion now; its links still lead to the shop',
  params: promotionParams,
  reply: done,
})

export const assignCouponCall = endpoint({
  method: 'POST',
  path: `${managePath}/:promotion_id/coupon`,
  access: 'advertiser-operator:promote',
  encoding: 'json',
  summary: "Give the promotion's coupon code to a publisher's site, or to none",
  params: promotionParams,
  body: z.strictObject({ site_key: plainText(40) }),
  reply: done,
})

/** The columns of a file of promotions. */
export const IMPORT_COLUMNS = Object.keys(PromotionInput.shape) as (keyof PromotionInput)[]

export const importPromotionsCall = endpoint({
  method: 'POST',
  path: `${managePath}/import`,
  access: 'advertiser-operator:promote',
  encoding: 'file',
  maxFileBytes: MAX_LINE_FILE_BYTES,
  summary: 'Import promotions from CSV, all or none; the answer names the line and column of each error',
  params: advertiserParams,
  query: z.object(columnsQuery),
  reply: z.object({
    success: z.boolean(),
    imported: z.number(),
    /** Sorted by line. */
    errors: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
    /** Whether the file was read only up to the last error listed. */
    has_more: z.boolean(),
    ...columnsReply,
  }),
})

/** The promotions of the signed-in advertiser. */
export const advertiserPromotionList: List = {
  name: 'brand-promotions',
  path: '/brand/promotions',
  access: 'advertiser:see',
  query: listManagedPromotionsCall.query,
  columns: ['coupon', 'owner', 'orders', 'start', 'end', 'state'],
}
