import { PgBoss } from 'pg-boss'
import type { Db } from '#database'
import { systemContext } from './context.ts'
import type { Connection } from './database.ts'
import type { Job } from './job.ts'
import type { Logger } from './log.ts'

/** What runs the jobs. */
export interface JobRunnerOptions {
  /** The owner's: the queue keeps its tables in a schema of its own. */
  connection: Connection
  db: Db
  log: Logger
  jobs: readonly Job[]
}

const SCHEMA = 'jobs'
const STOP_MS = 4000
const RETRY_SECONDS = 30
const DAY_SECONDS = 86_400

/** Runs every job by its clock until stopped. Several runners share the work: a turn is taken by one of them. */
export async function startJobRunner(options: JobRunnerOptions): Promise<{ stop(): Promise<void> }> {
  const { connection, db, log, jobs } = options
  const boss = new PgBoss({ ...connection, schema: SCHEMA, max: 2, application_name: 'tandem jobs' })
  boss.on('error', (err) => log.warn({ err }, 'The job queue met an error'))
  await boss.start()
  await forgetOthers(boss, jobs)
  for (const job of jobs) await schedule(boss, job)
  for (const job of jobs) {
    await boss.work(job.name, { pollingIntervalSeconds: 5 }, async () => {
      try {
        await job.run(systemContext(db, job.name))
      } catch (err) {
        log.error({ err, job: job.name }, 'A job failed')
        throw err
      }
    })
  }
  return { stop: () => boss.stop({ graceful: true, timeout: STOP_MS }) }
}

async function schedule(boss: PgBoss, { name, cron }: Job): Promise<void> {
  const options = {
    retryLimit: 3,
    retryDelay: RETRY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
    retentionSeconds: DAY_SECONDS,
  }
  await boss.createQueue(name, { policy: 'short', ...options })
  await boss.schedule(name, cron, undefined, { tz: 'UTC' })
}

/** A job that an older version had is not scheduled any more. */
async function forgetOthers(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
  }
}
