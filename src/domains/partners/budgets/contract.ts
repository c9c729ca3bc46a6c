import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { requiredText } from '#kernel/text.ts'
import { BUDGET_MEASURES, BUDGET_PERIODS, CONSEQUENCES } from './rules.ts'

const path = '/api/v1/brand/budgets'
const succeeded = { success: z.literal(true) }

/** A cap or what is used of it: USD with four decimals, or a whole number of orders. */
const Used = z.string()

const Version = z.object({
  version: z.number(),
  /** Null in the version that ends the budget. */
  cap: Used.nullable(),
  consequence: z.enum(CONSEQUENCES),
  effective_from: z.iso.datetime(),
})

const Forecast = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reached') }),
  z.object({ kind: z.literal('day'), day: z.iso.date() }),
  z.object({ kind: z.literal('lasts') }),
  z.object({ kind: z.literal('days'), reached: z.number(), days: z.number() }),
  z.object({ kind: z.literal('unknown'), days: z.number() }),
])

/** Whose clicks a budget caps, and how. */
const target = {
  publisher_id: z.number().nullable(),
  /** Null for all publishers together. */
  publisher_name: z.string().nullable(),
  period: z.enum(BUDGET_PERIODS),
  measure: z.enum(BUDGET_MEASURES),
}

const BudgetView = z.object({
  id: z.number(),
  ...target,
  /** The version in force; null before the first one, and after the end. */
  in_force: Version.nullable(),
  /** The version that begins later, if one does. */
  next: Version.nullable(),
  /** Of the present day or month (UTC); null while no version is in force. */
  used: Used.nullable(),
  used_percent: z.number().nullable(),
  forecast: Forecast.nullable(),
  /** The first day after the present day or month (UTC). */
  period_until: z.iso.date(),
  /** What the clicks of the period are expected to earn above a cap on commission, in USD; null if not known. */
  excess: z.string().nullable(),
})

/** @see BudgetView */
export type BudgetView = z.infer<typeof BudgetView>

const AlertView = z.object({
  budget_id: z.number(),
  ...target,
  level: z.enum(['low', 'reached']),
  reached_at: z.iso.datetime(),
  /** Clicks between these times earn nothing; null unless the budget stops commission. */
  stops_from: z.iso.datetime().nullable(),
  stops_until: z.iso.datetime().nullable(),
})

/** @see AlertView */
export type AlertView = z.infer<typeof AlertView>

/** Reads the budgets of the signed-in advertiser. */
export const listBudgetsCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'My budgets: caps, what is used, when they end, and what happened when they were reached',
  reply: z.object({
    ...succeeded,
    data: z.object({
      budgets: z.array(BudgetView),
      /** Newest first, at most 50. */
      alerts: z.array(AlertView),
      notice_days: z.number(),
    }),
  }),
})

/** Reads how the budgets of the signed-in advertiser stand, for its home. */
export const getBudgetStandingsCall = endpoint({
  method: 'GET',
  path: '/api/v1/brand/budget-standings',
  access: 'advertiser:see_money',
  encoding: 'none',
  summary: 'What is used of my budgets in the present day or month, and when they end',
  reply: z.object({ ...succeeded, data: z.object({ budgets: z.array(BudgetView) }) }),
})

/** Sets a budget. */
export const setBudgetCall = endpoint({
  method: 'POST',
  path,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'Cap the commission or the orders of a day or a month; a cap that stops commission begins after its notice',
  body: z.strictObject({
    /** A publisher who joined; all together when left out. */
    publisher_id: Id.optional(),
    period: z.enum(BUDGET_PERIODS, coded('choice')),
    measure: z.enum(BUDGET_MEASURES, coded('choice')),
    cap: requiredText(20),
    consequence: z.enum(CONSEQUENCES, coded('choice')),
  }),
  refusals: [409],
  reply: z.object({ ...succeeded, version: z.number(), effective_from: z.iso.datetime() }),
})

/** Ends a budget. */
export const endBudgetCall = endpoint({
  method: 'POST',
  path: `${path}/:budget_id/end`,
  access: 'advertiser:set_terms',
  encoding: 'json',
  summary: 'End one of my budgets at once, with what it has stopped',
  params: z.object({ budget_id: Id }),
  body: z.strictObject({}),
  reply: z.object(succeeded),
})
