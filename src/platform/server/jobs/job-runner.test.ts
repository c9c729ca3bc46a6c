import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { branding } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { withSetting } from '../database/database.ts'
import { startJobRunner } from './job-runner.ts'
import type { JobRunner } from './job-runner.ts'
import type { Job } from './job.ts'
import { createLogger } from '../log.ts'

const log = createLogger('silent', 'test')

const database = await openTestDatabase()
const running: JobRunner[] = []
/** Ends the job of a process that died. */
let died = Promise.withResolvers<void>()

afterEach(async () => {
  died.resolve()
  died = Promise.withResolvers()
  for (const runner of running.splice(0)) await runner.stop()
})

async function start(jobs: Job[]) {
  const ownerConnection = { connectionString: database.connectionString }
  const connection = withSetting(ownerConnection, 'role', 'tandem_app')
  const runner = await startJobRunner({ connection, ownerConnection, db: database.db, branding, log, jobs })
  running.push(runner)
  return runner
}

async function stop(runner: JobRunner): Promise<void> {
  running.splice(running.indexOf(runner), 1)
  await runner.stop()
}

/** The first of a month that begins in half a year, so that the job does not run by itself. */
const LATER = `0 0 1 ${((new Date().getUTCMonth() + 6) % 12) + 1} *`

const schedules = async () => {
  const { rows } = await sql<{
    name: string
    cron: string
  }>`SELECT name, cron FROM jobs.schedule ORDER BY name`.execute(database.ownerDb)
  return rows
}

test('schedules its jobs, runs a queued job as the system, and unschedules removed jobs', async () => {
  const names: string[] = []
  const run: Job['run'] = async ({ actor }) => void names.push(actor.kind === 'system' ? actor.name : actor.kind)
  const tick: Job = { name: 'tick', cron: '* * * * *', run }
  const first = await start([tick, { name: 'old', cron: LATER, run }])
  expect(await schedules()).toEqual([
    { name: 'old', cron: LATER },
    { name: 'tick', cron: '* * * * *' },
  ])
  await first.queue(tick)
  await expect.poll(() => names[0]).toBe('tick')
  await stop(first)

  const second = await start([tick])
  expect((await schedules()).map(({ name }) => name)).toEqual(['tick'])
  await stop(second)
})

test('runs once more what a process began and did not end', async () => {
  let count = 0
  const long: Job = {
    name: 'long',
    cron: LATER,
    run: async () => {
      count++
      if (count === 1) await died.promise
    },
  }
  const first = await start([long])
  await first.queue(long)
  await expect.poll(() => count).toBe(1)
  // The first runner is not stopped, as if its process had been killed while the job ran.
  const second = await start([long])
  await expect.poll(() => count).toBe(2)
  const listStates = async () => {
    const { rows } = await sql<{ state: string }>`
      SELECT state::text AS state FROM jobs.job WHERE name = 'long' ORDER BY created_on`.execute(database.ownerDb)
    return rows.map(({ state }) => state)
  }
  await expect.poll(listStates).toEqual(['cancelled', 'completed'])
  died.resolve()
  await stop(second)
  await stop(first)
  expect(await listStates()).toEqual(['cancelled', 'completed'])
})
