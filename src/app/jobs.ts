import { join } from 'node:path'
import process from 'node:process'
import { accountJobs } from '#domains/people/accounts/jobs.ts'
import { advertiserJobs } from '#domains/people/advertisers/jobs.ts'
import { applicationJobs } from '#domains/partners/applications/jobs.ts'
import { fileJobs } from '#domains/people/files/jobs.ts'
import { checkJobs } from '#domains/money/ledger-checks/jobs.ts'
import { legalJobs } from '#domains/people/legal/jobs.ts'
import { payoutJobs } from '#domains/money/payouts/jobs.ts'
import { budgetJobs } from '#domains/partners/budgets/jobs.ts'
import { claimJobs } from '#domains/figures/claims/jobs.ts'
import { exchangeJobs } from '#domains/books/exchange-rates/jobs.ts'
import { bankJobs } from '#domains/money/bank/jobs.ts'
import { noticeJobs } from '#domains/people/notices/jobs.ts'
import { closingJobs } from '#domains/programmes/closings/jobs.ts'
import { fundingJobs } from '#domains/money/funding/jobs.ts'
import { invitationJobs } from '#domains/partners/invitations/jobs.ts'
import { invoiceJobs } from '#domains/money/invoices/jobs.ts'
import { privacyJobs } from '#domains/desk/privacy/jobs.ts'
import { programJobs } from '#domains/programmes/programs/jobs.ts'
import { listingJobs } from '#domains/partners/listings/jobs.ts'
import { publisherJobs } from '#domains/people/publishers/jobs.ts'
import { advanceSubIds } from '#domains/figures/reports/commands/count-sub-ids.ts'
import { RollupLoop } from '#domains/figures/reports/engine/rollup-loop.ts'
import { alertJobs, reportJobs } from '#domains/figures/reports/jobs.ts'
import { decisionSourceJobs } from '#domains/orders/decision-sources/jobs.ts'
import { teamJobs } from '#domains/people/teams/jobs.ts'
import { termsJobs } from '#domains/partners/terms/jobs.ts'
import { networkIdentityJob, taxJobs } from '#domains/people/taxes/jobs.ts'
import { SpoolReporter } from '#domains/tracking/tracking/engine/spool-report.ts'
import { clickPartitionsJob, trackingJobs } from '#domains/tracking/tracking/jobs.ts'
import { transactionJobs } from '#domains/orders/transactions/jobs.ts'
import { viewJobs } from '#domains/desk/saved-views/jobs.ts'
import { sealAuditLines } from '#platform/server/audit/audit-seal.ts'
import { ClockWatch } from '#platform/server/metrics/clock-watch.ts'
import { createDatabase, openDatabase } from '#platform/server/database/database.ts'
import type { Job } from '#platform/server/jobs/job.ts'
import { startJobRunner } from '#platform/server/jobs/job-runner.ts'
import { JobsLease } from '#platform/server/jobs/jobs-lease.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { isMigrated } from '#platform/server/schema/migrate.ts'
import { endWithNode } from '#platform/server/jobs/node-session.ts'
import { removeOldFailures } from '#platform/server/limits/failure-wait.ts'
import { startMailer } from '#platform/server/mail/mailer.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { readKeys } from '#platform/server/sealing/sealing-key.ts'
import { removeOldWindows } from '#platform/server/limits/rate-limit.ts'
import { getBranding } from './branding.ts'
import { erasure } from './privacy.ts'
import type { OwnerRuntime, Service } from './runtime.ts'
import { savedLists } from './saved-lists.ts'
import { ServiceStack } from './service-stack.ts'

const platformJobs: Job[] = [
  { name: 'audit-seals', cron: '* * * * *', run: sealAuditLines },
  { name: 'rate-limit-clean-up', cron: '3 * * * *', run: removeOldWindows },
  { name: 'failure-clean-up', cron: '5 * * * *', run: removeOldFailures },
]

/** What the jobs work with. */
interface JobsRuntime extends OwnerRuntime {
  /** Fetches files of other servers. Only tests pass one. */
  outbound?: OutboundClient
}

/**
 * Runs the background work (roll-ups, mail, partitions, clean-up) while this node has the lease for it. Resolves also
 * when another node has it.
 */
export async function startJobs(runtime: JobsRuntime): Promise<Service> {
  const { log } = runtime
  const [connection, ownerConnection] = [endWithNode(runtime.connection), endWithNode(runtime.ownerConnection)]
  const lease = new JobsLease({
    connection,
    log,
    check: () => openDatabase(ownerConnection, log, async (db) => void (await isMigrated(db))),
    startJobs: () => runJobs({ ...runtime, connection, ownerConnection }),
    onStuck: () => {
      log.error('This node lost the lease of the jobs, and they did not stop in time; their process ends')
      process.exit(1)
    },
  })
  const stack = new ServiceStack(log)
  await stack.add(reportSpool({ ...runtime, connection }))
  await lease.start()
  await stack.add(Promise.resolve(lease))
  return stack
}

/** Only other nodes need to know the spool of this one, so a node with an embedded database reports nothing. */
async function reportSpool({ config, connection, log }: JobsRuntime): Promise<Service> {
  if (config.databaseUrl === undefined) return { stop: async () => {} }
  const db = createDatabase(connection, { max: 1, applicationName: 'tandem spool', log })
  const reporter = new SpoolReporter({ db, log, folder: join(config.dataDir, 'spool') })
  reporter.start()
  return {
    stop: async () => {
      await reporter.stop()
      await db.destroy()
    },
  }
}

/** Starts the jobs, or nothing: when a part does not start, the others are stopped. */
async function runJobs(runtime: JobsRuntime): Promise<Service> {
  const stack = new ServiceStack(runtime.log)
  try {
    await startParts(stack, runtime)
  } catch (error) {
    await stack.stop()
    throw error
  }
  return stack
}

async function startParts(stack: ServiceStack, runtime: JobsRuntime): Promise<void> {
  const { config, log, connection, ownerConnection } = runtime
  const db = createDatabase(connection, { max: 5, applicationName: 'tandem jobs', log })
  await stack.add(Promise.resolve({ stop: () => db.destroy() }))
  const mailer = await stack.add(startMailer({ config, connection, db, log }))
  const { retention } = config
  const userAgent = `${config.network.name} (+${config.publicUrl})`
  const outbound = runtime.outbound ?? new OutboundClient({ userAgent })
  const ownTransactionJobs = transactionJobs(retention)
  const identityJob = networkIdentityJob(config.network)
  const jobs = [
    ...platformJobs,
    ...mailer.jobs,
    ...checkJobs,
    ...accountJobs,
    ...advertiserJobs,
    ...fileJobs,
    ...legalJobs,
    ...applicationJobs(retention),
    ...publisherJobs(retention),
    ...listingJobs,
    ...privacyJobs({ erasure }),
    ...teamJobs({ days: retention.subAccountDays }),
    ...programJobs,
    ...invitationJobs,
    ...payoutJobs(new Sealing(readKeys(config))),
    ...taxJobs,
    identityJob,
    ...trackingJobs(retention),
    ...ownTransactionJobs,
    ...decisionSourceJobs({ client: outbound }),
    ...claimJobs,
    ...closingJobs,
    ...noticeJobs,
    ...viewJobs({ lists: savedLists }),
    ...budgetJobs,
    ...fundingJobs,
    ...invoiceJobs,
    ...exchangeJobs(config, outbound),
    ...bankJobs(config, outbound),
    ...termsJobs,
    ...reportJobs,
    ...alertJobs,
  ]
  const runner = await stack.add(
    startJobRunner({ connection, ownerConnection, db, branding: getBranding(config), log, jobs }),
  )
  const loops = [
    new RollupLoop({ db, log }),
    new RollupLoop({ db, log, advance: advanceSubIds, intervalMs: 15_000, maxShare: 0.05 }),
    new ClockWatch({ db, log }),
  ]
  for (const loop of loops) {
    loop.start()
    await stack.add(Promise.resolve(loop))
  }
  for (const job of [clickPartitionsJob, identityJob, ...reportJobs]) await runner.run(job)
  for (const job of ownTransactionJobs) await runner.queue(job)
}
