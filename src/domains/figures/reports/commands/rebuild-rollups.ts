import { sql } from 'kysely'
import type { Db } from '#database'
import { rebuildSubIds } from './count-sub-ids.ts'
import { findProgress } from '../queries/rollup-progress.ts'
import { extendToHours, findOpenSince } from '../rules/rollup-plan.ts'
import {
  listOverflowHours,
  removeHours,
  selectGroupsClickedIn,
  writeDays,
  writeHoursFromClicks,
  writeHoursFromSlices,
  writeSlices,
  writeTransactions,
} from './rollup-statements.ts'
import { startProgress } from './start-progress.ts'
import type { ChangedDay } from './report-statements.ts'
import type { TimeRange } from './rollup-statements.ts'

/**
 * Extends a range to full hours, counts them again from clicks and transactions, and sums their days from the hours.
 * Counts the sub ids of those days again. Replaces the old roll-ups, so the result depends on the sources alone. Days
 * without any hour are left as they are. Waits while another process rebuilds.
 */
export function rebuildRollups(db: Db, range: TimeRange): Promise<void> {
  return inOneTransaction(db, async (tx) => {
    await lockRollups(tx)
    const hours = extendToHours(range)
    const open = findOpenSince((await findProgress(tx, 'rollups')) ?? hours.until)
    if (hours.from < open) await countClosedHours(tx, { from: hours.from, until: earlier(open, hours.until) })
    if (hours.until > open) await countOpenHours(tx, { from: later(open, hours.from), until: hours.until })
    await rebuildSubIds(tx, range)
  })
}

/** Counts the range for the first time, so that the passes go on from its end instead of from the first click. */
export function buildFirstRollups(db: Db, range: TimeRange): Promise<void> {
  return inOneTransaction(db, async (tx) => {
    await startProgress(tx, range.until)
    await rebuildRollups(tx, range)
  })
}

/** Rebuilds one hour in the caller's transaction, which holds the lock. */
export async function rebuildHour(tx: Db, hour: Date): Promise<void> {
  const range = extendToHours({ from: hour, until: new Date(hour.getTime() + 1) })
  const rebuiltUntil = await findProgress(tx, 'rollups')
  if (rebuiltUntil && range.from >= findOpenSince(rebuiltUntil)) await countOpenHours(tx, range)
  else await countClosedHours(tx, range)
}

/** Counts full hours from clicks, `hit_overflow` and transactions; the caller's transaction holds the lock. */
export async function countClosedHours(tx: Db, hours: TimeRange): Promise<void> {
  await countHours(tx, hours, () => writeHoursFromClicks(tx, hours))
}

/** Counts open hours, whose slices are stored. */
async function countOpenHours(tx: Db, hours: TimeRange): Promise<void> {
  await tx.deleteFrom('rollupSlice').where('slice', '>=', hours.from).where('slice', '<', hours.until).execute()
  const changed = [...(await writeSlices(tx, hours)), ...(await listOverflowHours(tx, hours))]
  await countHours(tx, hours, () => writeHoursFromSlices(tx, changed))
}

async function countHours(tx: Db, hours: TimeRange, writeHits: () => Promise<ChangedDay[]>): Promise<void> {
  const removed = await removeHours(tx, hours)
  const hits = await writeHits()
  const transactions = await writeTransactions(tx, selectGroupsClickedIn(hours))
  await writeDays(tx, [...removed, ...hits, ...transactions])
}

const lockKey = sql`hashtextextended('rollups', 0)`

/** Locks the roll-ups for writing until the transaction ends; answers false when another process holds the lock. */
export async function tryLockRollups(tx: Db): Promise<boolean> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  const { rows } = await sql<{ isLocked: boolean }>`SELECT pg_try_advisory_xact_lock(${lockKey}) AS is_locked`.execute(
    tx,
  )
  return rows[0]?.isLocked === true
}

/** Locks the roll-ups for writing until the transaction ends. Waits while another process holds the lock. */
export async function lockRollups(tx: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
}

function inOneTransaction(db: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}
