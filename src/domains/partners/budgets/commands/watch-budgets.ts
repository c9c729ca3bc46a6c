import { tellTeam } from '#domains/people/notices/commands/tell-team.ts'
import { setBudgetDates } from '#domains/programmes/programs/commands/set-budget-dates.ts'
import { startOfDay, toDay } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { tryEach } from '#platform/server/jobs/try-each.ts'
import { budgetEmail } from '../mails.ts'
import { findVersion, listBudgetedAdvertisers, listBudgets, readUsed } from '../queries.ts'
import type { BudgetRow } from '../queries.ts'
import { getAlertLevel, getPeriodDays, getStop } from '../rules.ts'
import { announceStop } from './mail-stops.ts'

/**
 * Compares what the clicks of the present day and month used with the caps of all advertisers, and does what their
 * budgets say. What fails for one advertiser does not hold up the others.
 */
export async function watchBudgets(ctx: Ctx): Promise<void> {
  const watch = (advertiserId: bigint) => watchAdvertiser(ctx, { advertiserId })
  await tryEach(await listBudgetedAdvertisers(ctx.db), watch, 'The budgets of some advertisers were not watched.')
}

interface Watched {
  advertiserId: bigint
}

/**
 * Brings the alerts of an advertiser's budgets up to date: tells it of 80 and 100 % once in each period and version,
 * and stores with its programme which joins and clicks are stopped. A stop ends early when a later version of its
 * budget leaves room again.
 */
export function watchAdvertiser(ctx: Ctx, watched: Watched): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { advertiserId } = watched
    const program = await tx.db
      .selectFrom('program')
      .select(['id', 'joinsPausedUntil', 'stoppedFrom', 'stoppedUntil'])
      .where('advertiserId', '=', advertiserId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!program) return
    const present = { ...NO_DATES }
    for (const budget of await listBudgets(tx.db, { advertiserId })) {
      const state = await readState(tx, budget)
      await endStops(tx, budget, state)
      if (!state) continue
      await alert(tx, { ...watched, budget, state })
      addDates(present, await findAlert(tx, budget, state), { budget, state })
    }
    if (isSame(program, present)) return
    await setBudgetDates(tx, { advertiserId, ...present })
    await audit(tx, { action: 'budget.set_dates', target: `advertiser:${advertiserId}`, details: { ...present } })
  })
}

interface ProgramDates {
  joinsPausedUntil: Date | null
  stoppedFrom: Date | null
  stoppedUntil: Date | null
}

const NO_DATES: ProgramDates = { joinsPausedUntil: null, stoppedFrom: null, stoppedUntil: null }

type State = NonNullable<Awaited<ReturnType<typeof readState>>>

/** Reads how a budget stands in the present period; undefined while it has no cap. */
async function readState(tx: Ctx, budget: BudgetRow) {
  const version = findVersion(budget, tx.now)
  if (!version) return undefined
  const days = getPeriodDays(budget.period, toDay(tx.now))
  const used = await readUsed(tx.db, budget, days)
  return { version, days, used, level: getAlertLevel(used, version.cap) }
}

/** Ends the stops of earlier versions, unless the version in force stops too and has no room. */
async function endStops(tx: Ctx, { id }: BudgetRow, state: State | undefined): Promise<void> {
  const goesOn = state?.level === 'reached' && state.version.consequence === 'stop'
  if (goesOn) return
  const open = await tx.db
    .selectFrom('budgetAlert')
    .selectAll()
    .where('budgetId', '=', id)
    .where('stopsUntil', '>', tx.now)
    .$if(state !== undefined, (query) => query.where('version', '<>', state?.version.version ?? 0))
    .execute()
  for (const { startsOn, version, level, stopsFrom } of open) {
    if (stopsFrom === null) continue
    await tx.db
      .updateTable('budgetAlert')
      .set({ stopsUntil: stopsFrom > tx.now ? stopsFrom : tx.now })
      .where('budgetId', '=', id)
      .where('startsOn', '=', startsOn)
      .where('version', '=', version)
      .where('level', '=', level)
      .execute()
    await audit(tx, { action: 'budget.end_stop', target: `budget:${id}`, details: { version, startsOn } })
  }
}

interface Reached extends Watched {
  budget: BudgetRow
  state: State
}

/** Tells of a level that is new in this period and version. */
async function alert(tx: Ctx, { advertiserId, budget, state }: Reached): Promise<void> {
  const { version, days, used, level } = state
  if (level === undefined) return
  const isStop = level === 'reached' && version.consequence === 'stop'
  const stop = isStop ? getStop(days, tx.now) : undefined
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('budgetAlert')
    .values({
      budgetId: budget.id,
      startsOn: days.from,
      version: version.version,
      level,
      reachedAt: tx.now,
      stopsFrom: stop?.from ?? null,
      stopsUntil: stop?.until ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const details = { level, version: version.version, startsOn: days.from, used, stop }
  await audit(tx, { action: 'budget.reach', target: `budget:${budget.id}`, details })
  const { period, measure } = budget
  const { cap, consequence } = version
  const news = { level, period, measure, cap, consequence, used, stop }
  await tellTeam(tx, {
    advertiserId,
    kind: 'budgets',
    path: '/brand/budget',
    write: ({ locale, advertiser: name }) => budgetEmail({ branding: tx.branding, locale, name }, news),
  })
  if (!stop) return
  await announceStop(tx, { budgetId: budget.id, version: version.version, stop })
}

/** Finds the alert of a cap that was reached in its present period, also if orders were cancelled since. */
function findAlert(tx: Ctx, { id }: BudgetRow, { version, days }: State) {
  return tx.db
    .selectFrom('budgetAlert')
    .select(['stopsFrom', 'stopsUntil'])
    .where('budgetId', '=', id)
    .where('startsOn', '=', days.from)
    .where('version', '=', version.version)
    .where('level', '=', 'reached')
    .executeTakeFirst()
}

type Alert = Awaited<ReturnType<typeof findAlert>>

/** Adds what a reached budget of all publishers means for the programme. */
function addDates(dates: ProgramDates, found: Alert, { budget, state }: { budget: BudgetRow; state: State }): void {
  if (!found || budget.publisherId !== null || state.version.consequence === 'tell') return
  const until = startOfDay(state.days.until)
  if (dates.joinsPausedUntil === null || dates.joinsPausedUntil < until) dates.joinsPausedUntil = until
  const { stopsFrom, stopsUntil } = found
  if (stopsFrom === null || stopsUntil === null) return
  if (dates.stoppedUntil !== null && dates.stoppedUntil >= stopsUntil) return
  dates.stoppedFrom = stopsFrom
  dates.stoppedUntil = stopsUntil
}

function isSame(one: ProgramDates, other: ProgramDates): boolean {
  const names = ['joinsPausedUntil', 'stoppedFrom', 'stoppedUntil'] as const
  return names.every((name) => one[name]?.getTime() === other[name]?.getTime())
}
