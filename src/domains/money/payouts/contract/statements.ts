import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { FORFEITURE_KINDS, PAYOUT_METHODS, SHOWN_STATUSES } from './vocabulary.ts'

const path = '/api/v1/account/publishers/me/payouts'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** A payout as its publisher sees it: lines + carried = amount + fee + rest. */
export const PayoutView = z.object({
  payout_id: z.uuid(),
  /** The first day of its UTC month: it pays what became payable before the end of that month. */
  month: Day,
  status: z.enum(SHOWN_STATUSES),
  currency: z.string(),
  amount: Money,
  lines_amount: Money,
  /** What earlier payouts left over. */
  carried: Money,
  /** The fee on a balance below the minimum after the account was closed; mostly zero. */
  fee: Money,
  /** Less than a cent, which the next payout pays. */
  rest: Money,
  line_count: z.number(),
  method: z.enum(PAYOUT_METHODS),
  /** The end of the account number, or the masked PayPal e-mail. */
  destination: z.string(),
  approved_at: z.iso.datetime(),
  /** The day on which it was paid or failed. */
  settled_on: Day.nullable(),
  returned_on: Day.nullable(),
  /** Why it failed or came back, in the words of the bank. */
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  /** The number of its statement; null until it is paid. */
  statement_number: z.number().nullable(),
})

/** @see PayoutView */
export type PayoutView = z.infer<typeof PayoutView>

/** A line of a statement: a change of what is payable for a transaction. */
export const StatementLineView = z.object({
  /** The entry of the ledger that made it payable. */
  entry_id: z.uuid(),
  transaction_id: z.uuid(),
  order_id: z.string(),
  event: z.string(),
  advertiser_name: z.string(),
  site_name: z.string().nullable(),
  transaction_date: z.iso.datetime(),
  /** Null for an order by coupon. */
  click_date: z.iso.datetime().nullable(),
  terms_version: z.number(),
  currency: z.string(),
  amount: Money,
  payable_at: z.iso.datetime(),
})

/** @see StatementLineView */
export type StatementLineView = z.infer<typeof StatementLineView>

/** Lists the payouts of the signed-in publisher, newest first. */
export const listPayoutsCall = endpoint({
  method: 'GET',
  path,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'My payouts, newest first',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 10)),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ count: z.number(), payouts: z.array(PayoutView) }),
  }),
})

const ofPayout = z.object({ payout_id: z.uuid() })

/** Gets a payout with a page of its lines. */
export const getStatementCall = endpoint({
  method: 'GET',
  path: `${path}/:payout_id`,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'One of my payouts with the lines of its statement',
  params: ofPayout,
  query: z.object(pageQuery(LIST_PAGE_SIZES, 20)),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ payout: PayoutView, lines: z.array(StatementLineView) }),
  }),
})

/**
 * Downloads all lines of a statement as CSV. `bom=1` adds a byte order mark for spreadsheets. Answers 404 for a payout
 * that failed or came back: its lines are released.
 */
export const downloadStatementCall = endpoint({
  method: 'GET',
  path: `${path}/:payout_id/csv`,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'All lines of a statement as CSV; bom=1 for spreadsheets',
  params: ofPayout,
  query: z.object({ bom: z.enum(['0', '1']).default('0') }),
})

/** Downloads a statement as PDF. Answers 404 for a payout that is not paid. */
export const printStatementCall = endpoint({
  method: 'GET',
  path: `${path}/:payout_id/pdf`,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'The statement of a paid payout as PDF',
  params: ofPayout,
})

const ForfeitureView = z.object({
  kind: z.enum(FORFEITURE_KINDS),
  currency: z.string(),
  amount: Money,
  made_at: z.iso.datetime(),
  line_count: z.number(),
})

/** A balance that the publisher no longer gets. */
export type ForfeitureView = z.infer<typeof ForfeitureView>

/** Lists the balances that the signed-in publisher no longer gets, and what closing the account would mean now. */
export const getClosingCall = endpoint({
  method: 'GET',
  path: '/api/v1/account/publishers/me/closing',
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'What becomes of my balance when my account is closed, and balances that were retained or have lapsed',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      currency: z.string(),
      /** What becomes of the payable balance if nothing changes. */
      outcome: z.enum(['nothing', 'retained', 'less_fee', 'full']),
      /** What would be paid, in whole cents. */
      paid: Money,
      fee: Money,
      payable: Money,
      /** The latest 100. */
      forfeitures: z.array(ForfeitureView),
    }),
  }),
})
