import type { Db } from '#database'
import { takeLateHour } from '#domains/tracking/tracking/commands/late-hours.ts'
import { advanceStatusCounts } from '#domains/orders/transactions/commands/count-statuses.ts'
import { planPass } from '../rules/rollup-plan.ts'
import type { RollupPlan } from '../rules/rollup-plan.ts'
import { recountSubIdsSince } from './count-sub-ids.ts'
import { countClosedHours, rebuildHour, tryLockRollups } from './rebuild-rollups.ts'
import { findFirstClick, findProgress } from '../queries/rollup-progress.ts'
import {
  listOverflowHours,
  selectGroupsChangedIn,
  writeDays,
  writeHoursFromSlices,
  writeSlices,
  writeTransactions,
} from './rollup-statements.ts'

/** The result of a pass. */
export type PassResult = 'up-to-date' | 'more-to-do' | 'locked'

/**
 * Brings the roll-ups up to `now`: clicks since the last pass (or since the first click), transactions recorded or
 * decided since then, and hours that received late clicks. Answers `locked` and does nothing while another process
 * advances them.
 */
export async function advanceRollups(db: Db, now: Date): Promise<PassResult> {
  for (;;) {
    const result = await db.transaction().execute((tx) => advanceOnce(tx, now))
    if (result === 'locked') return result
    if (result === 'up-to-date') break
  }
  while (await db.transaction().execute(rebuildOneLateHour)) continue
  await advanceStatusCounts(db, now)
  return 'up-to-date'
}

async function advanceOnce(tx: Db, now: Date): Promise<PassResult> {
  if (!(await tryLockRollups(tx))) return 'locked'
  const rebuiltUntil = (await findProgress(tx, 'rollups')) ?? (await findFirstClick(tx)) ?? now
  const plan = planPass(rebuiltUntil, now)
  await runPlan(tx, plan)
  return plan.rebuiltUntil < now ? 'more-to-do' : 'up-to-date'
}

async function runPlan(tx: Db, plan: RollupPlan): Promise<void> {
  if (plan.closedHours) await countClosedHours(tx, plan.closedHours)
  const changed = [...(await writeSlices(tx, plan.slices)), ...(await listOverflowHours(tx, plan.openHours))]
  const hits = await writeHoursFromSlices(tx, changed)
  const transactions = await writeTransactions(tx, selectGroupsChangedIn(plan.changes))
  await writeDays(tx, [...hits, ...transactions])
  if (plan.dropBefore) await tx.deleteFrom('rollupSlice').where('slice', '<', plan.dropBefore).execute()
  await tx
    .insertInto('rollupProgress')
    .values({ name: 'rollups', rebuiltUntil: plan.rebuiltUntil })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ rebuiltUntil: plan.rebuiltUntil }))
    .execute()
}

/** Rebuilds one late hour and deletes its mark in the same transaction. Answers whether there was one. */
async function rebuildOneLateHour(tx: Db): Promise<boolean> {
  if (!(await tryLockRollups(tx))) return false
  const hour = await takeLateHour(tx)
  if (hour) {
    await rebuildHour(tx, hour)
    await recountSubIdsSince(tx, hour)
  }
  return hour !== undefined
}
