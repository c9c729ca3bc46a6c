import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { CuttableLink } from '#test/support/cuttable-link.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { JobsLease } from './jobs-lease.ts'
import type { JobsLeaseOptions } from './jobs-lease.ts'
import { createLogger } from './log.ts'
import { ownerRole } from './postgres/data-directory.ts'

const log = createLogger('silent', 'test')
const timing = { beatMs: 50, answerMs: 400, stopMs: 300, silenceMs: 1200 }

let database: TestDatabase
let link: CuttableLink
let opened: JobsLease[]
/** What the nodes did, in order. */
let events: string[]

beforeAll(async () => {
  database = await createTestDatabase()
})

beforeEach(async () => {
  ;[opened, events] = [[], []]
  link = new CuttableLink(`${inject('postgresHost')}/.s.PGSQL.5432`)
  await link.open()
})

afterEach(async () => {
  link.mend()
  for (const lease of opened) await lease.stop()
  link.close()
})

afterAll(() => database.close())

function openLease(name: string, options: Partial<JobsLeaseOptions> = {}): JobsLease {
  const lease = new JobsLease({
    connection: { connectionString: database.connectionString },
    log,
    check: async () => {},
    startJobs: async () => {
      events.push(`${name} runs`)
      return { stop: async () => void events.push(`${name} stops`) }
    },
    onStuck: () => events.push(`${name} ends`),
    timing,
    ...options,
  })
  opened.push(lease)
  return lease
}

const overLink = () => {
  const { pathname } = new URL(database.connectionString)
  return { connectionString: `postgres://${ownerRole}@127.0.0.1:${link.port}${pathname}` }
}

test('one node runs the jobs, and the other one when the first stops', async () => {
  const [one, other] = [openLease('one'), openLease('other')]
  await one.start()
  await other.start()
  await sleep(timing.silenceMs + 300)
  expect(events).toEqual(['one runs'])
  await one.stop()
  await vi.waitFor(() => expect(events).toEqual(['one runs', 'one stops', 'other runs']), 5000)
})

test('a node that is cut off stops its jobs before another one runs them, and joins again afterwards', async () => {
  const one = openLease('one', { connection: overLink() })
  await one.start()
  await openLease('other').start()
  link.cut()
  await vi.waitFor(() => expect(events).toHaveLength(3), 5000)
  expect(events).toEqual(['one runs', 'one stops', 'other runs'])
  link.mend()
  await sleep(300)
  await opened[1]?.stop()
  await vi.waitFor(() => expect(events.slice(3)).toEqual(['other stops', 'one runs']), 5000)
})

test('the process of a node that is cut off ends when its jobs do not stop', async () => {
  const stuck = Promise.withResolvers<void>()
  const startJobs = async () => ({ stop: () => stuck.promise })
  await openLease('one', { connection: overLink(), startJobs }).start()
  await openLease('other').start()
  link.cut()
  await vi.waitFor(() => expect(events).toHaveLength(2), 5000)
  expect(events).toEqual(['one ends', 'other runs'])
  stuck.resolve()
})

test('the database frees the lease of a session that is silent', async () => {
  // This node keeps quiet like a suspended process: it does not say that it still runs.
  const silent = openLease('one', { timing: { ...timing, beatMs: 60_000 } })
  await silent.start()
  const startedAt = performance.now()
  await openLease('other').start()
  await vi.waitFor(() => expect(events).toContain('other runs'), 5000)
  expect(performance.now() - startedAt).toBeGreaterThan(timing.silenceMs / 2)
})

test('a start fails when the program must not work on the database, or when its jobs do not start', async () => {
  const refuse = () => Promise.reject(new Error('a newer schema'))
  await expect(openLease('one', { check: refuse }).start()).rejects.toThrow('a newer schema')
  const fail = () => Promise.reject(new Error('no queue'))
  await expect(openLease('one', { startJobs: fail }).start()).rejects.toThrow('no queue')
  await openLease('other').start()
  await vi.waitFor(() => expect(events).toEqual(['other runs']), 5000)
})

test('a start does not wait for a database that is away', async () => {
  link.cut()
  await openLease('one', { connection: overLink() }).start()
  expect(events).toEqual([])
  link.mend()
  await vi.waitFor(() => expect(events).toEqual(['one runs']), 5000)
})
