import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { uuid7 } from '#kernel/uuid7.ts'
import { createLogger } from '#platform/server/log.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { advanceRollups } from './commands/advance-rollups.ts'
import { advanceSubIds } from './commands/count-sub-ids.ts'
import { rebuildInParts } from './commands/rebuild-in-parts.ts'
import { RollupLoop } from './engine/rollup-loop.ts'
import { verifyRollups } from './queries/verify-rollups.ts'

/** The roll-ups contain everything before this time. The hour since 12:00 is open. */
const now = new Date('2026-03-02T12:30:00Z')
const later = new Date(now.getTime() + 2000)

const database = await openTestDatabase()

beforeAll(async () => {
  for (const at of ['2026-02-27T09:10:00Z', '2026-03-01T10:00:00Z', '2026-03-02T12:05:03Z']) await insertClick(at)
  await insertSale({ clickedAt: '2026-03-01T10:00:00Z', recordedAt: '2026-03-01T11:00:00Z' })
  await advanceRollups(database.db, now)
  await advanceSubIds(database.db, now)
})

async function insertClick(at: string | Date, db = database.db): Promise<void> {
  const clickedAt = new Date(at)
  const ids = { publisherId: 1n, siteId: 2n, advertiserId: 3n, termsId: 1n, id: uuid7(clickedAt.getTime()) }
  await db
    .insertInto('click')
    .values({ ...ids, clickedAt, verdict: 'payable', sub1: 'news' })
    .execute()
}

async function insertSale({ clickedAt, recordedAt }: { clickedAt: string; recordedAt: string }, db = database.db) {
  const id = uuid7(Date.parse(recordedAt))
  await sql`INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at,
      order_ref, event, order_value, commission, currency, sub1, channel, transaction_at, recorded_at)
    SELECT publisher_id, ${id}, advertiser_id, site_id, terms_id, id, clicked_at, ${id}, 'sale', 900, 90, 'USD', sub1,
      'server', ${recordedAt}::timestamptz, ${recordedAt}::timestamptz
    FROM click WHERE clicked_at = ${clickedAt} LIMIT 1`.execute(db)
  await sql`INSERT INTO transaction_state (publisher_id, transaction_id, advertiser_id, transaction_at, changed_at,
      order_value, commission, sequence, status, currency)
    SELECT publisher_id, id, advertiser_id, transaction_at, recorded_at, order_value, commission, 0, 'PENDING', currency
    FROM transaction WHERE id = ${id}`.execute(db)
}

const isSold = sql`WHERE day = '2026-03-01'`
const soldHour = 'hour 2026-03-01 10:00:00+00 of publisher 1, site 2, advertiser 3'
const soldDay = 'day 2026-03-01 of publisher 1, site 2, advertiser 3'
const isSoldHour = sql`WHERE hour = '2026-03-01 10:00Z'`
const strayDay = (day: string) => sql`INSERT INTO rollup_day VALUES (7, ${day}, 8, 9, 1, 1, 0, 0, 0, 0)`
const figures = 'found hits 1, clicks 1, transactions 0, cancelled_transactions 0, order_value 0, commission 0'

const CORRUPTIONS: [name: string, corruption: RawBuilder<unknown>, line: string][] = [
  [
    'other hits of an hour',
    sql`UPDATE rollup_hour SET hits = 2, bot = 1 ${isSoldHour}`,
    `${soldHour}: expected hits 1, bot 0, found hits 2, bot 1`,
  ],
  [
    'another commission of an hour',
    sql`UPDATE rollup_hour SET commission = 91 ${isSoldHour}`,
    `${soldHour}: expected commission 90, found commission 91`,
  ],
  [
    'a missing hour',
    sql`DELETE FROM rollup_hour ${isSoldHour}`,
    `${soldHour}: expected transactions 1, cancelled_transactions 0, order_value 900, commission 90, confirmed_`,
  ],
  [
    'an hour of zeros',
    sql`UPDATE rollup_hour SET hits = 0, payable = 0, transactions = 0, order_value = 0, commission = 0 ${isSoldHour}`,
    `${soldHour}: expected none, found a row of zeros`,
  ],
  [
    'an hour of another site',
    sql`UPDATE rollup_hour SET site_id = 8 ${isSoldHour}`,
    'hour 2026-03-01 10:00:00+00 of publisher 1, site 8, advertiser 3: expected none, found hits 1, payable 1',
  ],
  [
    'other hits of an open hour',
    sql`UPDATE rollup_hour SET hits = 2, bot = 1 WHERE hour = '2026-03-02 12:00Z'`,
    'hour 2026-03-02 12:00:00+00 of publisher 1, site 2, advertiser 3: expected hits 1, bot 0, found hits 2, bot 1',
  ],
  [
    'another slice of an open hour',
    sql`UPDATE rollup_slice SET hits = 5`,
    'slice 2026-03-02 12:05:00+00 of publisher 1, site 2, advertiser 3, payable: expected hits 1, found hits 5',
  ],
  ['another day', sql`UPDATE rollup_day SET clicks = 4 ${isSold}`, `${soldDay}: expected clicks 1, found clicks 4`],
  [
    'a day before the first click',
    strayDay('1999-01-01'),
    `day 1999-01-01 of publisher 7, site 8, advertiser 9: expected none, ${figures}`,
  ],
  [
    'a day in the future',
    strayDay('2999-01-01'),
    `day 2999-01-01 of publisher 7, site 8, advertiser 9: expected none, ${figures}`,
  ],
  [
    'another row of a report',
    sql`UPDATE rollup_report SET commission = 89 ${isSold} AND type = 'site'`,
    'report by site of publisher 1 on 2026-03-01, group 2: expected commission 90, found commission 89',
  ],
  [
    'a missing row of a report',
    sql`DELETE FROM rollup_report ${isSold} AND type = 'date'`,
    'report by date of publisher 1 on 2026-03-01, group 0: expected clicks 1, transactions 1, commission 90, found',
  ],
  [
    'another day of an advertiser',
    sql`UPDATE rollup_advertiser SET clicks = 4, fee = 1 ${isSold}`,
    'day 2026-03-01 of publisher 1 at advertiser 3: expected clicks 1, fee 0, found clicks 4, fee 1',
  ],
  [
    'a missing day of an advertiser',
    sql`DELETE FROM rollup_advertiser ${isSold}`,
    'day 2026-03-01 of publisher 1 at advertiser 3: expected clicks 1, transactions 1, cancelled_transactions 0,',
  ],
  [
    'another total of an advertiser',
    sql`UPDATE rollup_advertiser_total SET confirmed_commission = 2 ${isSold}`,
    'day 2026-03-01 of advertiser 3: expected confirmed_commission 0, found confirmed_commission 2',
  ],
  [
    'a total of an advertiser without clicks',
    sql`INSERT INTO rollup_advertiser_total VALUES (9, '2026-02-11', 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    'day 2026-02-11 of advertiser 9: expected none, found clicks 0',
  ],
  [
    'another confirmed value of an hour',
    sql`UPDATE rollup_hour SET confirmed_order_value = 7 ${isSoldHour}`,
    `${soldHour}: expected confirmed_order_value 0, found confirmed_order_value 7`,
  ],
  [
    'another sub id',
    sql`UPDATE rollup_sub_id SET commission = 1 ${isSold}`,
    'sub id 1 "news" of publisher 1 on 2026-03-01, site 2, advertiser 3: expected commission 90, found commission 1',
  ],
  [
    'a missing click',
    sql`DELETE FROM click WHERE clicked_at = '2026-02-27 09:10Z'`,
    'hour 2026-02-27 09:00:00+00 of publisher 1, site 2, advertiser 3: expected none, found hits 1, payable 1',
  ],
]

const verify = (db: Db) => verifyRollups(db, { figures: 'all' })

describe('the check of the roll-ups', () => {
  test('finds no difference after a pass', async () => {
    expect(await verify(database.db)).toEqual([])
    expect(await listRollupDifferences(database.db)).toEqual([])
  })

  test.each(CORRUPTIONS)('finds %s', async (_name, corruption, line) => {
    const lines = await verifyCorrupted(database.ownerDb, [corruption], verify)
    expect(lines).toContainEqual(expect.stringContaining(line))
  })

  test('of the money alone finds what differs from transactions, and reads no click', async () => {
    const noClick = sql`DELETE FROM click`
    const changed = sql`UPDATE rollup_hour SET commission = 91 ${isSoldHour}`
    const verifyMoney = (db: Db) => verifyRollups(db, { figures: 'money' })
    expect(await verifyCorrupted(database.ownerDb, [noClick], verifyMoney)).toEqual([])
    const lines = await verifyCorrupted(database.ownerDb, [noClick, changed], verifyMoney)
    expect(lines).toContain(`${soldHour}: expected commission 90, found commission 91`)
  })

  test.each<[string, (tx: Db) => Promise<unknown>]>([
    ['a click of the last minutes', (tx) => insertClick('2026-03-02T12:26:00Z', tx)],
    [
      'an order of the last minutes',
      (tx) => insertSale({ clickedAt: '2026-02-27T09:10:00Z', recordedAt: '2026-03-02T12:26:00Z' }, tx),
    ],
    [
      'a decision of the last minutes',
      (tx) =>
        sql`UPDATE transaction_state SET status = 'CANCELLED', reason_code = 'FRAUD', changed_at = ${now}`.execute(tx),
    ],
    [
      'a late click whose hour is marked',
      async (tx) => {
        await insertClick('2026-03-01T10:20:00Z', tx)
        await tx
          .insertInto('lateClickHour')
          .values({ hour: new Date('2026-03-01T10:00:00Z'), markedAt: now })
          .execute()
      },
    ],
  ])('leaves out %s, which the next pass counts', async (_name, write) => {
    const tx = await database.ownerDb.startTransaction().execute()
    await write(tx)
    expect(listLines(await verify(tx))).toEqual([])
    expect(listLines(await verifyRollups(tx, { figures: 'all', isComplete: true }))).not.toEqual([])
    await tx.rollback().execute()
  })

  test('finds a late click whose hour is not marked', async () => {
    const late = sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict)
      VALUES (1, gen_random_uuid(), '2026-03-01 10:20Z', 2, 3, 1, 'payable')`
    const lines = await verifyCorrupted(database.ownerDb, [late], verify)
    expect(lines).toContain(`${soldHour}: expected hits 2, payable 2, found hits 1, payable 1`)
  })
})

describe('a rebuild', () => {
  test('repairs every roll-up while loops run and clicks arrive, and counts none of them twice', async () => {
    for (const [name, corruption] of CORRUPTIONS) {
      if (name !== 'a missing click') await corruption.execute(database.ownerDb)
    }
    for (const table of ['rollup_status', 'rollup_publisher_status']) {
      await sql`INSERT INTO ${sql.table(table)}
        SELECT 9, day::date, 'PENDING', 1, 2, 3 FROM unnest('{2026-03-01,1999-01-01}'::text[]) AS day`.execute(
        database.ownerDb,
      )
    }
    await sql`INSERT INTO rollup_relationship
      SELECT 9, 7, day::date, 1, 2, 3 FROM unnest('{2026-03-01,1999-01-01}'::text[]) AS day`.execute(database.ownerDb)
    await sql`UPDATE rollup_status_progress SET counted_until = ${later}`.execute(database.ownerDb)
    expect((await verify(database.db)).length).toBeGreaterThan(6)
    const log = createLogger('silent', 'test')
    const loops = [1, 2].map(() => new RollupLoop({ db: database.db, log, intervalMs: 5, clock: () => later }))
    for (const loop of loops) loop.start()
    const days: string[] = []
    const rebuild = rebuildInParts(database.db, { clock: () => later, onDay: (day) => days.push(day) })
    for (let n = 0; n < 20; n++) await insertClick(new Date(now.getTime() + n * 90))
    expect(await rebuild).toBe(days.length)
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(days).toEqual(expect.arrayContaining(['2026-02-27', '2026-03-01', '2026-03-02']))
    const end = new Date(now.getTime() + 60_000)
    await advanceRollups(database.db, end)
    await advanceSubIds(database.db, end)
    expect(await listRollupDifferences(database.db)).toEqual([])
    const { rows } = await sql`SELECT sum(hits)::int AS hits FROM rollup_day`.execute(database.db)
    expect(rows).toEqual([{ hits: 23 }])
  })

  test('of some days leaves the others as they are', async () => {
    await sql`UPDATE rollup_day SET clicks = 4 WHERE day IN ('2026-02-27', '2026-03-01')`.execute(database.ownerDb)
    const days = { from: '2026-03-01', until: '2026-03-02' }
    expect(await rebuildInParts(database.db, { days, clock: () => later })).toBe(1)
    const wrong = 'day 2026-02-27 of publisher 1, site 2, advertiser 3: expected clicks 1, found clicks 4'
    expect(await listRollupDifferences(database.db)).toContain(wrong)
    expect((await listRollupDifferences(database.db)).join()).not.toContain('2026-03-01')
  })
})
