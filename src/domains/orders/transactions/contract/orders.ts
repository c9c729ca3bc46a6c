import { z } from 'zod'
import { cursorQuery, cursorReply, hasOneCursor } from '#kernel/cursor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText } from '#kernel/text.ts'
import { VALIDATION_ENDS } from '#domains/programmes/programs/rules.ts'
import { DecisionFileView } from './decision-file.ts'
import { DecisionKey } from './decisions.ts'
import { PublisherTransactionView } from './transaction.ts'
import { BULK_ACTIONS, CANCEL_REASONS, HOLD_REASONS, ORDER_QUEUES } from './vocabulary.ts'

const path = '/api/v1/brand/orders'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** What became of the orders of a publisher at the shop in the last `HISTORY_DAYS` days. */
export const PublisherHistory = z.object({ pending: z.number(), confirmed: z.number(), cancelled: z.number() })

/** @see PublisherHistory */
export type PublisherHistory = z.infer<typeof PublisherHistory>

/** An undecided order in a queue. Its `expected_decision_date` is null while it is held. */
export const OrderToDecide = PublisherTransactionView.extend({
  coupon: z.string().nullable(),
  /** What the terms do at the end of its validation period; null if their version is not known. */
  rule: z.enum(VALIDATION_ENDS).nullable(),
  validation_days: z.number().nullable(),
  history: PublisherHistory,
})

/** @see OrderToDecide */
export type OrderToDecide = z.infer<typeof OrderToDecide>

const filter = {
  queue: z.enum(ORDER_QUEUES).default('clock'),
  publisher_id: Id.optional(),
  keyword: plainText(200).optional(),
}

/** Lists the undecided orders at the shop of the signed-in advertiser that decide themselves, or that are held. */
export const listOrdersToDecideCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary:
    'Undecided orders at my shop: the next to decide itself first, or those that wait for something, the oldest first',
  query: z
    .object({ ...filter, ...pageQuery(LIST_PAGE_SIZES, 20), ...cursorQuery })
    .refine(hasOneCursor, { path: ['before'], message: coded('transaction.cursor') }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ orders: z.array(OrderToDecide), ...cursorReply }),
  }),
})

/** Exports the undecided orders of the signed-in advertiser as a decision file: only the actions are missing. */
export const downloadOpenOrdersCall = endpoint({
  method: 'GET',
  path: `${path}/download`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'My undecided orders as a decision file (CSV), a line for each item; fill in the actions and send it',
})

/** Gets the history of a publisher at the shop of the signed-in advertiser; of one without orders there it is empty. */
export const getPublisherHistoryCall = endpoint({
  method: 'GET',
  path: `${path}/history/:publisher_id`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'What became of the orders of a publisher at my shop lately',
  params: z.object({ publisher_id: Id }),
  reply: z.object({ success: z.literal(true), data: PublisherHistory }),
})

const Sums = z.object({ count: z.number(), order_value: Money, commission: Money })

/** Sums up the undecided orders, in USD. */
export const summariseOrdersToDecideCall = endpoint({
  method: 'GET',
  path: `${path}/summary`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Number and sums of my undecided orders: of a queue, of those that decide themselves soon, of those on hold',
  query: z.object(filter),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      /** The orders of the queue under the filter. */
      matching: Sums,
      /** Those that decide themselves within `DAYS_AHEAD` days, and all that wait for something; without the filter. */
      soon: Sums,
      held: Sums,
      /** Those that wait for an exchange rate; they have no worth in USD. */
      without_rate: Sums,
    }),
  }),
})

/** @see summariseOrdersToDecideCall */
export type OrderSums = z.infer<typeof Sums>

/** The most orders that one call names one by one. */
const MAX_SELECTED = 1000

/**
 * Decides many orders by a job: those that are named, or all that a queue has under a filter now. It makes a decision
 * file, whose progress, results and reversal are those of any other.
 */
export const decideOrdersCall = endpoint({
  method: 'POST',
  path: `${path}/decide`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Decide many orders together as a job: those named, or all of a queue; answers the decision file',
  body: z
    .strictObject({
      mode: z.enum(['check', 'valid']),
      action: z.enum(BULK_ACTIONS),
      reason_code: z.enum(CANCEL_REASONS, coded('transaction.reason_missing')).optional(),
      hold_reason: z.enum(HOLD_REASONS, coded('transaction.reason_missing')).optional(),
      note: plainText(500).default(''),
      /** A file that `storeEvidenceCall` has stored, which supports each of the decisions. */
      file_id: z.uuid(coded('file.missing')).or(z.literal('')).optional(),
      transactions: z
        .array(DecisionKey)
        .min(1, coded('transaction.none_chosen'))
        .max(MAX_SELECTED, coded('transaction.too_many', { max: MAX_SELECTED }))
        .optional(),
      matching: z.strictObject(filter).optional(),
    })
    .refine(({ transactions, matching }) => (transactions === undefined) !== (matching === undefined), {
      path: ['transactions'],
      message: coded('transaction.none_chosen'),
    }),
  reply: z.object({ success: z.literal(true), data: DecisionFileView }),
})
