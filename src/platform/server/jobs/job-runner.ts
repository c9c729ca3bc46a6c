import { PgBoss } from 'pg-boss'
import type { ConstructorOptions } from 'pg-boss'
import { sql } from 'kysely'
import type { Db } from '#database'
import { systemContext } from '../context.ts'
import type { ContextSource } from '../context.ts'
import { createDatabase, openDatabase, toClientConfig } from '../database/database.ts'
import type { Connection } from '../database/database.ts'
import { grantSchema } from '../schema/grants.ts'
import type { Job } from './job.ts'
import { ChannelListener } from '../database/listen.ts'
import type { Logger } from '../log.ts'
import { HELD_MS } from './node-session.ts'

/** Options of `startJobRunner`. */
export interface JobRunnerOptions extends ContextSource {
  connection: Connection
  /** Used to create the tables of the queue, and while a job with `needsOwner` runs. */
  ownerConnection: Connection
  db: Db
  log: Logger
  jobs: readonly Job[]
}

/** The running scheduler. */
export interface JobRunner {
  /** Runs a job at once. */
  run(job: Job): Promise<void>
  /** Queues a run besides those of the schedule. */
  queue(job: Job): Promise<void>
  stop(): Promise<void>
}

const SCHEMA = 'jobs'
const STOP_MS = 4000
const RETRY_SECONDS = 30
const DAY_SECONDS = 86_400

/**
 * Runs every job on its schedule until stopped. One runner at a time works on a database (see `JobsLease`), so at its
 * start every run that is said to be in progress was left by a process that died; it runs again at once.
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { connection, ownerConnection, db, branding, log, jobs } = options
  await prepareQueue(ownerConnection, log)
  const boss = createBoss(connection, { log, migrate: false, reindex: false })
  await boss.start()
  await unscheduleRemovedJobs(boss, jobs)
  for (const job of jobs) await schedule(boss, job)
  await repeatAbandonedRuns(boss, { db, jobs })
  const run = (job: Job) =>
    job.needsOwner ? runAsOwner(job, options) : job.run(systemContext({ db, branding }, job.name))
  const listeners: ChannelListener[] = []
  for (const job of jobs) {
    const workerId = await boss.work(job.name, { pollingIntervalSeconds: 5 }, async () => {
      try {
        await run(job)
      } catch (err) {
        log.error({ err, job: job.name }, 'A job failed')
        throw err
      }
    })
    if (job.channel === undefined) continue
    const onChange = () => void queueAtOnce(boss, { job, workerId, log })
    listeners.push(new ChannelListener({ connection, channel: job.channel, log, onChange }))
  }
  for (const listener of listeners) listener.start()
  return {
    run,
    queue: async ({ name }) => void (await boss.send(name)),
    stop: async () => {
      await Promise.all(listeners.map((listener) => listener.stop()))
      await boss.stop({ graceful: true, timeout: STOP_MS })
    },
  }
}

/** Queues a run and lets the worker look for it. The schedule repeats what fails here. */
async function queueAtOnce(boss: PgBoss, { job, workerId, log }: { job: Job; workerId: string; log: Logger }) {
  try {
    await boss.send(job.name)
    boss.notifyWorker(workerId)
  } catch (err) {
    log.warn({ err, job: job.name }, 'A notified job could not be queued')
  }
}

/** Runs a job without a limit for its statements, which may rewrite a table. */
async function runAsOwner(job: Job, { ownerConnection, branding, log }: JobRunnerOptions) {
  const db = createDatabase(ownerConnection, {
    max: 2,
    applicationName: 'tandem maintenance',
    log,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: HELD_MS,
  })
  try {
    await job.run(systemContext({ db, branding }, job.name))
  } finally {
    await db.destroy()
  }
}

/** Creates or migrates the tables of pg-boss and grants the application role access to them. */
async function prepareQueue(ownerConnection: Connection, log: Logger): Promise<void> {
  const boss = createBoss(ownerConnection, { log, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
  await openDatabase(ownerConnection, log, (owner) => grantSchema(owner, SCHEMA))
}

function createBoss(connection: Connection, { log, ...options }: { log: Logger } & ConstructorOptions): PgBoss {
  const client = toClientConfig(connection)
  const boss = new PgBoss({ ...client, schema: SCHEMA, max: 2, application_name: 'tandem jobs', ...options })
  boss.on('error', (err) => log.warn({ err }, 'The job queue reported an error'))
  return boss
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

/** Queues the runs once more that a process began and did not end. */
async function repeatAbandonedRuns(boss: PgBoss, { db, jobs }: Pick<JobRunnerOptions, 'db' | 'jobs'>): Promise<void> {
  const { rows } = await sql<{ name: string; id: string }>`
    SELECT name, id FROM ${sql.table(`${SCHEMA}.job`)} WHERE state = 'active'`.execute(db)
  for (const { name, id } of rows) {
    if (!jobs.some((job) => job.name === name)) continue
    await boss.cancel(name, id)
    await boss.send(name)
  }
}

/** Removes the schedules of jobs that only an older version has. */
async function unscheduleRemovedJobs(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!jobs.some((job) => job.name === name)) await boss.unschedule(name)
  }
}
