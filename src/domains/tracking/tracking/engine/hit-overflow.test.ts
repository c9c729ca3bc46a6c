import { afterEach, expect, test } from 'vitest'
import { createLogger } from '#platform/server/log.ts'
import { ChannelListener } from '#platform/server/database/listen.ts'
import { CATALOG_CHANNEL } from '#platform/server/database/notify.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { HitOverflow, MAX_STORED_PER_PREFIX } from './hit-overflow.ts'

const database = await openTestDatabase()
const opened: { stop(): Promise<void> }[] = []

afterEach(async () => {
  for (const service of opened.splice(0)) await service.stop()
})

const log = createLogger('silent', 'test')
const at = new Date('2026-03-02T10:20:30Z')

function startOverflow(options: { slot: number; workers: number; intervalMs: number }): HitOverflow {
  const overflow = new HitOverflow({ db: database.db, log, ...options })
  overflow.start()
  opened.push(overflow)
  return overflow
}

test('stores a number of hits with unknown keys from a prefix in an hour, and counts the others', async () => {
  const workers = 2
  const overflow = startOverflow({ slot: 1, workers, intervalMs: 60_000 })
  const hit = { verdict: 'unknown_site', ipPrefix: '203.0.113.0/24', at } as const
  const taken = Array.from({ length: 700 }, () => overflow.takes(hit)).filter(Boolean)
  expect(taken).toHaveLength(700 - MAX_STORED_PER_PREFIX / workers)
  expect(overflow.takes({ ...hit, ipPrefix: '198.51.100.0/24' })).toBe(false)
  expect(overflow.takes({ ...hit, verdict: 'payable' })).toBe(false)
  expect(overflow.takes({ ...hit, at: new Date('2026-03-02T11:00:00Z') })).toBe(false)
  await overflow.stop()
  const rows = await database.db.selectFrom('hitOverflow').selectAll().execute()
  const hour = new Date('2026-03-02T10:00:00Z')
  expect(rows).toEqual([{ hour, verdict: 'unknown_site', worker: 1, hits: 200n }])
  // The hour is over, so its roll-ups are rebuilt.
  expect(await database.db.selectFrom('lateClickHour').select('hour').execute()).toEqual([{ hour }])
})

test('adds to the counts of an hour, and marks no hour that is not over', async () => {
  const now = new Date()
  const overflow = startOverflow({ slot: 0, workers: MAX_STORED_PER_PREFIX, intervalMs: 10 })
  const hit = { verdict: 'unknown_site', ipPrefix: '203.0.113.0/24', at: now } as const
  const stored = () => database.db.selectFrom('hitOverflow').select('hits').where('worker', '=', 0).execute()
  overflow.takes(hit)
  for (const hits of [1n, 2n]) {
    expect(overflow.takes(hit)).toBe(true)
    await expect.poll(stored).toEqual([{ hits }])
  }
  await overflow.stop()
  const hours = await database.db.selectFrom('lateClickHour').select('hour').where('hour', '>', at).execute()
  expect(hours.filter(({ hour }) => hour.getTime() + 3_600_000 > Date.now())).toEqual([])
})

test('divides the bound among the workers of all nodes', async () => {
  const heard = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const workers = heard.map(({ resolve }) => {
    const connection = { connectionString: database.connectionString }
    return new ChannelListener({ connection, channel: CATALOG_CHANNEL, log, onChange: () => resolve() })
  })
  opened.push(...workers)
  for (const worker of workers) worker.start()
  await Promise.all(heard.map(({ promise }) => promise))
  const overflow = startOverflow({ slot: 2, workers: 1, intervalMs: 10 })
  let hour = Date.parse('2026-03-03T00:00:00Z')
  const countStored = () => {
    hour += 3_600_000
    const hit = { verdict: 'unknown_site', ipPrefix: '203.0.113.0/24', at: new Date(hour) } as const
    return Array.from({ length: 1200 }, () => overflow.takes(hit)).filter((isTaken) => !isTaken).length
  }
  await expect.poll(countStored).toBe(MAX_STORED_PER_PREFIX / 4)
  await Promise.all(workers.slice(2).map((worker) => worker.stop()))
  await expect.poll(countStored).toBe(MAX_STORED_PER_PREFIX / 2)
})
