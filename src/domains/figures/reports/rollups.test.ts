import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { advanceRollups } from './commands/advance-rollups.ts'
import { rebuildRollups } from './commands/rebuild-rollups.ts'
import { writeSlices } from './commands/rollup-statements.ts'

let database: TestDatabase
let random: () => number

// Each test has a database of its own, so that one that fails leaves nothing to the next.
beforeEach(async () => {
  database = await createTestDatabase()
  random = seededRandom(7)
})

afterEach(() => database.close())

const now = new Date('2026-03-02T00:03:20Z')
const month = { from: new Date(now.getTime() - 30 * DAY_MS), until: now }

test('a first pass counts everything since the first click', async () => {
  await insertClicks(500, month)
  await insertTransactions(80, now)
  expect(await advanceRollups(database.db, now)).toBe('up-to-date')
  expect(await listRollupDifferences(database.db)).toEqual([])
  expect(await countHits()).toBe(500)
})

test('many clicks that are missing in the statistics are counted in memory', async () => {
  await insertClicks(100, month)
  await sql`ANALYZE click`.execute(database.ownerDb)
  const rush = { from: new Date('2026-03-02T00:03:10Z'), until: now }
  await sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict)
    SELECT 1, gen_random_uuid(), ${rush.from}, 1, number % 3, 1, 'payable' FROM generate_series(1, 60000) AS number
  `.execute(database.db)
  await database.ownerDb.transaction().execute(async (tx) => {
    // A sort on disk fails.
    await sql`SET LOCAL temp_file_limit = 64`.execute(tx)
    expect(await writeSlices(tx, rush)).toHaveLength(3)
  })
})

test('a pass without any clicks succeeds', async () => {
  expect(await advanceRollups(database.db, now)).toBe('up-to-date')
  expect(await countHits()).toBe(0)
})

test('passes count clicks that are committed late, across the end of the hour and of the day', async () => {
  let at = new Date('2026-03-01T23:40:00Z')
  await advanceRollups(database.db, at)
  for (let pass = 0; pass < 40; pass++) {
    const until = new Date(at.getTime() + 1000 + random() * 80_000)
    // Every pass sees clicks that are up to eight seconds late.
    await insertClicks(9, { from: new Date(at.getTime() - 8000), until })
    await insertTransactions(2, new Date(until.getTime() - 1))
    at = until
    await advanceRollups(database.db, at)
    expect(await listRollupDifferences(database.db)).toEqual([])
  }
  expect(await countHits()).toBe(360)
})

test('clicks that are committed minutes late are counted at the next full minute', async () => {
  await advanceRollups(database.db, new Date('2026-03-01T23:59:50Z'))
  await insertClicks(20, { from: new Date('2026-03-01T23:56:00Z'), until: new Date('2026-03-01T23:58:00Z') })
  await advanceRollups(database.db, new Date('2026-03-01T23:59:52Z'))
  await advanceRollups(database.db, new Date('2026-03-02T00:00:01Z'))
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('an hour marked as late is counted once more, open or closed', async () => {
  await insertClicks(100, month)
  await advanceRollups(database.db, now)
  const hours = ['2026-03-02T00:00:00Z', '2026-03-01T23:00:00Z', '2026-02-11T05:00:00Z'].map((text) => new Date(text))
  for (const hour of hours) {
    await insertClicks(10, { from: hour, until: new Date(hour.getTime() + 60_000) })
    await database.db.insertInto('lateClickHour').values({ hour, markedAt: now }).execute()
  }
  await advanceRollups(database.db, new Date(now.getTime() + 2000))
  expect(await listRollupDifferences(database.db)).toEqual([])
  expect(await countRows('late_click_hour')).toBe(0)
  // The open hour stays correct when its slices are summed again.
  await insertClicks(3, { from: new Date(now.getTime() + 2000), until: new Date(now.getTime() + 3000) })
  await advanceRollups(database.db, new Date(now.getTime() + 4000))
  expect(await listRollupDifferences(database.db)).toEqual([])
  expect(await countHits()).toBe(133)
})

test('passes catch up after months of downtime', async () => {
  await advanceRollups(database.db, new Date(now.getTime() - 100 * DAY_MS))
  await insertClicks(800, { from: new Date(now.getTime() - 100 * DAY_MS), until: now })
  await insertTransactions(100, now)
  await advanceRollups(database.db, now)
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('a decision changes the sums of the hour of its click', async () => {
  await insertClicks(300, month)
  await insertTransactions(40, new Date(now.getTime() - DAY_MS))
  await advanceRollups(database.db, now)
  const before = await database.db.selectFrom('rollupDay').select(totals).executeTakeFirstOrThrow()
  const later = new Date(now.getTime() + HOUR_MS)
  await decide('CANCELLED', later)
  await advanceRollups(database.db, new Date(later.getTime() + 1000))
  expect(await listRollupDifferences(database.db)).toEqual([])
  const after = await database.db.selectFrom('rollupDay').select(totals).executeTakeFirstOrThrow()
  expect(after.transactions).toBe(before.transactions - 1n)
  expect(after.cancelled).toBe(before.cancelled + 1n)
})

test('rebuilding corrupted ranges in any order and repeatedly restores the figures of the sources', async () => {
  await insertClicks(1000, month)
  await insertTransactions(150, now)
  for (let decision = 0; decision < 20; decision++) await decide(decision % 2 ? 'CONFIRMED' : 'CANCELLED', now)
  await advanceRollups(database.db, now)
  await database.ownerDb.updateTable('rollupHour').set({ transactions: 99n }).where('transactions', '=', 1n).execute()
  await database.ownerDb
    .insertInto('rollupDay')
    .values({ ...strayDay })
    .execute()
  await database.ownerDb
    .insertInto('rollupReport')
    .values({ ...strayReport })
    .execute()
  await database.ownerDb
    .insertInto('rollupHour')
    .values({ ...strayHour })
    .execute()
  await database.ownerDb.deleteFrom('rollupHour').where('siteId', '=', 2n).execute()
  const ranges = Array.from({ length: 31 }, (_, day) => ({
    from: new Date(month.from.getTime() + (day - 1) * DAY_MS),
    until: new Date(month.from.getTime() + (day + random()) * DAY_MS),
  }))
  for (const range of [...ranges.toSorted(() => random() - 0.5), month, month]) await rebuildRollups(database.db, range)
  expect(await listRollupDifferences(database.db)).toEqual([])
  expect(await countHits()).toBe(1000)
})

test('passes, rebuilds and late hours at the same time do not disturb each other', async () => {
  await insertClicks(400, month)
  await insertTransactions(60, now)
  await database.db
    .insertInto('lateClickHour')
    .values({ hour: new Date('2026-02-14T10:00:00Z'), markedAt: now })
    .execute()
  await Promise.all([
    advanceRollups(database.db, now),
    rebuildRollups(database.db, month),
    advanceRollups(database.db, now),
    rebuildRollups(database.db, { from: new Date(now.getTime() - DAY_MS), until: now }),
  ])
  await advanceRollups(database.db, new Date(now.getTime() + 2000))
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('a pass with nothing new writes no roll-up', async () => {
  await insertClicks(200, { from: new Date(now.getTime() - 60_000), until: now })
  await advanceRollups(database.db, now)
  const versions = () =>
    sql`SELECT xmin::text FROM rollup_hour UNION ALL SELECT xmin::text FROM rollup_day
      UNION ALL SELECT xmin::text FROM rollup_report UNION ALL SELECT xmin::text FROM rollup_advertiser
      UNION ALL SELECT xmin::text FROM rollup_advertiser_total`.execute(database.db)
  const before = await versions()
  await advanceRollups(database.db, new Date(now.getTime() + 2000))
  expect((await versions()).rows).toEqual(before.rows)
})

const noSales = { transactions: 0n, cancelledTransactions: 0n, orderValue: 0n, commission: 0n }
const strayDay = { publisherId: 1n, day: '2026-02-20', siteId: 77n, advertiserId: 7n, hits: 5n, clicks: 5n, ...noSales }
const noFigures = { clicks: 0n, transactions: 0n, commission: 0n }
const strayReport = { publisherId: 1n, type: 'site' as const, day: '2026-02-20', groupId: 77n, ...noFigures }

const strayHour = {
  publisherId: 1n,
  hour: new Date('2026-02-20T03:00:00Z'),
  siteId: 77n,
  advertiserId: 7n,
  hits: 1n,
  payable: 1n,
  bot: 0n,
  prefetch: 0n,
  head: 0n,
  notNavigation: 0n,
  suspended: 0n,
  accountClosed: 0n,
  noConsent: 0n,
  notJoined: 0n,
  programPaused: 0n,
  programClosed: 0n,
  inactiveSite: 0n,
  unknownSite: 0n,
  unknownAdvertiser: 0n,
  invalidUrl: 0n,
  ...noSales,
}

const totals = [
  sql<bigint>`sum(transactions)::bigint`.as('transactions'),
  sql<bigint>`sum(cancelled_transactions)::bigint`.as('cancelled'),
]

async function insertClicks(count: number, range: { from: Date; until: Date }): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const at = new Date(range.from.getTime() + random() * (range.until.getTime() - range.from.getTime()))
    return {
      publisherId: pick([1n, 2n, 3n]),
      id: uuid7(at.getTime()),
      clickedAt: at,
      siteId: pick([1n, 2n]),
      advertiserId: pick([1n, 2n, 3n]),
      termsId: 1n,
      verdict: random() < 0.7 ? ('payable' as const) : pick([...VERDICTS]),
    }
  })
  await database.db.insertInto('click').values(rows).execute()
}

async function insertTransactions(count: number, recordedAt: Date): Promise<void> {
  const clicks = await sql<{ publisherId: bigint; id: string; clickedAt: Date; siteId: bigint; advertiserId: bigint }>`
    SELECT publisher_id, id, clicked_at, site_id, advertiser_id FROM click WHERE verdict = 'payable'
    ORDER BY md5(id::text) LIMIT ${count}`.execute(database.db)
  const rows = clicks.rows.map(({ id, ...click }) => ({
    ...click,
    id: uuid7(recordedAt.getTime()),
    clickId: id,
    termsId: 1n,
    orderRef: uuid7(recordedAt.getTime()),
    event: 'sale',
    orderValue: BigInt(Math.floor(random() * 1_000_000)),
    commission: BigInt(Math.floor(random() * 50_000)),
    currency: 'USD',
    channel: 'server' as const,
    transactionAt: recordedAt,
    recordedAt,
  }))
  if (rows.length === 0) return
  await database.db.insertInto('transaction').values(rows).execute()
  const states = rows.map(({ publisherId, id, advertiserId, orderValue, commission, currency }) => {
    const at = { transactionAt: recordedAt, changedAt: recordedAt }
    const now = { orderValue, commission, currency, sequence: 0, status: 'PENDING' as const }
    return { publisherId, transactionId: id, advertiserId, ...at, ...now }
  })
  await database.db.insertInto('transactionState').values(states).execute()
}

async function decide(status: 'CONFIRMED' | 'CANCELLED', decidedAt: Date): Promise<void> {
  const reasonCode = status === 'CANCELLED' ? ('FRAUD' as const) : null
  await database.db
    .updateTable('transactionState')
    .set({ status, reasonCode, decidedAt, changedAt: decidedAt, sequence: 1 })
    .where('transactionId', '=', (state) =>
      state
        .selectFrom('transactionState')
        .select('transactionId')
        .where('sequence', '=', 0)
        .orderBy('transactionId')
        .limit(1),
    )
    .execute()
}

async function countHits(): Promise<number> {
  const row = await database.db
    .selectFrom('rollupDay')
    .select((query) => query.fn.sum<string | null>('hits').as('hits'))
    .executeTakeFirstOrThrow()
  return Number(row.hits ?? 0)
}

async function countRows(table: 'late_click_hour'): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(
    database.db,
  )
  return rows[0]?.count ?? -1
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

/** Creates a random generator with a fixed seed, so that a failure can be reproduced. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
