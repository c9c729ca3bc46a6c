import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { invalidField } from '#kernel/errors.ts'
import { AMOUNT_SCALE, parseAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { endBudget, setBudget } from './commands/set-budget.ts'
import * as calls from './contract.ts'
import { findNoticeDays, findVersion, listAlerts, listBudgets, readRecent, readUsed } from './queries.ts'
import type { BudgetRow } from './queries.ts'
import { expectExcess, forecastEnd, getPeriodDays } from './rules.ts'
import type { BudgetMeasure } from './rules.ts'
import { viewAlert, viewBudget } from './views.ts'

/** The routes of budgets. */
export const budgetRoutes: Route[] = [
  route(calls.listBudgetsCall, async (ctx) => ({ ...SUCCESS, data: await readBudgets(ctx) })),
  route(calls.getBudgetStandingsCall, async (ctx) => ({ ...SUCCESS, data: { budgets: await readStandings(ctx) } })),
  route(calls.setBudgetCall, async (ctx, { body }) => {
    const { publisher_id: publisherId, period, measure, consequence } = body
    const advertiserId = getAdvertiserId(ctx.actor)
    const cap = readCap(body.cap, measure)
    const budget = { advertiserId, publisherId: publisherId ?? null, period, measure, cap, consequence }
    const { version, effectiveFrom } = await setBudget(ctx, budget)
    return { ...SUCCESS, version, effective_from: effectiveFrom.toISOString() }
  }),
  route(calls.endBudgetCall, async (ctx, { params }) => {
    await endBudget(ctx, { advertiserId: getAdvertiserId(ctx.actor), budgetId: params.budget_id })
    return SUCCESS
  }),
]

async function readBudgets(ctx: RequestCtx) {
  const { db, actor } = ctx
  const advertiserId = getAdvertiserId(actor)
  const [budgets, alerts, noticeDays] = await Promise.all([
    readStandings(ctx),
    listAlerts(db, { advertiserId }),
    findNoticeDays(db, { advertiserId }),
  ])
  return {
    budgets,
    alerts: alerts.map(viewAlert),
    notice_days: noticeDays,
  }
}

/** Reads how the budgets of the signed-in advertiser stand that have not ended. */
async function readStandings({ db, actor, now }: RequestCtx) {
  const budgets = await listBudgets(db, { advertiserId: getAdvertiserId(actor) })
  const standing = async (budget: BudgetRow) => {
    const version = findVersion(budget, now)
    if (!version) return undefined
    const days = getPeriodDays(budget.period, toDay(now))
    const [used, recent] = await Promise.all([readUsed(db, budget, days), readRecent(db, budget, now)])
    const facts = { period: budget.period, cap: version.cap, used, now, recent }
    return { used, forecast: forecastEnd(facts), excess: expectExcess(facts) }
  }
  const shown = budgets.filter(({ versions: [newest] }) => newest && newest.cap !== null)
  return Promise.all(shown.map(async (budget) => viewBudget(budget, await standing(budget), now)))
}

/** The largest caps: one hundred million USD, or as many orders. */
const MAX_ORDERS = 100_000_000n
const MAX_COMMISSION: Amount = MAX_ORDERS * AMOUNT_SCALE

function readCap(text: string, measure: BudgetMeasure): Amount {
  if (measure === 'orders') {
    const orders = /^\d{1,9}$/.test(text) ? BigInt(text) : 0n
    if (orders < 1n || orders > MAX_ORDERS) throw invalidField('cap', { code: 'budget.orders' })
    return orders
  }
  const amount = parseAmount(text)
  if (amount === undefined || amount <= 0n || amount > MAX_COMMISSION)
    throw invalidField('cap', { code: 'budget.amount' })
  return amount
}
