import { z } from 'zod'
import { CANCEL_REASONS, TRANSACTION_STATUSES } from './vocabulary.ts'

/** Money on the wire: a decimal string with four decimals; it never passes through a float. */
const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** One transaction in a list. The first six fields are the specification's. */
export const TransactionView = z.object({
  transaction_date: z.iso.datetime(),
  advertiser_name: z.string(),
  order_value: Money,
  commission: Money,
  /** The page that the link stood on; where the browser did not say, the page that it led to. */
  click_page: z.string().nullable(),
  status: z.enum(TRANSACTION_STATUSES),
  transaction_id: z.uuid(),
  advertiser_id: z.number(),
  order_id: z.string(),
  event: z.string(),
  currency: z.string(),
  site_name: z.string().nullable(),
  sub1: z.string().nullable(),
  click_date: z.iso.datetime(),
  /** Why it was cancelled. */
  reason: z.enum(CANCEL_REASONS).nullable(),
  /** When it was last confirmed or cancelled. */
  decided_date: z.iso.datetime().nullable(),
})

/** @see TransactionView */
export type TransactionView = z.infer<typeof TransactionView>

/** A transaction as operators and advertisers see it: with its publisher. */
export const PublisherTransactionView = TransactionView.extend({ publisher_id: z.number(), publisher_name: z.string() })

/** @see PublisherTransactionView */
export type PublisherTransactionView = z.infer<typeof PublisherTransactionView>

/** One transaction with everything that led to it and came of it. */
export const TransactionTimeline = z.object({
  transaction: PublisherTransactionView,
  coupon: z.string().nullable(),
  customer_status: z.enum(['NEW', 'RETURNING']).nullable(),
  /** The click that it is credited to; absent once clicks of that time are no longer kept. */
  click: z
    .object({
      clicked_at: z.iso.datetime(),
      referrer: z.string().nullable(),
      destination: z.string().nullable(),
      subs: z.array(z.string()),
    })
    .nullable(),
  terms: z.object({ version: z.number(), window_days: z.number(), validation_days: z.number() }).nullable(),
  /** Every report of the order: several when a shop repeated it or sent it both by server and by pixel. */
  reports: z.array(
    z.object({
      received_at: z.iso.datetime(),
      method: z.enum(['server', 'pixel']),
      result: z.enum(['recorded', 'duplicate']),
      difference: z.enum(['amount_differs', 'click_differs']).nullable(),
    }),
  ),
  decisions: z.array(
    z.object({
      sequence: z.number(),
      status: z.enum(['CONFIRMED', 'CANCELLED']),
      reason: z.enum(CANCEL_REASONS).nullable(),
      note: z.string(),
      decided_at: z.iso.datetime(),
      /** Who decided; only operators are told. */
      decided_by: z.string().nullable(),
    }),
  ),
  /** What moved in the ledger: positive is owed to the publisher. */
  postings: z.array(
    z.object({
      /** The number of the decision that caused it. */
      sequence: z.number(),
      kind: z.enum(['confirmation', 'reversal']),
      posted_at: z.iso.datetime(),
      amount: Money,
      currency: z.string(),
    }),
  ),
})

/** @see TransactionTimeline */
export type TransactionTimeline = z.infer<typeof TransactionTimeline>

/** How many transactions there are in each status. */
export const StatusCounts = z.object({ PENDING: z.number(), CONFIRMED: z.number(), CANCELLED: z.number() })

/** Sums over a list, cancelled transactions left out. */
export const Totals = { total_order_value: Money, total_earnings: Money }
