import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { InstructionsView } from './payment-instructions.ts'
import { BILLING_MODES, DEPOSIT_KINDS, LADDER_LEVELS } from '../rules.ts'

const succeeded = { success: z.literal(true) }
const done = z.object(succeeded)
/** In USD with four decimals; below zero with a minus. */
const Money = z.string().regex(/^-?\d+\.\d{4}$/)
const Time = z.iso.datetime().nullable()

/** The warnings that hold for an advertiser, with their dates (UTC). */
const LadderView = z.object({
  level: z.enum(LADDER_LEVELS),
  /** How much of funds and credit is used, in whole percent. */
  used_percent: z.number(),
  /** Since when the advertiser is warned, and since when its dates run. */
  warned_at: Time,
  used_up_at: Time,
  /** From when on no publisher can ask to join. */
  no_joins_from: Time,
  /** From when on joins and promotions are closed. */
  closed_from: Time,
})

/** What an advertiser owes for confirmed orders that are not covered, by the days since their confirmation. */
const OwedByAge = z.object({ up_to_30: Money, up_to_60: Money, up_to_90: Money, over_90: Money })

/** @see OwedByAge */
export type OwedByAge = z.infer<typeof OwedByAge>

/** A deposit or a refund. */
const DepositView = z.object({
  id: z.string(),
  kind: z.enum(DEPOSIT_KINDS),
  amount: Money,
  moved_on: Day,
  reference: z.string(),
  recorded_at: z.iso.datetime(),
  /** How much of a deposit is used, the oldest deposits first, and what is left of it; null of a refund. */
  used: Money.nullable(),
  rest: Money.nullable(),
})

/** @see DepositView */
export type DepositView = z.infer<typeof DepositView>

/** What moved the funds of an advertiser in one month (UTC). */
const FundsMonth = z.object({
  /** Such as `2026-03`. */
  month: z.string(),
  deposits: Money,
  refunds: Money,
  /** The orders that funds covered; the amounts are less what came back from cancelled and amended orders. */
  orders: z.number(),
  commission: Money,
  fee: Money,
  /** The funds at the end of the month. */
  closing: Money,
})

/** @see FundsMonth */
export type FundsMonth = z.infer<typeof FundsMonth>

/** A confirmed order that is not covered. */
const UncoveredOrderView = z.object({
  publisher_id: z.number(),
  publisher_name: z.string(),
  transaction_id: z.string(),
  order_id: z.string(),
  confirmed_at: z.iso.datetime(),
  /** What is not covered of its commission and fee. */
  open: Money,
})

/** @see UncoveredOrderView */
export type UncoveredOrderView = z.infer<typeof UncoveredOrderView>

/** How an advertiser pays, what it has and what it owes. */
const BillingView = z.object({
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  /** The title of its programme; null without one. */
  program: z.string().nullable(),
  mode: z.enum(BILLING_MODES),
  credit_limit: Money,
  funds: Money,
  /** Funds and credit that can cover further orders. */
  available: Money,
  owed: Money,
  /** What has to be paid before funds and credit cover anything: what the bank took back after it was used. */
  shortfall: Money,
  owed_by_age: OwedByAge,
  uncovered_orders: z.number(),
  /** Covered commission among the confirmed commission of the last 90 days, in percent; null without any. */
  coverage: z.number().nullable(),
  /**
   * For how many days funds and credit last at `daily_cost` after all that is owed; 0 while more is owed than they
   * cover, null without a mean.
   */
  covered_days: z.number().nullable(),
  /** The mean of the last days: commission and fees of the orders that were confirmed; null with fewer than 7 days. */
  daily_cost: Money.nullable(),
  /** The complete days since the first confirmed order, at most 28. */
  cost_days: z.number(),
  ladder: LadderView,
  /** How the network is paid; null while its operator has not said so. */
  how_to_pay: InstructionsView.nullable(),
  /** What has to be missing before the dates of the warnings begin. */
  smallest_missing: Money,
  /** The oldest first: the next payment covers them in this order. */
  uncovered: z.array(UncoveredOrderView),
  /** Newest first. */
  deposits: z.array(DepositView),
  /** Newest first. */
  months: z.array(FundsMonth),
})

/** @see BillingView */
export type BillingView = z.infer<typeof BillingView>

const billingReply = z.object({ ...succeeded, data: BillingView })

/** Reads the billing of the signed-in advertiser. */
export const getOwnBillingCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/billing',
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'Your funds and credit, what you owe for confirmed orders, and what your funds were used for',
  reply: billingReply,
})

/** Reads what the signed-in advertiser has and owes, for its home. */
export const getOwnFundsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/funds',
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'What your funds and credit can cover, what is not covered, and how much of your commission is covered',
  reply: z.object({
    ...succeeded,
    data: BillingView.pick({
      available: true,
      owed: true,
      coverage: true,
      covered_days: true,
      daily_cost: true,
      cost_days: true,
      ladder: true,
    }),
  }),
})

/** An advertiser in the operator's list. */
const FundingRow = z.object({
  advertiser_id: z.number(),
  advertiser_name: z.string(),
  mode: z.enum(BILLING_MODES),
  funds: Money,
  credit_limit: Money,
  owed: Money,
  owed_by_age: OwedByAge,
  ladder: LadderView,
})

/** @see FundingRow */
export type FundingRow = z.infer<typeof FundingRow>

export const listFundingCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/money/advertisers',
  access: 'operator',
  encoding: 'none',
  summary: 'Funds, credit and what advertisers owe, by age; the largest debts first',
  query: z.object({ keyword: plainText(200).default(''), ...pageQuery(LIST_PAGE_SIZES, 20) }),
  reply: z.object({ ...succeeded, data: z.object({ count: z.number(), advertisers: z.array(FundingRow) }) }),
})

export const getMoneyCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/money',
  access: 'operator',
  encoding: 'none',
  summary: 'What advertisers owe and have paid in, and how much of the confirmed commission is covered',
  reply: z.object({
    ...succeeded,
    data: z.object({
      owed: Money,
      owed_by_age: OwedByAge,
      uncovered_orders: z.number(),
      /** Unused deposits of all advertisers, and the credit that others use. */
      funds: Money,
      credit_used: Money,
      coverage: z.number().nullable(),
      /** Commission that is covered and in no approved payout. */
      payable: Money,
      /** The advertisers that have used up their funds. */
      used_up: z.number(),
    }),
  }),
})

const operatorPath = '/api/v1/operator/advertisers/:advertiser_id'
const params = z.object({ advertiser_id: Id })

export const getBillingCall = endpoint({
  method: 'GET',
  path: `${operatorPath}/billing`,
  access: 'operator',
  encoding: 'none',
  summary: 'How an advertiser pays, what it has and what it owes',
  params,
  reply: billingReply,
})

export const setBillingCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/billing`,
  access: 'operator',
  encoding: 'json',
  summary: 'Set how an advertiser pays, and its credit limit',
  params,
  body: z.strictObject({ mode: z.enum(BILLING_MODES, coded('choice')), credit_limit: plainText(20).default('0') }),
  reply: done,
})

const movedFunds = z.strictObject({
  amount: requiredText(20),
  /** The UTC day on which the money came or went. */
  moved_on: Day,
  /** Names the transfer; the same again changes nothing. */
  reference: requiredText(140),
})

const movedReply = z.object({
  ...succeeded,
  deposit_id: z.string(),
  /** The orders that were covered at once; a job covers the rest. */
  covered_orders: z.number(),
})

export const recordDepositCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/deposits`,
  access: 'operator',
  encoding: 'json',
  summary: 'Record a payment of an advertiser; it covers the oldest confirmed orders',
  params,
  body: movedFunds,
  reply: movedReply,
})

export const refundFundsCall = endpoint({
  method: 'POST',
  path: `${operatorPath}/refunds`,
  access: 'operator',
  encoding: 'json',
  summary: 'Record that unused funds were paid back to an advertiser',
  params,
  body: movedFunds,
  reply: movedReply,
})
