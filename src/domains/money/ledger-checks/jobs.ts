import type { Job } from '#platform/server/jobs/job.ts'
import { checkLedger } from './commands/check-ledger.ts'

/** The nightly check of the ledger. It has connections of its own, so that no stop of the jobs waits for it. */
export const checkJobs: Job[] = [{ name: 'ledger-check', cron: '20 3 * * *', needsOwner: true, run: checkLedger }]
