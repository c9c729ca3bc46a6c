import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { createLogger } from '#platform/server/log.ts'
import { createServer } from '#platform/server/http/server.ts'
import { branding } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { loadTestSecrets } from '#test/support/sealing.ts'
import { writeReports } from './commands/report-statements.ts'
import { downloadPerformanceCall, getPerformanceCall } from './contract/calls.ts'
import type { Performance } from './contract/calls.ts'
import { reportRoutes } from './routes.ts'

const now = new Date()

const database = await openTestDatabase()
let server: FastifyInstance
let siteIds: bigint[]

beforeAll(async () => {
  siteIds = await insertCatalog()
  await insertFigures()
  server = await createServer({
    db: database.db,
    branding,
    secrets: await loadTestSecrets(database.db),
    trackingOrigin: 'http://localhost:3000',
    clock: () => now,
    // The session token is the publisher's id. The accounts domain tests real sessions.
    resolveActor: async (_ctx, token) => publisherActor(BigInt(token)),
    logger: createLogger('silent', 'test'),
    trustProxy: false,
    routes: reportRoutes,
    isReady: async () => true,
    metrics: async () => '',
  })
})

afterAll(() => server.close())

test('a visitor is asked to log in', async () => {
  const response = await server.inject({ url: getPerformanceCall.path })
  expect(response.statusCode).toBe(401)
  expect(response.json()).toMatchObject({ success: false, message: 'Please log in first.' })
})

test('by site: sorted by clicks, with earnings per click, totals and the meaning of the figures', async () => {
  const report = await read('type=site&begin=2026-03-01&end=2026-03-02')
  expect(report).toEqual({
    count: 2,
    report: [],
    transactions: [
      {
        site: 'Second',
        key: 'key00000000002',
        click_count: 40,
        total_transactions: 1,
        epc: '0.03',
        commission: '1.0001',
      },
      {
        site: 'First',
        key: 'key00000000001',
        click_count: 30,
        total_transactions: 4,
        epc: '0.33',
        commission: '10.0000',
      },
    ],
    totals: { click_count: 70, total_transactions: 5, epc: '0.16', commission: '11.0001' },
    previous: {
      begin: '2026-02-27',
      end: '2026-02-28',
      totals: { click_count: 0, total_transactions: 0, epc: '0.00', commission: '0.0000' },
      report: [],
    },
    type: 'site',
    sort: 'click_count',
    begin: '2026-03-01',
    end: '2026-03-02',
    today: toDay(now),
    date_type: 'click_date',
    time_zone: 'UTC',
    currency: 'USD',
    as_of: '2026-03-05T12:00:00.000Z',
  })
})

test('by date: sorted by commission, with every day of the range in the chart', async () => {
  const report = await read('type=date&begin=2026-02-27&end=2026-03-02')
  expect(report.sort).toBe('commission')
  expect(report.transactions.map((row) => row.unit)).toEqual(['2026-03-01', '2026-03-02'])
  expect(report.report).toEqual([
    { unit: '2026-02-27', c: '0.0000' },
    { unit: '2026-02-28', c: '0.0000' },
    { unit: '2026-03-01', c: '10.0001' },
    { unit: '2026-03-02', c: '1.0000' },
  ])
  const clicks = await read('type=date&begin=2026-03-01&end=2026-03-02&sort=click_count')
  expect(clicks.report.map((point) => point.c)).toEqual(['20', '50'])
  expect(clicks.transactions.map((row) => row.unit)).toEqual(['2026-03-02', '2026-03-01'])
})

test('by advertiser, sorted by transactions', async () => {
  const report = await read('type=advertiser&begin=2026-03-01&end=2026-03-02&sort=total_transactions')
  expect(report.transactions.map((row) => [row.advertiser__name, row.total_transactions])).toEqual([
    ['Alpha', 4],
    ['Beta', 1],
  ])
})

test('reports by site, date and advertiser add up to the same totals over all pages', async () => {
  for (const days of [0, 1, 6, 30, 364]) {
    const range = `begin=${addDays('2025-12-31', -days)}&end=2025-12-31`
    const totals = []
    for (const type of ['site', 'date', 'advertiser']) {
      const rows = await readAllRows(`type=${type}&${range}`)
      const report = await read(`type=${type}&${range}`)
      const clicks = rows.reduce((sum, row) => sum + row.click_count, 0)
      const commission = rows.reduce((sum, row) => sum + BigInt(row.commission.replace('.', '')), 0n)
      expect(report.count).toBe(rows.length)
      expect(report.totals.click_count).toBe(clicks)
      expect(BigInt(report.totals.commission.replace('.', ''))).toBe(commission)
      totals.push(report.totals)
    }
    expect(totals[1]).toEqual(totals[0])
    expect(totals[2]).toEqual(totals[0])
  }
})

test('equal rows keep their order from page to page', async () => {
  const units = (await readAllRows('type=date&begin=2025-01-01&end=2025-12-31&sort=total_transactions')).map(
    (row) => row.unit,
  )
  expect(new Set(units).size).toBe(units.length)
})

test('a page after the last is the last page', async () => {
  const report = await read('type=site&begin=2026-03-01&end=2026-03-02&page_number=9')
  expect(report).toMatchObject({ count: 2, totals: { click_count: 70 } })
  expect(report.transactions.map((row) => row.site)).toEqual(['Second', 'First'])
  const days = await read('type=date&begin=2025-01-01&end=2025-12-31&page_number=99')
  expect(days.transactions).toHaveLength(365 % 20)
})

test('a comparison has the period before of each row and each day', async () => {
  const sites = await read('type=site&begin=2026-03-02&end=2026-03-02&compare=1')
  expect(sites.transactions.map((row) => [row.site, row.click_count, row.previous?.click_count])).toEqual([
    ['Second', 30, 10],
    ['First', 20, 10],
  ])
  expect(sites.previous).toMatchObject({ begin: '2026-03-01', end: '2026-03-01', totals: { commission: '10.0001' } })
  const days = await read('type=date&begin=2026-03-02&end=2026-03-03&compare=1')
  expect(days.transactions.map((row) => [row.unit, row.previous?.commission])).toEqual([['2026-03-02', '0.0000']])
  expect(days.previous.report).toEqual([
    { unit: '2026-02-28', c: '0.0000' },
    { unit: '2026-03-01', c: '10.0001' },
  ])
})

test('a report is downloaded as CSV with all its rows', async () => {
  const url = `${downloadPerformanceCall.path}?type=advertiser&begin=2026-03-01&end=2026-03-02&bom=1`
  const { body, headers } = await server.inject({ url, cookies: { tandem_session: '1' } })
  expect(headers['content-disposition']).toContain('advertiser_report.csv')
  expect(body.split('\r\n')).toEqual([
    '\uFEFFadvertiser,advertiser_id,click_count,total_transactions,epc,commission',
    'Beta,2,40,1,0.03,1.0001',
    'Alpha,1,30,4,0.33,10.0000',
    '',
  ])
})

test('without a range: today and the six days before it', async () => {
  const report = await read('')
  expect(report.end).toBe(toDay(now))
  expect(report.begin).toBe(addDays(report.end, -6))
})

test("a report excludes another publisher's figures", async () => {
  const report = await read('type=site&begin=2026-03-01&end=2026-03-02', 2n)
  expect(report).toMatchObject({ count: 1, totals: { click_count: 999 } })
})

test.each([
  ['page_size=7', 'page_size', /page_size is one of 20, 30, 50/],
  ['page_size=20&page_size=30', 'page_size', /page_size is one of 20, 30, 50/],
  ['page_number=0', 'page_number', /whole number from 1/],
  ['sort=epc', 'sort', /sort is one of click_count, total_transactions, commission/],
  ['type=month', 'type', /type is one of site, date, advertiser/],
  ['begin=2026-03-02&end=2026-03-01', 'begin', /begin \(2026-03-02\) is after end \(2026-03-01\)/],
  ['begin=2098-01-01', 'begin', /is after end/],
  ['begin=2026-02-30', 'begin', /date that exists/],
  ['end=2026-13-01', 'end', /date that exists/],
  ['end=03/01/2026', 'end', /date that exists/],
  ['begin=0001-01-01', 'begin', /years 2000 to 2999/],
  ['end=9999-12-31', 'end', /years 2000 to 2999/],
  ['begin=2000-01-01&end=2026-01-01', 'begin', /3660 days at most/],
])('%s is refused with a message', async (query, field, message) => {
  const response = await server.inject({ url: `${getPerformanceCall.path}?${query}`, cookies: { tandem_session: '1' } })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ success: false, field })
  expect(response.json().message).toMatch(message)
})

async function read(query: string, publisherId = 1n): Promise<Performance> {
  const url = `${getPerformanceCall.path}?${query}`
  const response = await server.inject({ url, cookies: { tandem_session: String(publisherId) } })
  expect(response.json()).toMatchObject({ success: true })
  return response.json().data
}

async function readAllRows(query: string): Promise<Performance['transactions']> {
  const rows = []
  for (let page = 1; ; page++) {
    const report = await read(`${query}&page_size=50&page_number=${page}`)
    rows.push(...report.transactions)
    if (page * 50 >= report.count) return rows
  }
}

function publisherActor(publisherId: bigint): AccountActor {
  const email = `publisher${publisherId}@example.com`
  return { kind: 'account', accountId: publisherId, email, role: 'publisher', displayName: 'Publisher', publisherId }
}

async function insertCatalog(): Promise<bigint[]> {
  const { ownerDb } = database
  const createdAt = new Date('2025-01-01T00:00:00Z')
  const accounts = ['one@example.com', 'two@example.com'].map((email) => ({
    email,
    role: 'publisher' as const,
    displayName: email,
    reviewStatus: 'approved' as const,
    createdAt,
  }))
  const accountRows = await ownerDb.insertInto('account').values(accounts).returning('id').execute()
  const publishers = accountRows.map(({ id }, index) => ({ accountId: id, name: `Publisher ${index}`, createdAt }))
  const [publisher] = await ownerDb.insertInto('publisher').values(publishers).returning('id').execute()
  expect(publisher?.id).toBe(1n)
  const advertisers = ['Alpha', 'Beta'].map((name) => ({ name, website: 'https://example.com', createdAt }))
  await ownerDb.insertInto('advertiser').values(advertisers).execute()
  const sites = ['First', 'Second'].map((name, index) => {
    return { publisherId: 1n, key: `key0000000000${index + 1}`, name, url: 'https://example.com', createdAt }
  })
  const siteRows = await ownerDb.insertInto('site').values(sites).returning('id').execute()
  return siteRows.map((row) => row.id)
}

async function insertFigures(): Promise<void> {
  const [first = 0n, second = 0n] = siteIds
  const rows = [
    figures({ day: '2026-03-01', siteId: first, advertiserId: 1n, clicks: 10n, transactions: 3n, commission: 90_000n }),
    figures({ day: '2026-03-02', siteId: first, advertiserId: 1n, clicks: 20n, transactions: 1n, commission: 10_000n }),
    figures({
      day: '2026-03-01',
      siteId: second,
      advertiserId: 2n,
      clicks: 10n,
      transactions: 1n,
      commission: 10_001n,
    }),
    figures({ day: '2026-03-02', siteId: second, advertiserId: 2n, clicks: 30n }),
    // A day with only bot hits has no row in a report.
    figures({ day: '2026-02-28', siteId: second, advertiserId: 2n, hits: 12n }),
    figures({ day: '2026-03-01', siteId: 3n, advertiserId: 1n, clicks: 999n, publisherId: 2n }),
  ]
  for (let index = 0; index < 365; index++) {
    const count = BigInt((index * 7919) % 23)
    const advertiserId = BigInt(index % 2) + 1n
    rows.push(
      figures({
        day: addDays('2025-12-31', -index),
        siteId: first,
        advertiserId,
        clicks: count,
        commission: count * 333n,
      }),
      figures({ day: addDays('2025-12-31', -index), siteId: second, advertiserId: 1n, clicks: 5n, transactions: 1n }),
    )
  }
  await database.ownerDb.insertInto('rollupDay').values(rows).execute()
  await writeReports(database.db, rows)
  const asOf = new Date('2026-03-05T12:00:00Z')
  await database.ownerDb.insertInto('rollupProgress').values({ name: 'rollups', rebuiltUntil: asOf }).execute()
}

type Row = { day: string; siteId: bigint; advertiserId: bigint; publisherId?: bigint; hits?: bigint } & Partial<
  Record<'clicks' | 'transactions' | 'commission', bigint>
>

function figures(row: Row) {
  const { clicks = 0n, publisherId = 1n } = row
  const rest = { transactions: 0n, commission: 0n, cancelledTransactions: 0n, orderValue: 0n, hits: clicks }
  return { ...rest, ...row, clicks, publisherId }
}
