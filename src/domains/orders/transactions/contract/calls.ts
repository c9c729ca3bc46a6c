import { z } from 'zod'
import { Day, dayFilter, hasOrderedDays } from '#kernel/day-query.ts'
import { cursorQuery, cursorReply, hasOneCursor } from '#kernel/cursor.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { MEDIA_TYPES } from '#domains/people/files/contract.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { isStorable } from '#kernel/unstorable.ts'
import { PublisherTransactionView, StatusCounts, Totals, TransactionTimeline, TransactionView } from './transaction.ts'
import { LISTED_STATUSES, PART_DIMENSIONS, TRANSACTION_STATUSES } from './vocabulary.ts'

/** Rows per page of the transaction list by default. */
const DEFAULT_PAGE_SIZE = 10

/** The longest value of a dimension; sub ids are the longest. */
const MAX_PART_VALUE = 400

const keyword = plainText(200).optional()
const paging = pageQuery(LIST_PAGE_SIZES, DEFAULT_PAGE_SIZE)
const publisherFilter = { keyword, ...dayFilter, status: z.enum(TRANSACTION_STATUSES).optional() }
const csvFile = { bom: z.enum(['0', '1']).default('0') }
const ordered = { path: ['begin'], message: coded('transaction.range_order') }

const oneCursor = { path: ['before'], message: coded('transaction.cursor') }

const summaryReply = z.object({
  success: z.literal(true),
  data: z.object({ count: z.number(), counts: StatusCounts, ...Totals }),
})

const ofTransaction = z.object({ transaction_id: z.uuid() })

/** Lists the transactions of the signed-in publisher by transaction date (UTC), newest first. */
export const listTransactionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/transaction/list',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'My transactions by transaction date (UTC), newest first',
  query: z.object({ ...publisherFilter, ...paging }).refine(hasOrderedDays, ordered),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ count: z.number(), transactions: z.array(TransactionView), ...Totals }),
  }),
})

/** Exports the whole list of the same query as CSV. `bom=1` adds a byte order mark for spreadsheets. */
export const downloadTransactionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/transaction/download',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'My transactions of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: z.object({ ...publisherFilter, ...paging, ...csvFile }).refine(hasOrderedDays, ordered),
})

/** Gets a transaction of the signed-in publisher with its click, terms, postbacks, decisions and postings. */
export const getTransactionCall = endpoint({
  method: 'GET',
  path: '/api/v1/transaction/:transaction_id',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'One of my transactions with everything that led to it and came of it',
  params: ofTransaction,
  reply: z.object({ success: z.literal(true), data: TransactionTimeline }),
})

const reviewFilter = {
  keyword,
  ...dayFilter,
  status: z.enum(TRANSACTION_STATUSES).optional(),
  advertiser_id: Id.optional(),
  publisher_id: Id.optional(),
}

const ofDecision = { sequence: z.coerce.number<string | number>().int().min(1).max(1_000_000) }

/** Downloads the evidence of a decision on a transaction of the signed-in publisher. */
export const downloadEvidenceCall = endpoint({
  method: 'GET',
  path: '/api/v1/transaction/:transaction_id/evidence/:sequence',
  access: 'publisher-read',
  encoding: 'none',
  summary: 'The file that supports a decision on one of my transactions',
  params: ofTransaction.extend(ofDecision),
  files: MEDIA_TYPES,
})

/** Lists all publishers' transactions, by default of all dates. A cursor takes precedence over a page number. */
export const listReviewCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/transactions',
  access: 'operator',
  encoding: 'none',
  summary: 'Transactions of all publishers for review, newest first; next and previous lead on',
  query: z
    .object({ ...reviewFilter, ...paging, ...cursorQuery })
    .refine(hasOrderedDays, ordered)
    .refine(hasOneCursor, oneCursor),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      transactions: z.array(PublisherTransactionView),
      ...cursorReply,
    }),
  }),
})

/** Sums up the review list; `counts` has every status, whichever status the filter chooses. */
export const summariseReviewCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/transactions/summary',
  access: 'operator',
  encoding: 'none',
  summary: 'Number and sums of the review list; statuses counted under the other filters',
  query: z.object(reviewFilter).refine(hasOrderedDays, ordered),
  reply: summaryReply,
})

/** Exports the whole review list of the same query as CSV. `bom=1` adds a byte order mark for spreadsheets. */
export const downloadReviewCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/transactions/download',
  access: 'operator',
  encoding: 'none',
  summary: 'The review list of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: z.object({ ...reviewFilter, ...csvFile }).refine(hasOrderedDays, ordered),
})

/** Gets one transaction of any publisher. */
export const getReviewTransactionCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/transactions/:publisher_id/:transaction_id',
  access: 'operator',
  encoding: 'none',
  summary: 'One transaction of any publisher with everything that led to it and came of it',
  params: z.object({ publisher_id: Id, transaction_id: z.uuid() }),
  reply: z.object({ success: z.literal(true), data: TransactionTimeline }),
})

/** Downloads the evidence of a decision on any transaction. */
export const downloadReviewEvidenceCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/transactions/:publisher_id/:transaction_id/evidence/:sequence',
  access: 'operator',
  encoding: 'none',
  summary: 'The file that supports a decision on one transaction of any publisher',
  params: z.object({ publisher_id: Id, transaction_id: z.uuid(), ...ofDecision }),
  files: MEDIA_TYPES,
})

const advertiserFilter = {
  keyword,
  ...dayFilter,
  /** Whether `begin` and `end` are days of the order, or of the click, as in reports. */
  date_type: z.enum(['transaction_date', 'click_date']).optional(),
  status: z.enum(LISTED_STATUSES).optional(),
  publisher_id: Id.optional(),
  site_id: Id.optional(),
  /** With `value`, the orders that a row of a report counts; without, those of the row of the empty value. */
  dimension: z.enum(PART_DIMENSIONS).optional(),
  value: z.string().max(MAX_PART_VALUE).refine(isStorable, coded('sign')).optional(),
  /** The days of the last decision, both inclusive. */
  decided_begin: Day.optional(),
  decided_end: Day.optional(),
}

/** Lists the transactions of the signed-in advertiser. A cursor takes precedence over a page number. */
export const listAdvertiserTransactionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/transactions',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Transactions at my shop by transaction date (UTC), newest first; next and previous lead on',
  query: z
    .object({ ...advertiserFilter, ...paging, ...cursorQuery })
    .refine(hasOrderedDays, ordered)
    .refine(hasOneCursor, oneCursor),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      transactions: z.array(PublisherTransactionView),
      ...cursorReply,
      /** The name of the value of `dimension`: of a promotion, a group or a country. */
      value_name: z.string().nullable(),
    }),
  }),
})

/** Exports the whole list of the signed-in advertiser as CSV. `bom=1` adds a byte order mark for spreadsheets. */
export const downloadAdvertiserTransactionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/transactions/download',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Transactions at my shop of the same query as CSV, all pages; bom=1 for spreadsheets',
  query: z.object({ ...advertiserFilter, ...csvFile }).refine(hasOrderedDays, ordered),
})

/** Gets one transaction of the signed-in advertiser. One of another advertiser answers as an unknown one. */
export const getAdvertiserTransactionCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/transactions/:publisher_id/:transaction_id',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'One transaction at my shop with everything that led to it and came of it',
  params: z.object({ publisher_id: Id, transaction_id: z.uuid() }),
  reply: z.object({ success: z.literal(true), data: TransactionTimeline }),
})

/** Downloads the evidence of a decision on a transaction at the shop of the signed-in advertiser. */
export const downloadAdvertiserEvidenceCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/transactions/:publisher_id/:transaction_id/evidence/:sequence',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The file that supports a decision on one transaction at my shop',
  params: z.object({ publisher_id: Id, transaction_id: z.uuid(), ...ofDecision }),
  files: MEDIA_TYPES,
})

/** Sums up the transactions of the signed-in advertiser; `counts` has every status, whichever the filter chooses. */
export const summariseAdvertiserTransactionsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/transactions/summary',
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Number and sums of the transactions at my shop; statuses counted under the other filters',
  query: z.object(advertiserFilter).refine(hasOrderedDays, ordered),
  reply: summaryReply,
})
