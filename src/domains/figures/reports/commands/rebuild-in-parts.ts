import type { Db } from '#database'
import { addDays, listDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Day, DayRange } from '#kernel/days.ts'
import { recountStatuses, removeStatusCountsOutside } from '#domains/orders/transactions/commands/count-statuses.ts'
import { findCountedTimes } from '../queries/rollup-progress.ts'
import { advanceRollups } from './advance-rollups.ts'
import { advanceSubIds } from './count-sub-ids.ts'
import { lockRollups, rebuildRollups } from './rebuild-rollups.ts'
import { removeRollupsOutside, writeStoredDays } from './rollup-statements.ts'

/** What is rebuilt. */
export interface RebuildOptions {
  /** Without it every day is rebuilt, and roll-ups of other days are removed. */
  days?: DayRange | undefined
  clock?: () => Date
  onDay?: (day: Day) => void
}

/** How often sub ids that have come in meanwhile are counted. */
const SUB_ID_INTERVAL_MS = 15_000

/**
 * Rebuilds the roll-ups day by day, each day in a database transaction of its own, while the network serves. Between
 * two days it brings all roll-ups up to date, because the loop of the network finds them locked. Answers the number of
 * days.
 */
export async function rebuildInParts(db: Db, options: RebuildOptions): Promise<number> {
  const { clock = () => new Date(), onDay } = options
  const days = options.days ?? (await findCountedDays(db, clock()))
  if (!options.days) await db.transaction().execute((tx) => removeOutside(tx, days))
  let subIdsAt = 0
  for (const day of listDays(days)) {
    await db.transaction().execute((tx) => rebuildDay(tx, { from: day, until: addDays(day, 1) }))
    await advanceRollups(db, clock())
    if (performance.now() - subIdsAt > SUB_ID_INTERVAL_MS) {
      await advanceSubIds(db, clock())
      subIdsAt = performance.now()
    }
    onDay?.(day)
  }
  return listDays(days).length
}

/** The days with rows that count, and two days around them for rows that are written meanwhile. */
async function findCountedDays(db: Db, now: Date): Promise<DayRange> {
  const { first, last } = (await findCountedTimes(db)) ?? { first: now, last: now }
  return { from: addDays(toDay(first), -2), until: addDays(toDay(last > now ? last : now), 3) }
}

async function rebuildDay(tx: Db, day: DayRange): Promise<void> {
  await rebuildRollups(tx, { from: startOfDay(day.from), until: startOfDay(day.until) })
  await writeStoredDays(tx, day)
  await recountStatuses(tx, day)
}

async function removeOutside(tx: Db, days: DayRange): Promise<void> {
  await lockRollups(tx)
  await removeRollupsOutside(tx, days)
  await removeStatusCountsOutside(tx, days)
}
