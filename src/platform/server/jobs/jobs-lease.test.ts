import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { CuttableLink } from '#test/support/cuttable-link.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { testLimitMs } from '#test/support/patience.ts'
import { isSoak } from '#test/support/rounds.ts'
import { JobsLease } from './jobs-lease.ts'
import type { JobsLeaseOptions } from './jobs-lease.ts'
import { createLogger } from '../log.ts'
import { ownerRole } from '../postgres/data-directory.ts'

const log = createLogger('silent', 'test')
/** Only the limit that a test is about may end; a test shortens that one. */
const timing = { beatMs: 20, answerMs: testLimitMs, stopMs: testLimitMs, silenceMs: testLimitMs }
/** The database then has not answered a node that is cut off. */
const answerMs = 1000

const database = await openTestDatabase()
let link: CuttableLink
let opened: JobsLease[]
/** What the nodes did, in order. */
let events: string[]
/** Jobs that do not stop before the end of the test. */
let stuck: PromiseWithResolvers<void>

beforeEach(async () => {
  ;[opened, events] = [[], []]
  stuck = Promise.withResolvers()
  link = new CuttableLink(`${inject('postgresHost')}/.s.PGSQL.5432`)
  await link.open()
})

afterEach(async () => {
  stuck.resolve()
  link.mend()
  for (const lease of opened) await lease.stop()
  link.close()
})

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
    ...options,
    timing: { ...timing, ...options.timing },
  })
  opened.push(lease)
  return lease
}

const overLink = () => {
  const { pathname } = new URL(database.connectionString)
  return { connectionString: `postgres://${ownerRole}@127.0.0.1:${link.port}${pathname}` }
}

/** Lists the nodes that run the jobs by what they said; throws when several have run them at a time. */
function listRunning(): string[] {
  const running = new Set<string>()
  for (const event of events) {
    const [node = '', verb] = event.split(' ')
    if (verb !== 'runs') running.delete(node)
    else if (running.size === 0) running.add(node)
    else throw new Error(`Two nodes ran the jobs: ${events.join(', ')}`)
  }
  return [...running]
}

/** Waits until each of `sessions` nodes has asked the database some more times: for the lease, or to keep it. */
async function awaitBeats(sessions: number): Promise<void> {
  const beats = new Map<number, Set<string>>()
  const countSteady = async () => {
    const { rows } = await sql<{ pid: number; at: string }>`SELECT pid, query_start::text AS at FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'tandem node'`.execute(database.ownerDb)
    for (const { pid, at } of rows) beats.set(pid, (beats.get(pid) ?? new Set()).add(at))
    return beats
      .values()
      .filter(({ size }) => size > 3)
      .toArray().length
  }
  await expect.poll(countSteady, { interval: 5 }).toBe(sessions)
}

/** Ends the session that has the lease, as the database does when it hears nothing from it for `silenceMs`. */
async function endSilentSession(): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'
    AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
    database.ownerDb,
  )
}

test('one node runs the jobs, and the other one when the first stops', async () => {
  const [one, other] = [openLease('one'), openLease('other')]
  await one.start()
  await other.start()
  await awaitBeats(2)
  expect(events).toEqual(['one runs'])
  await one.stop()
  await expect.poll(() => events).toEqual(['one runs', 'one stops', 'other runs'])
})

test('a node that is cut off stops its jobs before another one runs them, and joins again afterwards', async () => {
  await openLease('one', { connection: overLink(), timing: { answerMs } }).start()
  await expect.poll(listRunning).toEqual(['one'])
  const other = openLease('other')
  await other.start()
  link.cut()
  await expect.poll(listRunning).not.toContain('one')
  await endSilentSession()
  await expect.poll(listRunning).toEqual(['other'])
  link.mend()
  await other.stop()
  await expect.poll(listRunning).toEqual(['one'])
})

test('the process of a node that is cut off ends when its jobs do not stop', async () => {
  const startJobs = async () => {
    events.push('one runs')
    return { stop: () => stuck.promise }
  }
  await openLease('one', { connection: overLink(), startJobs, timing: { answerMs, stopMs: 300 } }).start()
  await expect.poll(() => events).toContain('one runs')
  await openLease('other').start()
  link.cut()
  await expect.poll(() => events).toEqual(['one runs', 'one ends'])
  await endSilentSession()
  await expect.poll(() => events).toEqual(['one runs', 'one ends', 'other runs'])
})

test('the database frees the lease of a session that is silent', async () => {
  const silenceMs = 600
  const startedAt = performance.now()
  // This node keeps quiet like a suspended process: it does not say that it still runs.
  await openLease('one', { timing: { beatMs: testLimitMs, silenceMs } }).start()
  await openLease('other').start()
  await expect.poll(() => events).toContain('other runs')
  expect(performance.now() - startedAt).toBeGreaterThan(silenceMs)
})

test('a start fails when the program must not work on the database, or when its jobs do not start', async () => {
  const refuse = () => Promise.reject(new Error('a newer schema'))
  await expect(openLease('one', { check: refuse }).start()).rejects.toThrow('a newer schema')
  const fail = () => Promise.reject(new Error('no queue'))
  await expect(openLease('one', { startJobs: fail }).start()).rejects.toThrow('no queue')
  await openLease('other').start()
  await expect.poll(() => events).toEqual(['other runs'])
})

test('a start does not wait for a database that is away', async () => {
  link.cut()
  await openLease('one', { connection: overLink(), timing: { answerMs } }).start()
  expect(events).toEqual([])
  link.mend()
  await expect.poll(() => events[0]).toBe('one runs')
})

test.runIf(isSoak)('a node keeps the lease by its beats, and loses it in time when it is cut off', async () => {
  const short = { beatMs: 50, answerMs: 400, stopMs: 300, silenceMs: 1200 }
  await openLease('one', { connection: overLink(), timing: short }).start()
  await openLease('other', { timing: short }).start()
  await sleep(short.silenceMs + 300)
  expect(events).toEqual(['one runs'])
  link.cut()
  await expect.poll(() => events).toEqual(['one runs', 'one stops', 'other runs'])
})
