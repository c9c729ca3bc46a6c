import type { Db } from '#database'
import { ensurePartitions } from '#platform/server/schema/partitions.ts'
import type { MonthlyTable, PartitionRange } from '#platform/server/schema/partitions.ts'

/** The hits by the month of their time. */
export const CLICK_PARTITIONS: MonthlyTable = { name: 'click', timeColumn: 'clicked_at' }

/** Creates the missing monthly partitions of `click`, as `ensurePartitions` does, and answers their names. */
export function ensureClickPartitions(db: Db, range: PartitionRange): Promise<string[]> {
  return ensurePartitions(db, CLICK_PARTITIONS, range)
}
