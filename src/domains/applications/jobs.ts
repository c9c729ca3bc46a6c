import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/job.ts'
import { SIGN_UP_MS } from './rules/limits.ts'

/** What this domain does by the clock. */
export const applicationJobs: Job[] = [{ name: 'sign-ups-clean-up', cron: '11 * * * *', run: removeOldSignUps }]

/** Forgets sign-ups whose links no longer work, with all that was typed and the password that nobody confirmed. */
export async function removeOldSignUps(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - SIGN_UP_MS)
  await ctx.db.deleteFrom('signup').where('createdAt', '<=', before).execute()
}
