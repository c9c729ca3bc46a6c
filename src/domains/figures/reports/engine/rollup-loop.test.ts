import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { REPORT_DELAY_SECONDS } from '#kernel/report-delay.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { createLogger } from '#platform/server/log.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { RollupLoop } from './rollup-loop.ts'

const database = await openTestDatabase()

test('two loops at the same time count every click once, and continue after a failed pass', async () => {
  let failures = 2
  const clock = () => {
    if (failures-- > 0) throw new Error('no time')
    return new Date()
  }
  const log = createLogger('silent', 'test')
  const loops = [clock, () => new Date()].map((now) => {
    return new RollupLoop({ db: database.db, log, intervalMs: 20, clock: now })
  })
  for (const loop of loops) loop.start()
  for (let index = 0; index < 5; index++) await insertClick()
  await expect.poll(countClicks).toBe(5)
  await insertClick()
  await expect.poll(countClicks).toBe(6)
  await expect.poll(() => failures).toBeLessThan(0)
  await Promise.all(loops.map((loop) => loop.stop()))
  await insertClick()
  await sleep(100)
  expect(await countClicks()).toBe(6)
})

test('a long pass is followed by a pause that keeps the promised delay', async () => {
  const wait = vi.spyOn(globalThis, 'setTimeout')
  const loop = new RollupLoop({
    db: database.db,
    log: createLogger('silent', 'test'),
    advance: () => sleep(20),
    maxShare: 0.0001,
  })
  loop.start()
  const pauses = () => wait.mock.calls.map(([, ms]) => ms)
  await expect.poll(pauses).toContain(REPORT_DELAY_SECONDS * 500)
  expect(Math.max(...pauses().map(Number))).toBeLessThan(REPORT_DELAY_SECONDS * 1000)
  await loop.stop()
  wait.mockRestore()
})

async function insertClick(): Promise<void> {
  const now = Date.now()
  const ids = { publisherId: 1n, siteId: 1n, advertiserId: 1n, termsId: 1n }
  const click = { ...ids, id: uuid7(now), clickedAt: new Date(now), verdict: 'payable' as const }
  await database.db.insertInto('click').values(click).execute()
}

async function countClicks(): Promise<number> {
  const rows = await database.db.selectFrom('rollupDay').select('clicks').execute()
  return rows.reduce((sum, row) => sum + Number(row.clicks), 0)
}
