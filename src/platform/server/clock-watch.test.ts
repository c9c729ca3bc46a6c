import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { ClockWatch } from './clock-watch.ts'
import { createLogger } from './log.ts'

const HOUR_MS = 3_600_000

let database: TestDatabase
let watch: ClockWatch

beforeAll(async () => {
  database = await createTestDatabase()
  return () => database.close()
})

afterEach(async () => {
  await watch.stop()
  vi.useRealTimers()
})

function startWatch(): void {
  watch = new ClockWatch({ db: database.db, log: createLogger('silent', 'test'), intervalMs: 10 })
  watch.start()
}

/** Sets the clock of this process, as `date --set` does: `Date` steps and the monotonic clock goes on. */
function setClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs })
}

test('notices how far the clock was set, when, and the difference to the database', async () => {
  startWatch()
  await expect.poll(() => watch.state().databaseAheadMs).toBeDefined()
  expect(watch.state().lastStep).toBeUndefined()
  expect(watch.listWarnings()).toEqual([])

  setClock(HOUR_MS)
  await expect.poll(() => watch.state().databaseAheadMs).toBeLessThan(-HOUR_MS + 60_000)
  const { lastStep } = watch.state()
  expect(lastStep?.ms).toBeGreaterThan(HOUR_MS - 60_000)
  expect(lastStep?.at.getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect(watch.listWarnings()).toEqual([
    expect.stringMatching(/^The clock of this machine was set forward by 3\d{3}\.\d s/),
    expect.stringMatching(/^The clock of the database is 3\d{3}\.\d s behind/),
  ])

  vi.useRealTimers()
  await expect.poll(() => watch.state().lastStep?.ms).toBeLessThan(-HOUR_MS + 60_000)
  await expect.poll(() => watch.listWarnings()).toEqual([expect.stringContaining('was set back by')])
})

test('takes neither a busy process nor a small correction for a step', async () => {
  startWatch()
  const until = performance.now() + 700
  while (performance.now() < until) continue
  await sleep(50)
  expect(watch.state().lastStep).toBeUndefined()
})
