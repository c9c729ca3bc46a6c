import type { Db } from '#database'
import type { Ctx } from '#platform/server/context.ts'
import { addMonths, dropOldPartitions, ensurePartitions } from '#platform/server/schema/partitions.ts'
import type { MonthlyTable, PartitionRange } from '#platform/server/schema/partitions.ts'

/** The parameters of postbacks by the month in which they were received. */
const PARAMETER_PARTITIONS: MonthlyTable = { name: 'postback_parameters', timeColumn: 'received_at' }

/** Creates the missing monthly partitions of `postback_parameters`, as `ensurePartitions` does. */
export function ensureParameterPartitions(db: Db, range: PartitionRange): Promise<string[]> {
  return ensurePartitions(db, PARAMETER_PARTITIONS, range)
}

/**
 * Deletes the parameters of postbacks, and the test orders, that were received more than `months` whole months before
 * the current one. `ctx.db` connects as the owner, because it drops partitions.
 */
export async function removeOldParameters({ db, now }: Ctx, { months }: { months: number }): Promise<void> {
  const before = addMonths(now, -months)
  await dropOldPartitions(db, PARAMETER_PARTITIONS, before)
  await db.deleteFrom('testOrder').where('receivedAt', '<', before).execute()
}
