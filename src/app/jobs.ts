import { accountJobs } from '#domains/accounts/jobs.ts'
import { advertiserJobs } from '#domains/advertisers/jobs.ts'
import { applicationJobs } from '#domains/applications/jobs.ts'
import { advanceSubIds } from '#domains/reports/commands/count-sub-ids.ts'
import { RollupLoop } from '#domains/reports/engine/rollup-loop.ts'
import { reportJobs } from '#domains/reports/jobs.ts'
import { trackingJobs } from '#domains/tracking/jobs.ts'
import { transactionJobs } from '#domains/transactions/jobs.ts'
import { sealAuditLines } from '#platform/server/audit-seal.ts'
import { ClockWatch } from '#platform/server/clock-watch.ts'
import { createDatabase } from '#platform/server/database.ts'
import type { Job } from '#platform/server/job.ts'
import { startJobRunner } from '#platform/server/job-runner.ts'
import { removeOldFailures } from '#platform/server/failure-wait.ts'
import { startMailer } from '#platform/server/mail/mailer.ts'
import { removeOldWindows } from '#platform/server/rate-limit.ts'
import type { OwnerRuntime, Service } from './runtime.ts'

const platformJobs: Job[] = [
  { name: 'audit-seals', cron: '* * * * *', run: sealAuditLines },
  { name: 'rate-limit-clean-up', cron: '3 * * * *', run: removeOldWindows },
  { name: 'failure-clean-up', cron: '5 * * * *', run: removeOldFailures },
]

/** Runs the background work: roll-ups, mail, partitions, clean-up. One process of the network runs it. */
export async function startJobs({ config, log, connection, ownerConnection }: OwnerRuntime): Promise<Service> {
  const db = createDatabase(connection, { max: 5, applicationName: 'tandem jobs', log })
  const mailer = await startMailer({ config, connection, db, log })
  const jobs = [
    ...platformJobs,
    ...mailer.jobs,
    ...accountJobs,
    ...advertiserJobs,
    ...applicationJobs,
    ...trackingJobs,
    ...transactionJobs,
    ...reportJobs,
  ]
  const runner = await startJobRunner({ connection, ownerConnection, db, log, jobs })
  for (const job of [...trackingJobs, ...reportJobs]) await runner.run(job)
  for (const job of transactionJobs) await runner.queue(job)
  const rollupLoops = [
    new RollupLoop({ db, log }),
    new RollupLoop({ db, log, advance: advanceSubIds, intervalMs: 15_000, maxShare: 0.05 }),
  ]
  for (const loop of rollupLoops) loop.start()
  const clock = new ClockWatch({ db, log })
  clock.start()
  return {
    stop: async () => {
      await Promise.all([...rollupLoops, clock].map((service) => service.stop()))
      await runner.stop()
      await mailer.stop()
      await db.destroy()
    },
  }
}
