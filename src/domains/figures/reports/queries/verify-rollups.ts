import type { Db } from '#database'
import { addDays, toDay } from '#kernel/days.ts'
import { inCheckSnapshot, joinResults, runChecks, verifyTables } from '#platform/server/database/database-check.ts'
import type { Check, CheckResult } from '#platform/server/database/database-check.ts'
import { STATUS_COUNT_CHECKS } from '#domains/orders/transactions/queries/verify-status-counts.ts'
import { findOpenSince, findSettledUntil } from '../rules/rollup-plan.ts'
import {
  buildAdvertiserCheck,
  buildAdvertiserTotalCheck,
  buildDayCheck,
  buildEmptyHourCheck,
  buildHitCheck,
  buildReportCheck,
  buildSaleCheck,
  buildSliceCheck,
} from './rollup-checks.ts'
import type { RollupScope } from './rollup-checks.ts'
import { findCountedTimes, findProgress } from './rollup-progress.ts'
import { buildSubIdCheck } from './sub-id-check.ts'

/** The days that are compared in one snapshot, so that no snapshot lasts long. */
const DAYS_AT_ONCE = 31

/** Which roll-ups are compared. */
export interface RollupSelection {
  /** `money`: transactions and commission only; no click is read. */
  figures: 'all' | 'money'
  /** Compares also what the next pass has still to count: after a pass, while nothing is written. */
  isComplete?: boolean
}

/**
 * Compares every roll-up with the rows that it counts. It may run while the network serves: it leaves out the last
 * minutes, which the next pass counts. Answers the checks that found a difference; the list is empty if there is none.
 */
export async function verifyRollups(db: Db, { figures, isComplete = false }: RollupSelection): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const part of await listParts(db)) {
    const found = await inCheckSnapshot(db, async (tx) => {
      const scope = { ...part, ...(isComplete ? everything : await readSettled(tx)) }
      return runChecks(tx, figures === 'all' ? buildAllChecks(scope) : buildMoneyChecks(scope))
    })
    results.push(...found)
  }
  if (figures === 'all') results.push(...(await verifyTables(db, STATUS_COUNT_CHECKS)))
  return joinResults(results)
}

function buildAllChecks(scope: RollupScope): Check[] {
  const ofClicks = [buildHitCheck, buildSliceCheck, buildEmptyHourCheck, buildSubIdCheck]
  return [...ofClicks.map((build) => build(scope)), ...buildMoneyChecks(scope)]
}

function buildMoneyChecks(scope: RollupScope): Check[] {
  const ofDays = [buildDayCheck, buildReportCheck, buildAdvertiserCheck, buildAdvertiserTotalCheck]
  return [buildSaleCheck, ...ofDays].map((build) => build(scope))
}

type Part = Pick<RollupScope, 'from' | 'until'>
type Settled = Omit<RollupScope, keyof Part>

/** Divides all days into parts. The first and the last have no end: no row is there, so there is no roll-up either. */
async function listParts(db: Db): Promise<Part[]> {
  const times = await findCountedTimes(db)
  if (!times) return [{ from: '-infinity', until: 'infinity' }]
  const [first, end] = [toDay(times.first), addDays(toDay(times.last), 1)]
  const parts: Part[] = [{ from: '-infinity', until: first }]
  for (let from = first; from < end; from = addDays(from, DAYS_AT_ONCE)) {
    const until = addDays(from, DAYS_AT_ONCE)
    parts.push({ from, until: until < end ? until : end })
  }
  return [...parts, { from: end, until: 'infinity' }]
}

const everything: Settled = {
  openSince: 'infinity',
  settledUntil: 'infinity',
  subIdsSettledUntil: 'infinity',
  skipsLateHours: false,
}

async function readSettled(tx: Db): Promise<Settled> {
  const never = new Date(0)
  const rebuiltUntil = (await findProgress(tx, 'rollups')) ?? never
  const subIdsUntil = (await findProgress(tx, 'sub_ids')) ?? never
  return {
    openSince: findOpenSince(rebuiltUntil),
    settledUntil: findSettledUntil(rebuiltUntil),
    subIdsSettledUntil: findSettledUntil(subIdsUntil),
    skipsLateHours: true,
  }
}
