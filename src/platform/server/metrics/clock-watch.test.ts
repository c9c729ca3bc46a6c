import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#kernel/days.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { ClockWatch } from './clock-watch.ts'
import { createLogger } from '../log.ts'

let database: TestDatabase
let watch: ClockWatch
/** How far both clocks have been moved, as after a time in which the process did nothing. */
let skippedMs: number
/** How far the clock alone has been set, as `date --set` does. */
let setMs: number
/** How often the clock was read. */
let readings: number

beforeAll(async () => {
  database = await createTestDatabase()
  return () => database.close()
})

beforeEach(() => {
  ;[skippedMs, setMs, readings] = [0, 0, 0]
  const monotonic = () => performance.now() + skippedMs
  const clock = () => {
    readings += 1
    return new Date(Date.now() + skippedMs + setMs)
  }
  watch = new ClockWatch({
    db: database.db,
    log: createLogger('silent', 'test'),
    intervalMs: 1,
    clock,
    monotonic,
  })
  watch.start()
})

afterEach(() => watch.stop())

/** Waits for some more comparisons, each of which reads the clock twice. */
async function awaitComparisons(): Promise<void> {
  const before = readings
  await expect.poll(() => readings, { interval: 5 }).toBeGreaterThan(before + 10)
}

test('notices how far the clock was set, when, and the difference to the database', async () => {
  await expect.poll(() => watch.state().databaseAheadMs).toBeDefined()
  expect(watch.state().lastStep).toBeUndefined()
  expect(watch.listWarnings()).toEqual([])

  const earliestMs = Date.now() + HOUR_MS
  setMs = HOUR_MS
  await expect.poll(() => watch.state().databaseAheadMs).toBeLessThan(-HOUR_MS + 60_000)
  await awaitComparisons()
  const { lastStep } = watch.state()
  expect(lastStep?.ms).toBeGreaterThan(HOUR_MS - 60_000)
  expect(lastStep?.at.getTime()).toBeGreaterThan(earliestMs - 60_000)
  expect(watch.listWarnings()).toEqual([
    expect.stringMatching(/^The clock of this machine was set forward by 3\d{3}\.\d s/),
    expect.stringMatching(/^The clock of the database is 3\d{3}\.\d s behind/),
  ])

  setMs = 0
  await awaitComparisons()
  expect(watch.state().lastStep?.ms).toBeLessThan(-HOUR_MS + 60_000)
  await expect.poll(() => watch.listWarnings()).toEqual([expect.stringContaining('was set back by')])
})

test('takes neither a busy process nor a small correction for a step', async () => {
  await awaitComparisons()
  skippedMs = 700
  await awaitComparisons()
  setMs = 400
  await awaitComparisons()
  expect(watch.state().lastStep).toBeUndefined()
})
