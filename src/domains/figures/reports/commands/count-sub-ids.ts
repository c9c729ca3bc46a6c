import { sql } from 'kysely'
import type { Db } from '#database'
import type { DayRange } from '#kernel/days.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { planSubIdPass } from '../rules/rollup-plan.ts'
import { findFirstClick, findProgress } from '../queries/rollup-progress.ts'
import type { TimeRange } from './rollup-statements.ts'
import { listTaggedDays, writeSubIds } from './sub-id-statements.ts'

const PROGRESS = 'sub_ids'

/**
 * Brings the roll-up of sub ids up to `now`: counts again each day of each publisher that has new clicks with a sub id,
 * or whose transactions with a sub id were recorded or decided since the last pass. Does nothing while another process
 * counts.
 */
export async function advanceSubIds(db: Db, now: Date): Promise<void> {
  while ((await db.transaction().execute((tx) => advanceOnce(tx, now))) === 'more-to-do') continue
}

/** Counts the sub ids of the days of a range again. Waits while another process counts. */
export async function rebuildSubIds(tx: Db, range: TimeRange): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const until = addDays(toDay(new Date(range.until.getTime() - 1)), 1)
  for (let from = toDay(range.from); from < until; from = addDays(from, DAYS_AT_ONCE)) {
    const end = addDays(from, DAYS_AT_ONCE)
    await writeSubIds(tx, { days: { from, until: end < until ? end : until } })
  }
}

/** Moves the progress back to a time whose clicks arrived late, so that the next pass counts them. */
export async function recountSubIdsSince(tx: Db, since: Date): Promise<void> {
  await tx
    .updateTable('rollupProgress')
    .set({ rebuiltUntil: since })
    .where('name', '=', PROGRESS)
    .where('rebuiltUntil', '>', since)
    .execute()
}

const lockKey = sql`hashtextextended('sub id roll-ups', 0)`
const DAYS_AT_ONCE = 31

async function advanceOnce(tx: Db, now: Date): Promise<'up-to-date' | 'more-to-do' | 'locked'> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  const { rows } = await sql<{ isLocked: boolean }>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS is_locked`.execute(
    tx,
  )
  if (!rows[0]?.isLocked) return 'locked'
  const done = await findProgress(tx, PROGRESS)
  const pass = planSubIdPass(done ?? (await findFirstClick(tx)) ?? now, now)
  for (const { days, publisherIds } of groupByDay(await listTaggedDays(tx, pass.changes))) {
    await writeSubIds(tx, { days, publisherIds })
  }
  await saveProgress(tx, { done, rebuiltUntil: pass.rebuiltUntil })
  return pass.rebuiltUntil < now ? 'more-to-do' : 'up-to-date'
}

function groupByDay(changed: Awaited<ReturnType<typeof listTaggedDays>>) {
  return [...Map.groupBy(changed, ({ day }) => day)].map(([day, entries]) => ({
    days: { from: day, until: addDays(day, 1) } satisfies DayRange,
    publisherIds: entries.map(({ publisherId }) => publisherId),
  }))
}

/** Saves the progress unless late clicks have moved it back since the pass began; then the next pass begins there. */
async function saveProgress(tx: Db, { done, rebuiltUntil }: { done: Date | undefined; rebuiltUntil: Date }) {
  if (done === undefined) await tx.insertInto('rollupProgress').values({ name: PROGRESS, rebuiltUntil }).execute()
  else {
    await tx
      .updateTable('rollupProgress')
      .set({ rebuiltUntil })
      .where('name', '=', PROGRESS)
      .where('rebuiltUntil', '=', done)
      .execute()
  }
}
