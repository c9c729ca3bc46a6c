import { sql } from 'kysely'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { UnstoredSpool } from '../engine/spool-report.ts'

/** A node reports every five seconds: one that has not for so long does not run, or is cut off from the database. */
const SILENT_SECONDS = 60

/** What became of the reports of the nodes of a name: a node that was set up anew can have an older one. */
export interface ForgottenNode {
  forgotten: UnstoredSpool[]
  /** Of nodes that have reported within the last minute, by the clock of the database; they stay. */
  running: UnstoredSpool[]
}

/** Removes the reports of lost nodes by the name of their machine, so that no backup waits for their spools. */
export function forgetNode(ctx: Ctx, { nodeName }: { nodeName: string }): Promise<ForgottenNode> {
  return inTransaction(ctx, async (tx) => {
    const silent = sql<boolean>`reported_at < clock_timestamp() - make_interval(secs => ${sql.lit(SILENT_SECONDS)})`
    const forgotten = await tx.db
      .deleteFrom('spoolReport')
      .where('nodeName', '=', nodeName)
      .where(silent)
      .returning(['nodeId', 'nodeName', 'clicks', 'reportedAt'])
      .execute()
    for (const { nodeId, clicks, reportedAt } of forgotten) {
      await audit(tx, { action: 'node.forget', target: `node:${nodeId}`, details: { nodeName, clicks, reportedAt } })
    }
    const running = tx.db.selectFrom('spoolReport').select(['nodeName', 'clicks', 'reportedAt'])
    return { forgotten, running: await running.where('nodeName', '=', nodeName).execute() }
  })
}
