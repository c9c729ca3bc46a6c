import { z } from 'zod'
import { HOLD_REASONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

/** The conditions of a payment: those of the order, then those of the publisher; the last one is of a made payment. */
export const CONDITIONS = [
  'exchange_rate',
  'decided',
  'covered',
  'in_month',
  'minimum',
  'closing',
  'details',
  'bank_name',
  'details_age',
  'email',
  'tax_form',
  'tax_form_verified',
  'tax_form_valid',
  'account',
  'not_on_hold',
  'no_open_payout',
  'paid',
] as const

/** @see CONDITIONS */
export type ConditionName = (typeof CONDITIONS)[number]

/** Where the money of an order stands. */
export const PAYMENT_STATES = [
  'pending',
  'cancelled',
  'confirmed',
  'payable',
  'in_payment',
  'paid',
  'retained',
  'lapsed',
] as const

/** @see PAYMENT_STATES */
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * What the date of a condition says: when it was met, or until when it holds; when it is expected to be met, at the
 * earliest or at the latest; or since when it is not met. Of `unknown` there is no date.
 */
export const DATE_MEANINGS = ['met', 'until', 'expected', 'earliest', 'latest', 'since', 'unknown'] as const

/** @see DATE_MEANINGS */
export type DateMeaning = (typeof DATE_MEANINGS)[number]

const ConditionView = z.object({
  name: z.enum(CONDITIONS),
  is_met: z.boolean(),
  /** Null only while nothing is known. */
  date: z.iso.datetime().nullable(),
  date_is: z.enum(DATE_MEANINGS),
  /** Of an order that is not covered, when the programme of the advertiser is restricted further; null otherwise. */
  next_date: z.iso.datetime().nullable(),
  /** How much is missing; null if nothing. */
  missing: Money.nullable(),
})

/** @see ConditionView */
export type ConditionView = z.infer<typeof ConditionView>

const Run = z.object({
  /** The first day of the UTC month whose payable commission it pays. */
  month: Day,
  /** The day on which it pays. */
  day: Day,
})

/** A payment that contained the commission of an order. */
const MadePayment = z.object({
  payout_id: z.uuid(),
  statement_number: z.int(),
  /** The day on which it was paid. */
  date: z.iso.datetime(),
  amount: Money,
})

/** A negative line by which a later decision takes back what was paid. */
const TakeBack = z.object({
  /** When that decision was made. */
  date: z.iso.datetime(),
  /** Above zero. */
  amount: Money,
  /** The approved payout that deducts it; null until then. */
  payout_id: z.uuid().nullable(),
  /** The number of its statement; null until it is paid. */
  statement_number: z.int().nullable(),
  /** The run that deducts it, for an open line at the earliest; null if a balance no longer paid contains it. */
  run: Run.nullable(),
})

/** @see TakeBack */
export type TakeBackView = z.infer<typeof TakeBack>

/** Why an order is not paid yet, or when it was paid. */
export const PaymentExplanation = z.object({
  state: z.enum(PAYMENT_STATES),
  currency: z.string(),
  /** Why an undecided order waits without an end. */
  hold_reason: z.enum(HOLD_REASONS).nullable(),
  /** The payout that contains it, once it is approved. */
  payout_id: z.uuid().nullable(),
  conditions: z.array(ConditionView),
  /**
   * The run that pays it if all conditions are met in time; null for an order that is cancelled, in payment, paid, on
   * hold, forfeited, without an exchange rate or without a commission.
   */
  run: Run.nullable(),
  /** The smallest payment to the publisher. */
  minimum: Money,
  /** The part of its commission that no approved payout contains; zero if nothing or more is in payouts. */
  open: Money,
  /** What was paid for the order, also if it was taken back since. */
  payments: z.array(MadePayment),
  taken_back: z.array(TakeBack),
})

/** @see PaymentExplanation */
export type PaymentExplanation = z.infer<typeof PaymentExplanation>

/** Explains one order of the signed-in publisher. */
export const explainTransactionCall = endpoint({
  method: 'GET',
  path: '/api/v1/transaction/:transaction_id/payment',
  access: 'publisher',
  encoding: 'none',
  summary: 'Why one of my transactions is not paid yet: each condition with its date',
  params: z.object({ transaction_id: z.uuid() }),
  reply: z.object({ success: z.literal(true), data: PaymentExplanation }),
})

/** The next run and its conditions for a publisher. */
export const NextPayment = z.object({
  currency: z.string(),
  run: Run,
  /** What it would pay if all conditions were met. */
  due: Money,
  minimum: Money,
  conditions: z.array(ConditionView),
})

/** @see NextPayment */
export type NextPayment = z.infer<typeof NextPayment>

const me = '/api/v1/account/publishers/me'

/** Explains the next payment to the signed-in publisher. */
export const explainNextPaymentCall = endpoint({
  method: 'GET',
  path: `${me}/next-payment`,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'The next payout run, what it would pay me, and each condition with its date',
  reply: z.object({ success: z.literal(true), data: NextPayment }),
})

/** What the next runs pay if nothing is cancelled. */
export const Forecast = z.object({
  currency: z.string(),
  runs: z.array(Run.extend({ added: Money, paid: Money })),
  /** Commission of orders on hold, which have no date. */
  on_hold: Money,
})

/** @see Forecast */
export type Forecast = z.infer<typeof Forecast>

/** Forecasts the next runs of the signed-in publisher. */
export const forecastCall = endpoint({
  method: 'GET',
  path: `${me}/forecast`,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'What each of the next four payout runs pays me if nothing is cancelled',
  reply: z.object({ success: z.literal(true), data: Forecast }),
})
