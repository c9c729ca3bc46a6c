import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { PROMOTION_CATEGORIES, PROMOTION_KINDS, PROMOTION_SORTS } from '../rules.ts'

const succeeded = { success: z.literal(true) }

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

/** What publishers and advertisers see of a promotion. */
export const promotionFields = {
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
