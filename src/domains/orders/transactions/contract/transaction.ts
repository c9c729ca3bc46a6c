import { z } from 'zod'
import { NoteView } from '#domains/people/notes/contract.ts'
import { DEVICES } from '#domains/tracking/tracking/contract.ts'
import { VALIDATION_ENDS } from '#domains/programmes/programs/rules.ts'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'
import {
  ATTRIBUTIONS,
  CANCEL_REASONS,
  DECIDERS,
  DECISION_ACTIONS,
  DECISION_ENTRIES,
  HOLD_REASONS,
  POSTBACK_REASONS,
  RECORDED_REMARKS,
  TRANSACTION_STATUSES,
} from './vocabulary.ts'

/** The API key by which a program of an advertiser decided; the account that decided is the one that made it. */
export const DecidingKey = z.object({ id: z.number(), name: z.string() })

/** @see DecidingKey */
export type DecidingKey = z.infer<typeof DecidingKey>

/** Money on the wire: a decimal string with four decimals, which is never converted to a float. */
const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** One transaction in a list. The first six fields are the specification's. */
export const TransactionView = z.object({
  transaction_date: z.iso.datetime(),
  advertiser_name: z.string(),
  /** In `currency` and `commission_currency`. */
  order_value: Money,
  commission: Money,
  /** The page on which the link stood, or its destination if the browser sent no referrer. */
  click_page: z.string().nullable(),
  status: z.enum(TRANSACTION_STATUSES),
  transaction_id: z.uuid(),
  advertiser_id: z.number(),
  order_id: z.string(),
  event: z.string(),
  /** The currency of the order. */
  currency: z.string(),
  /** That of the order for a commission in percent, that of the terms for a fixed one. */
  commission_currency: z.string(),
  /** What it counts in USD; both are null while the currency has no exchange rate. */
  usd_order_value: Money.nullable(),
  usd_commission: Money.nullable(),
  site_name: z.string().nullable(),
  sub1: z.string().nullable(),
  sub2: z.string().nullable(),
  sub3: z.string().nullable(),
  sub4: z.string().nullable(),
  sub5: z.string().nullable(),
  /** Null for an order by coupon. */
  click_date: z.iso.datetime().nullable(),
  attribution: z.enum(ATTRIBUTIONS),
  /** The reason why it was cancelled. */
  reason: z.enum(CANCEL_REASONS).nullable(),
  /** Why a pending transaction waits for a person; null while it does not. */
  hold_reason: z.enum(HOLD_REASONS).nullable(),
  /** The time of the last decision. */
  decided_date: z.iso.datetime().nullable(),
  /** When a pending transaction is decided at the latest: the end of its validation, extended or not; null if held. */
  expected_decision_date: z.iso.datetime().nullable(),
})

/** @see TransactionView */
export type TransactionView = z.infer<typeof TransactionView>

/** A transaction as operators and advertisers see it: with its publisher. */
export const PublisherTransactionView = TransactionView.extend({
  publisher_id: z.number(),
  publisher_name: z.string(),
  /** The id of an earlier order of the same click, event, amount and minute: this may be its second report. */
  same_sale_as: z.string().nullable(),
})

/** @see PublisherTransactionView */
export type PublisherTransactionView = z.infer<typeof PublisherTransactionView>

/** A part of an order. The amount is that of the whole line, in the currency of the order. */
export const ItemView = z.object({
  group: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.number().nullable(),
  amount: Money,
})

/** @see ItemView */
export type ItemView = z.infer<typeof ItemView>

/** One transaction with its click, terms, postbacks, decisions and postings. */
export const TransactionTimeline = z.object({
  transaction: PublisherTransactionView,
  /** What the order was worth as it was reported, before any decision, in the currencies of order and commission. */
  reported: z.object({
    order_value: Money,
    commission: Money,
    items: z.array(ItemView),
    /** Without what the order was recorded. */
    remark: z.enum(RECORDED_REMARKS).nullable(),
  }),
  coupon: z.string().nullable(),
  /** The page of the claim that became this order, for readers who can open it. */
  claim_path: z.string().nullable(),
  customer_status: z.enum(['NEW', 'RETURNING']).nullable(),
  /** The click that earned it; null once clicks of that time have been deleted. */
  click: z
    .object({
      clicked_at: z.iso.datetime(),
      verdict: z.enum(VERDICTS),
      /** The name of the country in the reader's language. */
      country: z.string().nullable(),
      device: z.enum(DEVICES).nullable(),
      referrer: z.string().nullable(),
      destination: z.string().nullable(),
      subs: z.array(z.string()),
    })
    .nullable(),
  /** The version of the terms that was in force at the click; `rate` is what it pays for the event: `8%`. */
  terms: z
    .object({
      version: z.number(),
      effective_from: z.iso.datetime(),
      window_days: z.number(),
      validation_days: z.number(),
      validation_end: z.enum(VALIDATION_ENDS),
      rate: z.string().nullable(),
    })
    .nullable(),
  /** The postbacks of the order: several if the advertiser repeats it or sends it by server and by pixel. */
  reports: z.array(
    z.object({
      received_at: z.iso.datetime(),
      method: z.enum(['server', 'pixel']),
      result: z.enum(['recorded', 'duplicate']),
      difference: z.enum(['amount_differs', 'click_differs']).nullable(),
    }),
  ),
  /** The rejected postbacks of the same order that are about this publisher's click, or about no genuine click. */
  rejections: z.array(
    z.object({
      received_at: z.iso.datetime(),
      method: z.enum(['server', 'pixel']),
      reason: z.enum(POSTBACK_REASONS),
    }),
  ),
  /** The postbacks of the same order that were accepted and waited, because its click was newer than the clock. */
  acceptances: z.array(
    z.object({
      received_at: z.iso.datetime(),
      method: z.enum(['server', 'pixel']),
      reason: z.enum(['clock_ahead', 'confirm_without_rate']),
    }),
  ),
  decisions: z.array(
    z.object({
      sequence: z.number(),
      action: z.enum(DECISION_ACTIONS),
      decided_as: z.enum(DECIDERS),
      /** The status after the decision. */
      status: z.enum(TRANSACTION_STATUSES),
      reason: z.enum(CANCEL_REASONS).nullable(),
      hold_reason: z.enum(HOLD_REASONS).nullable(),
      /** The end of an extension. */
      due_at: z.iso.datetime().nullable(),
      /** What the order is worth after the decision, in the currencies of order and commission. */
      order_value: Money,
      commission: Money,
      /** The items that an amendment leaves, if it names them. */
      items: z.array(ItemView),
      note: z.string(),
      /** What supports it, as text and as a file; `path` is its download for this reader. */
      evidence: z.string().nullable(),
      evidence_file: z.object({ name: z.string(), size: z.number(), path: z.string() }).nullable(),
      /** What the advertiser says about the order. */
      customer_status: z.enum(['NEW', 'RETURNING']).nullable(),
      shipped_at: z.iso.datetime().nullable(),
      /** When the advertiser expects to decide an order that it holds. */
      expected_at: z.iso.datetime().nullable(),
      decided_at: z.iso.datetime(),
      /** The name of the account that decided, for operators and, of its own accounts, for the advertiser. */
      decided_by: z.string().nullable(),
      /** The API key of that account by which a program decided, for the same readers. */
      key: DecidingKey.nullable(),
      /** The decision file that decided, for the same readers. */
      file: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    }),
  ),
  /** The postings in the ledger. A positive amount is owed to the publisher. */
  postings: z.array(
    z.object({
      /** The number of the decision that caused it. */
      sequence: z.number(),
      kind: z.enum(DECISION_ENTRIES),
      posted_at: z.iso.datetime(),
      amount: Money,
      currency: z.string(),
    }),
  ),
  /** The notes of the reader's own team. */
  notes: z.array(NoteView),
})

/** @see TransactionTimeline */
export type TransactionTimeline = z.infer<typeof TransactionTimeline>

/** The number of transactions in each status. */
export const StatusCounts = z.object({ PENDING: z.number(), CONFIRMED: z.number(), CANCELLED: z.number() })

/** Sums of a list in USD, without its cancelled transactions and those without an exchange rate. */
export const Totals = { total_order_value: Money, total_earnings: Money }
