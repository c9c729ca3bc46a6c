import { sql } from 'kysely'
import type { Db } from '#database'
import { termsInForce } from '#domains/programmes/programs/rules.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import { FORECAST_DAYS } from './rules.ts'
import type { BudgetMeasure } from './rules.ts'

/** A budget with its versions, newest first. */
export type BudgetRow = Awaited<ReturnType<typeof listBudgets>>[number]

/** Lists the budgets of an advertiser with their versions, those of all publishers first. */
export async function listBudgets(db: Db, { advertiserId }: { advertiserId: bigint }) {
  const budgets = await db
    .selectFrom('budget')
    .leftJoin('publisher', 'publisher.id', 'budget.publisherId')
    .selectAll('budget')
    .select('publisher.name as publisherName')
    .where('budget.advertiserId', '=', advertiserId)
    .orderBy(sql`budget.publisher_id IS NOT NULL`)
    .orderBy('budget.id')
    .execute()
  if (budgets.length === 0) return []
  const versions = await db
    .selectFrom('budgetVersion')
    .selectAll()
    .where(
      'budgetId',
      'in',
      budgets.map(({ id }) => id),
    )
    .orderBy('version', 'desc')
    .execute()
  return budgets.map((budget) => ({ ...budget, versions: versions.filter(({ budgetId }) => budgetId === budget.id) }))
}

/** Finds the version of a budget that holds at a time; undefined if there is none, or if the budget has ended. */
export function findVersion({ versions }: Pick<BudgetRow, 'versions'>, at: Date) {
  const version = termsInForce(versions, at)
  return version && version.cap !== null ? { ...version, cap: version.cap } : undefined
}

/** Reads after how many days a cut of an advertiser's programme takes effect; 0 without a programme. */
export async function findNoticeDays(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<number> {
  const found = await db
    .selectFrom('program')
    .select('noticeDays')
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  return found?.noticeDays ?? 0
}

/** Lists the advertisers with budgets. */
export async function listBudgetedAdvertisers(db: Db): Promise<bigint[]> {
  const rows = await db.selectFrom('budget').select('advertiserId').distinct().orderBy('advertiserId').execute()
  return rows.map(({ advertiserId }) => advertiserId)
}

/** Whose clicks count for a budget, and what is measured. */
export interface UsedBy {
  advertiserId: bigint
  publisherId: bigint | null
  measure: BudgetMeasure
}

/** Reads what the clicks of some days (UTC) used so far, from the roll-ups. */
export async function readUsed(
  db: Db,
  { advertiserId, publisherId, measure }: UsedBy,
  days: DayRange,
): Promise<Amount> {
  const { rows } = await sql<{ used: bigint }>`
    SELECT coalesce(sum(${getFigure(measure)}), 0)::bigint AS used FROM ${getRollup(publisherId)}
    WHERE advertiser_id = ${advertiserId} AND day >= ${days.from} AND day < ${days.until}
      AND ${ofPublisher(publisherId)}`.execute(db)
  return rows[0]?.used ?? 0n
}

/** Reads what each of the last complete days used, from the first day with clicks on. */
export async function readRecent(db: Db, { advertiserId, publisherId, measure }: UsedBy, now: Date): Promise<Amount[]> {
  const today = toDay(now)
  const from = addDays(today, -FORECAST_DAYS)
  const { rows } = await sql<{ day: Day; used: bigint }>`
    SELECT day, sum(${getFigure(measure)})::bigint AS used FROM ${getRollup(publisherId)}
    WHERE advertiser_id = ${advertiserId} AND day >= ${from} AND day < ${today} AND ${ofPublisher(publisherId)}
    GROUP BY day ORDER BY day`.execute(db)
  const [first] = rows
  if (!first) return []
  const used = new Map(rows.map((row) => [row.day, row.used]))
  const recent: Amount[] = []
  for (let { day } = first; day < today; day = addDays(day, 1)) recent.push(used.get(day) ?? 0n)
  return recent
}

function getFigure(measure: BudgetMeasure) {
  return measure === 'commission' ? sql`commission` : sql`transactions`
}

function getRollup(publisherId: bigint | null) {
  return publisherId === null ? sql`rollup_advertiser_total` : sql`rollup_advertiser`
}

function ofPublisher(publisherId: bigint | null) {
  return publisherId === null ? sql`true` : sql`publisher_id = ${publisherId}`
}

/** The alerts that are listed. */
const MAX_ALERTS = 50

/** Lists the newest alerts of an advertiser. */
export function listAlerts(db: Db, { advertiserId }: { advertiserId: bigint }) {
  return db
    .selectFrom('budgetAlert')
    .innerJoin('budget', 'budget.id', 'budgetAlert.budgetId')
    .leftJoin('publisher', 'publisher.id', 'budget.publisherId')
    .selectAll('budgetAlert')
    .select(['budget.publisherId', 'budget.period', 'budget.measure', 'publisher.name as publisherName'])
    .where('budget.advertiserId', '=', advertiserId)
    .orderBy('budgetAlert.reachedAt', 'desc')
    .orderBy('budgetAlert.budgetId')
    .limit(MAX_ALERTS)
    .execute()
}

/** Lists the stops that have begun and whose clicks can still bring orders within the longest window of the terms. */
export async function listStops(db: Db, { now }: { now: Date }) {
  const { rows } = await sql<{ advertiserId: bigint; publisherId: bigint | null; from: Date; until: Date }>`
    SELECT budget.advertiser_id, budget.publisher_id, alert.stops_from AS "from", alert.stops_until AS until
    FROM budget_alert AS alert JOIN budget ON budget.id = alert.budget_id
    JOIN program ON program.advertiser_id = budget.advertiser_id
    WHERE alert.stops_from <= ${now} AND alert.stops_until > alert.stops_from
      AND alert.stops_until > ${now}::timestamptz - make_interval(days => (
        SELECT coalesce(max(window_days), 0) + 2 FROM program_terms WHERE program_id = program.id
      ))
    ORDER BY budget.advertiser_id, alert.stops_from`.execute(db)
  return rows
}
