import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { MAX_LINE_FILE_BYTES, endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { PROMOTION_CATEGORIES, PROMOTION_KINDS, PROMOTION_SORTS, PROMOTION_STATES } from './rules.ts'

const succeeded = { success: z.literal(true) }
const done = z.object(succeeded)

const optionalDay = z
  .union([z.literal(''), Day])
  .default('')
  .transform(emptyToNull)

function emptyToNull(text: string): string | null {
  return text === '' ? null : text
}

/** The longest address of a promotion, in characters. */
export const MAX_URL = 2000

/** A promotion as its advertiser types it. An empty `code` or `end` is none; `start` is today when it is empty. */
export const PromotionInput = z
  .strictObject({
    type: z.enum(PROMOTION_KINDS),
    title: requiredText(200),
    description: plainText(2000).default(''),
    code: z
      .string()
      .trim()
      .regex(/^[!-~]{0,60}$/, coded('promotion.code'))
      .default('')
      .transform(emptyToNull),
    category: z.enum(PROMOTION_CATEGORIES, coded('promotion.category')),
    commission: plainText(200).default(''),
    url: requiredText(MAX_URL),
    start: optionalDay,
    end: optionalDay,
  })
  .refine(({ type, code }) => type !== 'coupon' || code !== null, {
    path: ['code'],
    message: coded('promotion.code_missing'),
  })
  .refine(({ type, code }) => type === 'coupon' || code === null, {
    path: ['code'],
    message: coded('promotion.code_unneeded'),
  })
  .refine(({ start, end }) => start === null || end === null || start <= end, {
    path: ['end'],
    message: coded('promotion.ends_first'),
  })

/** @see PromotionInput */
export type PromotionInput = z.output<typeof PromotionInput>

const promotionFields = {
  id: z.number(),
  type: z.enum(PROMOTION_KINDS),
  title: z.string(),
  /** Null for deals and products. */
  coupon: z.string().nullable(),
  description: z.string(),
  category: z.string(),
  commission: z.string(),
  start: z.iso.date(),
  /** The last day; null while none is set. */
  end: z.iso.date().nullable(),
  url: z.string(),
}

/** A promotion in a publisher's list. */
const OfferedPromotion = z.object({
  ...promotionFields,
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  /** Whether the publisher's links to this advertiser earn. */
  is_joined: z.boolean(),
  /** The code belongs to a site of this publisher, so its orders earn as the terms say. */
  is_own_coupon: z.boolean(),
  /** The tracked link for the chosen site; null without a site, or while the programme is not joined. */
  tracking_url: z.string().nullable(),
})

/** @see OfferedPromotion */
export type OfferedPromotion = z.infer<typeof OfferedPromotion>

export const listPromotionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/promotion/list',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'Coupon codes, deals and products that you can promote now, with a tracked link for one of your sites',
  query: z.object({
    /** A part of the advertiser's name. */
    keyword: plainText(200).default(''),
    /** A part of the title, the description or the code. */
    text: plainText(200).default(''),
    domain: plainText(253).default(''),
    category: z.enum(PROMOTION_CATEGORIES).optional(),
    type: z.enum(PROMOTION_KINDS).optional(),
    sort: z.enum(PROMOTION_SORTS).default('newest'),
    advertiser_id: Id.optional(),
    /** The site of the tracked links; the first active one when left out. */
    key: z.string().default(''),
    ...pageQuery([...LIST_PAGE_SIZES, 18], 10),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number(),
      promotions: z.array(OfferedPromotion),
      sites: z.array(z.object({ key: z.string(), name: z.string() })),
      site_key: z.string().nullable(),
    }),
  }),
})

/** A promotion as its advertiser and operators manage it. */
const ManagedPromotion = z.object({
  ...promotionFields,
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  state: z.enum(PROMOTION_STATES),
  /** The site that earns the orders with this code. */
  owner: z.object({ site_key: z.string(), site_name: z.string(), publisher_name: z.string() }).nullable(),
})

/** @see ManagedPromotion */
export type ManagedPromotion = z.infer<typeof ManagedPromotion>

const manageFilter = {
  /** A part of the title, the code or the advertiser's name. */
  keyword: plainText(200).default(''),
  state: z.enum(PROMOTION_STATES).optional(),
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

export const getPromotionCall = endpoint({
  method: 'GET',
  path: `${managePath}/:promotion_id`,
  access: 'advertiser-operator:see',
  encoding: 'none',
  summary: 'One promotion of an advertiser, and the sites that its coupon code can belong to',
  params: promotionParams,
  reply: z.object({
    ...succeeded,
    data: ManagedPromotion,
    /** Active sites of joined publishers, at most 500. */
    sites: z.array(z.object({ key: z.string(), name: z.string(), publisher_name: z.string() })),
  }),
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
  reply: z.object({
    success: z.boolean(),
    imported: z.number(),
    /** Sorted by line. */
    errors: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
    /** Whether the file was read only up to the last error listed. */
    has_more: z.boolean(),
  }),
})
