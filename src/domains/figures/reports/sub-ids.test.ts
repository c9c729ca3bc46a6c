import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS } from '#kernel/days.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { advanceRollups } from './commands/advance-rollups.ts'
import { advanceSubIds } from './commands/count-sub-ids.ts'
import { buildFirstRollups, rebuildRollups } from './commands/rebuild-rollups.ts'
import { downloadSubIdPerformanceCall, getSubIdPerformanceCall } from './contract/calls.ts'
import type { SubIdPerformance } from './contract/calls.ts'
import { MAX_SUB_IDS } from './contract/vocabulary.ts'
import { reportRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

const now = new Date('2026-03-02T12:00:00Z')
const recordedAt = new Date(now.getTime() - 30_000)
const publisher: AccountActor = {
  kind: 'account',
  accountId: 1n,
  email: 'publisher@example.com',
  role: 'publisher',
  displayName: 'Publisher',
  publisherId: 1n,
}

beforeAll(async () => {
  server = await createTestServer(database.db, reportRoutes)
})

afterAll(() => server.close())

beforeEach(async () => {
  const sources = 'click, transaction_state, transaction, late_click_hour'
  const rollups = `rollup_slice, rollup_hour, rollup_day, rollup_report, rollup_advertiser,
    rollup_advertiser_total, rollup_sub_id, rollup_progress, rollup_status, rollup_publisher_status,
    rollup_relationship, rollup_cohort,
    rollup_order, rollup_status_progress`
  await sql`TRUNCATE ${sql.raw(`${sources}, ${rollups}`)} CASCADE`.execute(database.ownerDb)
})

test('counts clicks, transactions and commission by the sub ids of each slot', async () => {
  const click = await insertClick({ sub1: 'mail', sub2: 'top' })
  await insertClick({ sub1: 'mail' })
  await insertClick({ sub1: 'blog', sub5: 'x' })
  await insertClick({})
  await insertClick({ sub1: 'mail', verdict: 'bot' })
  await insertClick({ sub1: 'other publisher', publisherId: 2n })
  await insertTransaction(click, { commission: 25_000n })
  await advance(now)
  const report = await read('slot=1')
  expect(report).toMatchObject({ count: 2, slot: 1, advertiser_id: null, totals: { click_count: 3 } })
  expect(report.transactions).toEqual([
    { sub_id: 'mail', click_count: 2, total_transactions: 1, epc: '1.25', commission: '2.5000' },
    { sub_id: 'blog', click_count: 1, total_transactions: 0, epc: '0.00', commission: '0.0000' },
  ])
  expect((await read('slot=2')).transactions).toMatchObject([{ sub_id: 'top', commission: '2.5000' }])
  expect((await read('slot=5')).transactions).toMatchObject([{ sub_id: 'x', total_transactions: 0 }])
  expect((await read('slot=3')).transactions).toEqual([])
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('a later pass counts new clicks, cancelled transactions and clicks that arrive late', async () => {
  const click = await insertClick({ sub1: 'mail' })
  const transactionId = await insertTransaction(click, { commission: 25_000n })
  await advance(now)
  const later = new Date(now.getTime() + DAY_MS)
  await insertClick({ sub1: 'mail', clickedAt: new Date(later.getTime() - 1000) })
  await database.db
    .updateTable('transactionState')
    .set({ status: 'CANCELLED', reasonCode: 'FRAUD', changedAt: new Date(later.getTime() - 1000), sequence: 1 })
    .where('transactionId', '=', transactionId)
    .execute()
  await advance(later)
  expect((await read('slot=1')).transactions).toMatchObject([{ click_count: 2, commission: '0.0000' }])
  const hour = new Date('2026-03-02T08:00:00Z')
  await insertClick({ sub1: 'late', clickedAt: hour })
  await database.db.insertInto('lateClickHour').values({ hour, markedAt: later }).execute()
  await advance(later)
  expect((await read('slot=1')).transactions.map((row) => row.sub_id)).toEqual(['mail', 'late'])
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('keeps the sub ids with the most clicks of a day and sums up the rest', async () => {
  const at = new Date(now.getTime() - 60_000)
  // Two clicks for each sub id that is kept, one for each of the rest.
  await sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1)
    SELECT 1, gen_random_uuid(), ${at}, 1, 1 + number % 2, 1, 'payable', 's' || number
    FROM generate_series(1, ${MAX_SUB_IDS + 5}) AS number, generate_series(1, 2) AS click
    WHERE click = 1 OR number <= ${MAX_SUB_IDS}`.execute(database.db)
  const lost = await insertClick({ sub1: `s${MAX_SUB_IDS + 7}`, clickedAt: at })
  await insertTransaction(lost, { commission: 70_000n })
  await advance(now)
  const report = await read('slot=1&sort=commission')
  expect(report.count).toBe(MAX_SUB_IDS + 1)
  expect(report.transactions[0]).toEqual({
    sub_id: null,
    click_count: 6,
    total_transactions: 1,
    epc: '1.17',
    commission: '7.0000',
  })
  expect(report.totals.click_count).toBe(2 * MAX_SUB_IDS + 6)
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('a rebuild repairs rows that differ from clicks and transactions', async () => {
  await insertClick({ sub1: 'mail' })
  await advance(now)
  const stale = { publisherId: 1n, slot: 1, advertiserId: 9n, siteId: 3n, transactions: 0n, commission: 0n }
  await database.db
    .insertInto('rollupSubId')
    .values({ ...stale, day: '2026-03-02', subId: 'stale', clicks: 3n })
    .execute()
  expect(await listRollupDifferences(database.db)).toEqual([
    'sub id 1 "stale" of publisher 1 on 2026-03-02, site 3, advertiser 9: expected none, ' +
      'found clicks 3, transactions 0, commission 0',
  ])
  await rebuildRollups(database.db, { from: new Date('2026-03-02T05:00:00Z'), until: now })
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('limits the report to an advertiser, compares it with the period before and exports it', async () => {
  const day = (text: string) => new Date(`${text}T10:00:00Z`)
  await insertClick({ sub1: '=mail', clickedAt: day('2026-02-28') })
  await insertClick({ sub1: '=mail', clickedAt: day('2026-03-01') })
  await insertClick({ sub1: '=mail', clickedAt: day('2026-03-01') })
  await insertClick({ sub1: '=mail', clickedAt: day('2026-03-01'), advertiserId: 2n })
  await advance(now)
  const report = await read('slot=1&advertiser_id=1&begin=2026-03-01&end=2026-03-01&compare=1')
  expect(report.transactions).toMatchObject([{ sub_id: '=mail', click_count: 2, previous: { click_count: 1 } }])
  const url = `${downloadSubIdPerformanceCall.path}?begin=2026-03-01&end=2026-03-01`
  const { body } = await server.get(url, { as: publisher })
  expect(body.split('\r\n')[1]).toBe("'=mail,3,0,0.00,0.0000")
})

test('a sub-account reads the sub ids of its site alone', async () => {
  await insertClick({ sub1: 'mail' })
  await insertClick({ sub1: 'mail', siteId: 2n })
  await insertClick({ sub1: 'blog', siteId: 2n, advertiserId: 2n })
  await advance(now)
  const ofSite = { ...publisher, subAccount: { siteId: 1n, access: 'full' as const } }
  const report = await read('slot=1', ofSite)
  expect(report.transactions).toMatchObject([{ sub_id: 'mail', click_count: 1 }])
  expect((await read('slot=1')).transactions).toMatchObject([{ click_count: 2 }, { click_count: 1 }])
  const { body } = await server.get(`${downloadSubIdPerformanceCall.path}?begin=2026-03-01&end=2026-03-02`, {
    as: ofSite,
  })
  expect(body.split('\r\n').slice(1)).toEqual(['mail,1,0,0.00,0.0000', ''])
})

test('a download of more rows than it reads at once has each sub id once', async () => {
  const ids = 41_000
  await sql`INSERT INTO rollup_sub_id (publisher_id, slot, day, advertiser_id, site_id, sub_id, clicks, transactions,
      commission)
    SELECT 1, 1, '2026-03-01', 1, 1, CASE WHEN number = 1 THEN '' ELSE 's' || number END, number % 7 + 1, 0, 0
    FROM generate_series(1, ${ids}) AS number`.execute(database.db)
  const { body } = await server.get(`${downloadSubIdPerformanceCall.path}?begin=2026-03-01&end=2026-03-01`, {
    as: publisher,
  })
  const lines = body.split('\r\n').slice(1, -1)
  expect(lines).toHaveLength(ids)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(ids)
  expect(lines[0]).toBe('(other),2,0,0.00,0.0000')
})

test('passes after the first count go on from its end', async () => {
  await insertClick({ sub1: 'mail', clickedAt: new Date(now.getTime() - DAY_MS) })
  await insertClick({ sub1: 'mail' })
  await buildFirstRollups(database.db, { from: new Date(now.getTime() - 2 * DAY_MS), until: now })
  const later = new Date(now.getTime() + 2000)
  await insertClick({ sub1: 'mail', clickedAt: now })
  await advance(later)
  expect(await read('slot=1')).toMatchObject({ totals: { click_count: 3 }, as_of: later.toISOString() })
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test.each([
  ['slot=6', 'slot', /slot is one of 1, 2, 3, 4, 5/],
  ['begin=2026-01-01&end=2026-04-03', 'begin', /92 days at most/],
  ['advertiser_id=x', 'advertiser_id', /./],
])('%s is refused with a message', async (query, field, message) => {
  const response = await server.get(`${getSubIdPerformanceCall.path}?${query}`, { as: publisher })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ success: false, field })
  expect(response.json().message).toMatch(message)
})

async function advance(at: Date): Promise<void> {
  await advanceRollups(database.db, at)
  await advanceSubIds(database.db, at)
}

async function read(query: string, as = publisher): Promise<SubIdPerformance> {
  const range = query.includes('begin') ? '' : '&begin=2026-03-01&end=2026-03-03'
  const url = `${getSubIdPerformanceCall.path}?${query}${range}`
  const response = await server.get(url, { as })
  expect(response.json()).toMatchObject({ success: true })
  return response.json().data
}

interface ClickInput {
  publisherId?: bigint
  siteId?: bigint
  advertiserId?: bigint
  clickedAt?: Date
  verdict?: 'payable' | 'bot'
  sub1?: string
  sub2?: string
  sub5?: string
}

type InsertedClick = Awaited<ReturnType<typeof insertClick>>

async function insertClick({ clickedAt = new Date(now.getTime() - 60_000), ...input }: ClickInput) {
  const ids = { publisherId: 1n, siteId: 1n, advertiserId: 1n, termsId: 1n, verdict: 'payable' as const }
  const click = { ...ids, ...input, id: uuid7(clickedAt.getTime()), clickedAt }
  await database.db.insertInto('click').values(click).execute()
  return click
}

async function insertTransaction(click: InsertedClick, { commission }: { commission: bigint }): Promise<string> {
  const { publisherId, advertiserId, siteId, termsId, id: clickId, clickedAt, sub1, sub2, sub5 } = click
  const credited = { publisherId, advertiserId, siteId, termsId, clickId, clickedAt, sub1, sub2, sub5 }
  const id = uuid7(recordedAt.getTime())
  const worth = { orderValue: commission * 10n, commission, currency: 'USD', transactionAt: recordedAt }
  await database.db
    .insertInto('transaction')
    .values({ ...credited, ...worth, id, orderRef: id, event: 'sale', channel: 'server', recordedAt })
    .execute()
  const state = { sequence: 0, status: 'PENDING' as const, changedAt: recordedAt }
  await database.db
    .insertInto('transactionState')
    .values({ publisherId, transactionId: id, advertiserId, ...worth, ...state })
    .execute()
  return id
}
