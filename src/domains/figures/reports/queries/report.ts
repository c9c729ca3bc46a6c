import type { Db } from '#database'
import type { DayRange } from '#kernel/days.ts'
import type { Page } from '#kernel/paging.ts'
import type { ReportSort } from '../contract/vocabulary.ts'
import { getUnitBefore } from '../rules/performance.ts'
import type { Figures } from '#kernel/measures.ts'
import type { ReportQuery } from '../rules/performance.ts'
import { listPerformanceDays, readGroupFigures, readPerformance, readTotals } from './performance.ts'

/** The rows of a report with the period before. */
export type ReportRows = Awaited<ReturnType<typeof readReport>>

/** Reads one page of a report, its totals, and the same of the period before. */
export async function readReport(
  db: Db,
  query: ReportQuery & { before: DayRange; sort: ReportSort; page: Page; isCompared: boolean },
) {
  const { type, before, isCompared } = query
  const isByDate = type === 'date'
  const [page, totalsBefore, days, daysBefore] = await Promise.all([
    readPerformance(db, query),
    readTotals(db, { ...query, range: before }),
    isByDate ? listPerformanceDays(db, query) : undefined,
    isByDate && isCompared ? listPerformanceDays(db, { ...query, range: before }) : undefined,
  ])
  const units = page.groups.map(({ unit }) => getUnitBefore(type, unit, query.range))
  const found = isCompared ? await readGroupFigures(db, { ...query, range: before }, units) : undefined
  const groupsBefore = found && units.map((unit): Figures => found.get(unit) ?? NOTHING)
  return { page, totalsBefore, days, daysBefore, groupsBefore }
}

const NOTHING: Figures = { clicks: 0n, transactions: 0n, commission: 0n }
