import type { Db } from '#database'
import { listLines } from '#platform/server/database/database-check.ts'
import { verifyRollups } from '#domains/figures/reports/queries/verify-rollups.ts'

/** Lists every difference between roll-ups and rows, also those that a running network may still have. */
export async function listRollupDifferences(db: Db): Promise<string[]> {
  return listLines(await verifyRollups(db, { figures: 'all', isComplete: true }))
}
