import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import { isInUse } from './queries.ts'

const DAY_MS = 86_400_000

/** How long a used or expired link is kept, so that its page can say what happened. */
const LINK_KEPT_MS = 7 * DAY_MS

/** The scheduled jobs of this domain. */
export const accountJobs: Job[] = [{ name: 'accounts-clean-up', cron: '7 * * * *', run: removeExpired }]

/** Removes expired and idle sessions, login challenges and links. */
export async function removeExpired(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom('session')
    .using('account')
    .whereRef('account.id', '=', 'session.accountId')
    .where((where) => where.or([where('session.expiresAt', '<=', ctx.now), where.not(isInUse(ctx.now))]))
    .execute()
  await ctx.db.deleteFrom('loginChallenge').where('expiresAt', '<=', ctx.now).execute()
  const linksBefore = new Date(ctx.now.getTime() - LINK_KEPT_MS)
  await ctx.db.deleteFrom('accountToken').where('expiresAt', '<=', linksBefore).execute()
}
