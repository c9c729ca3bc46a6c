import { sql } from 'kysely'
import { DAY_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import { mailDigests } from './commands/mail-digests.ts'

/** How long a notice is kept. */
const KEPT_DAYS = 90

/** The scheduled jobs of notices. */
export const noticeJobs: Job[] = [
  { name: 'notice-digests', cron: '5 * * * *', run: mailDigests },
  { name: 'notices-clean-up', cron: '27 * * * *', run: removeOldNotices },
]

/** Removes notices of more than 90 days, and all that belongs to erased accounts. */
export async function removeOldNotices(ctx: Ctx): Promise<void> {
  const isErased = sql<boolean>`EXISTS (
    SELECT FROM account_summary AS account WHERE account.id = account_id AND account.erased_at IS NOT NULL)`
  const before = new Date(ctx.now.getTime() - KEPT_DAYS * DAY_MS)
  await ctx.db
    .deleteFrom('teamNotice')
    .where((row) => row.or([row('createdAt', '<', before), isErased]))
    .execute()
  await ctx.db.deleteFrom('noticeChoice').where(isErased).execute()
  await ctx.db.deleteFrom('noticeDigest').where(isErased).execute()
}
