import { DAY_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'

/** How long a file of decisions is kept after its last step. Its decisions stay, but cannot be taken back together. */
export const FILE_KEPT_DAYS = 90

/** Deletes the files of decisions whose last step ended long ago, one by one, with their lines. */
export async function removeOldDecisionFiles({ db, now }: Ctx): Promise<void> {
  const before = new Date(now.getTime() - FILE_KEPT_DAYS * DAY_MS)
  const old = await db.selectFrom('decisionFile').select('id').where('endedAt', '<', before).execute()
  for (const { id } of old) {
    await db.deleteFrom('decisionFile').where('id', '=', id).where('endedAt', '<', before).execute()
  }
}
