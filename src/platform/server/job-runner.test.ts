import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { withSetting } from './database.ts'
import { startJobRunner } from './job-runner.ts'
import type { Job } from './job.ts'
import { createLogger } from './log.ts'

const log = createLogger('silent', 'test')

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const start = (jobs: Job[]) => {
  const ownerConnection = { connectionString: database.connectionString }
  const connection = withSetting(ownerConnection, 'role', 'tandem_app')
  return startJobRunner({ connection, ownerConnection, db: database.db, log, jobs })
}

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
  const first = await start([tick, { name: 'old', cron: '5 4 * * *', run }])
  expect(await schedules()).toEqual([
    { name: 'old', cron: '5 4 * * *' },
    { name: 'tick', cron: '* * * * *' },
  ])
  await first.queue(tick)
  await expect.poll(() => names[0], { timeout: 30_000 }).toBe('tick')
  await first.stop()

  const second = await start([tick])
  expect((await schedules()).map(({ name }) => name)).toEqual(['tick'])
  await second.stop()
})

test('runs once more what a process began and did not end', async () => {
  let count = 0
  const died = Promise.withResolvers<void>()
  const long: Job = {
    name: 'long',
    cron: '5 4 * * *',
    run: async () => {
      count++
      if (count === 1) await died.promise
    },
  }
  const first = await start([long])
  await first.queue(long)
  await expect.poll(() => count, { timeout: 30_000 }).toBe(1)
  // The first runner is not stopped, as if its process had been killed while the job ran.
  const second = await start([long])
  await expect.poll(() => count, { timeout: 30_000 }).toBe(2)
  died.resolve()
  await second.stop()
  await first.stop()
  const { rows } = await sql<{ state: string }>`
    SELECT state::text AS state FROM jobs.job WHERE name = 'long' ORDER BY created_on`.execute(database.ownerDb)
  expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'completed'])
})
