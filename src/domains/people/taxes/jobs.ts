import type { Job } from '#platform/server/jobs/job.ts'
import type { NetworkIdentity } from '#platform/server/config.ts'
import { mailFormEnds } from './commands/notify.ts'
import { recordIdentity } from './commands/record-identity.ts'

/** The scheduled jobs of this domain: mails about tax forms that end. */
export const taxJobs: Job[] = [{ name: 'tax-form-ends', cron: '40 6 * * *', run: mailFormEnds }]

/**
 * Keeps what documents print about the network. It runs when the program starts, because the configuration changes
 * then.
 */
export function networkIdentityJob(network: NetworkIdentity): Job {
  return { name: 'network-identity', cron: '50 * * * *', run: (ctx) => recordIdentity(ctx, network) }
}
