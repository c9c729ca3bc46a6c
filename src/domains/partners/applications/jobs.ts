import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import { removeOldApplications } from './commands/remove-application.ts'
import { SIGN_UP_MS, UNCONFIRMED_MS } from './rules/limits.ts'

/** The scheduled jobs of this domain. */
export function applicationJobs({ applicationDays }: { applicationDays: number }): Job[] {
  return [
    { name: 'sign-ups-clean-up', cron: '11 * * * *', run: removeOldSignUps },
    {
      name: 'applications-clean-up',
      cron: '13 * * * *',
      run: (ctx) => removeOldApplications(ctx, { days: applicationDays }),
    },
  ]
}

/** Deletes expired sign-ups with their answers and their password hashes. */
export async function removeOldSignUps(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.now.getTime() - ms)
  await ctx.db
    .deleteFrom('signup')
    .where('createdAt', '<=', before(SIGN_UP_MS))
    .where((where) =>
      where.or([
        where('finishedAt', 'is', null),
        where('confirmedAt', 'is not', null),
        where('createdAt', '<=', before(UNCONFIRMED_MS)),
      ]),
    )
    .execute()
}
