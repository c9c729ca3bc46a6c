import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { addDays } from '#kernel/days.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { PROMOTION_CATEGORIES, PROMOTION_KINDS } from '#domains/tracking/promotions/rules.ts'
import { TRANSACTION_STATUSES } from '#domains/orders/transactions/contract/vocabulary.ts'

/** Rows of a page (specification 2, "API documentation"). */
export const FIELD_PAGE_SIZE = 100

/** `bdate` and `edate` lie less than this many days apart (specification 2, "API documentation"). */
export const FIELD_SPAN_DAYS = 30

/** The formats of the answers. */
export const OUT_FORMATS = ['txt', 'json', 'xml', 'csv'] as const

/** One of `OUT_FORMATS`. */
export type OutFormat = (typeof OUT_FORMATS)[number]

/** The media types of the answers that are not JSON. */
export const FIELD_TYPES = {
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const

/** The states of a transaction in the field's words. It is PAID once its payout is settled. */
export const FIELD_STATES = [...TRANSACTION_STATUSES, 'PAID'] as const

/** The highest number of a page. */
const MAX_PAGE = 1_000_000

const pageError = coded('api.page', { max: MAX_PAGE })

const listQuery = {
  page: z.coerce
    .number<string | number>(pageError)
    .int(pageError)
    .min(1, pageError)
    .max(MAX_PAGE, pageError)
    .default(1),
  outformat: z.enum(OUT_FORMATS).default('txt'),
}

/** The number of rows, the page and the number of pages. */
const FieldPaging = z.object({ Num: z.number(), PageNow: z.number(), PageTotal: z.number() })

/** @see FieldPaging */
export type FieldPaging = z.infer<typeof FieldPaging>

const shared = {
  method: 'GET',
  path: '/api',
  encoding: 'none',
  acceptsKeyInQuery: true,
  files: Object.values(FIELD_TYPES),
} as const

/** A transaction in the field's words. */
export const FieldTransaction = z.object({
  TransactionID: z.uuid(),
  CreateTime: z.iso.datetime(),
  UpdateTime: z.iso.datetime(),
  /** Empty for an order by coupon. */
  ClickTime: z.union([z.iso.datetime(), z.literal('')]),
  Advertiser: z.string(),
  SID: z.string(),
  OrderValue: z.string(),
  Earnings: z.string(),
  /** The currency of `OrderValue`. */
  Currency: z.string(),
  EarningsCurrency: z.string(),
  State: z.enum(FIELD_STATES),
})

/** @see FieldTransaction */
export type FieldTransaction = z.infer<typeof FieldTransaction>

/** Lists the transactions of the days from `bdate` to `edate` (UTC, both included), newest first. */
export const fieldTransactionsCall = endpoint({
  ...shared,
  access: 'key:read_transactions',
  selector: { name: 'act', value: 'transaction' },
  operationId: 'fieldTransactions',
  summary: 'Transactions of some days (UTC), newest first',
  query: z
    .object({ act: z.literal('transaction'), bdate: Day, edate: Day, ...listQuery })
    .refine(({ bdate, edate }) => bdate <= edate, { path: ['bdate'], message: coded('input.range_order') })
    .refine(({ bdate, edate }) => edate < addDays(bdate, FIELD_SPAN_DAYS), {
      path: ['edate'],
      message: coded('api.span', { days: FIELD_SPAN_DAYS }),
    }),
  reply: z.object({ response: FieldPaging, data: z.array(FieldTransaction) }),
})

/** A category in the field's words; its number filters promotions. */
export const FieldCategory = z.object({ ID: z.number(), Name: z.string() })

/** Lists the categories of promotions. */
export const fieldCategoriesCall = endpoint({
  ...shared,
  access: 'key:read_directory',
  selector: { name: 'act', value: 'category' },
  operationId: 'fieldCategories',
  summary: 'The categories of promotions',
  query: z.object({ act: z.literal('category'), ...listQuery }),
  reply: z.object({ response: FieldPaging, data: z.array(FieldCategory) }),
})

/** An advertiser in the field's words. */
export const FieldAdvertiser = z.object({
  ID: z.number(),
  Name: z.string(),
  Image: z.string(),
  Domains: z.array(z.string()),
  Countries: z.array(z.string()),
  Category: z.array(z.string()),
  CommissionModel: z.array(z.enum(['CPS', 'CPA'])),
  CommissionRate: z.string(),
  LinkUrl: z.array(z.string()),
})

/** @see FieldAdvertiser */
export type FieldAdvertiser = z.infer<typeof FieldAdvertiser>

/** Lists advertisers by name. `favor=1` selects those that the publisher has joined. */
export const fieldAdvertisersCall = endpoint({
  ...shared,
  access: 'key:read_directory',
  selector: { name: 'act', value: 'advertiser' },
  operationId: 'fieldAdvertisers',
  summary: 'Advertisers in the order in which they came to the network',
  query: z.object({
    act: z.literal('advertiser'),
    favor: z.enum(['0', '1']).default('0'),
    domain: z.string().trim().max(253).toLowerCase().default(''),
    country: z.string().trim().toUpperCase().max(6).default(''),
    ...listQuery,
  }),
  reply: z.object({ response: FieldPaging, data: z.array(FieldAdvertiser) }),
})

/** A promotion in the field's words. */
export const FieldPromotion = z.object({
  LinkID: z.number(),
  Type: z.enum(PROMOTION_KINDS),
  Title: z.string(),
  Description: z.string(),
  CouponCode: z.string(),
  StartDate: z.iso.date(),
  EndDate: z.string(),
  Category: z.string(),
  AdvertiserID: z.number(),
  Advertiser: z.string(),
  LinkUrl: z.string(),
})

/** @see FieldPromotion */
export type FieldPromotion = z.infer<typeof FieldPromotion>

const categoryError = coded('input.whole_number', { min: 1, max: PROMOTION_CATEGORIES.length })

/** Lists the promotions that run, newest first. */
export const fieldPromotionsCall = endpoint({
  ...shared,
  access: 'key:read_directory',
  selector: { name: 'act', value: 'promotions' },
  operationId: 'fieldPromotions',
  summary: 'The promotions that run, newest first',
  query: z.object({
    act: z.literal('promotions'),
    category: z.coerce
      .number<string | number>(categoryError)
      .int(categoryError)
      .min(1, categoryError)
      .max(PROMOTION_CATEGORIES.length, categoryError)
      .optional(),
    advertiser_id: Id.optional(),
    ...listQuery,
  }),
  reply: z.object({ response: FieldPaging, data: z.array(FieldPromotion) }),
})
