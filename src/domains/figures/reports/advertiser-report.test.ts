import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { createGroup } from '#domains/programmes/rates/commands/groups.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAdvertiser, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { writeAdvertisers } from './commands/advertiser-statements.ts'
import {
  downloadAdvertiserReportCall,
  getAdvertiserReportCall,
  listCohortsCall,
  listReportDaysCall,
} from './contract/advertiser-report.ts'
import type { AdvertiserReport, ReportDays } from './contract/advertiser-report.ts'
import { reportRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let advertiser: AccountActor
let other: AccountActor
const publishers: { publisherId: bigint; siteId: bigint }[] = []

/** The first day of the present month. */
const month = `${toDay(new Date()).slice(0, 7)}-01`

const range = 'begin=2026-02-27&end=2026-03-02'

beforeAll(async () => {
  server = await createTestServer(database.db, reportRoutes)
  const ctx = testContext(database.db)
  const first = await makeAdvertiser(ctx)
  advertiser = first
  other = await makeAdvertiser(ctx)
  for (let index = 0; index < 2; index++) {
    const { publisherId } = await makePublisher(ctx)
    const site = { publisherId, key: `${index}`.repeat(16), name: `Site ${index}`, url: 'https://site.example/' }
    const { id: siteId } = await database.db
      .insertInto('site')
      .values({ ...site, createdAt: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    publishers.push({ publisherId, siteId })
  }
  const { advertiserId } = first
  const orders = { cancelledTransactions: 1n, confirmedTransactions: 1n, fee: 1000n }
  const money = { orderValue: 200_000n, commission: 20_000n, confirmedOrderValue: 90_000n, confirmedCommission: 8000n }
  const rows = ['2026-02-20', '2026-02-28', '2026-03-01'].flatMap((day, index) =>
    publishers.map((ids, place) => {
      const clicks = BigInt(10 * (index + 1) + place)
      return { ...ids, advertiserId, day, hits: clicks, clicks, transactions: 2n, ...orders, ...money }
    }),
  )
  await database.db.insertInto('rollupDay').values(rows).execute()
  await writeAdvertisers(database.db, rows)
  const tagged = { advertiserId, slot: 2, day: '2026-03-01', clicks: 5n, transactions: 1n, commission: 700n }
  await database.db
    .insertInto('rollupSubId')
    .values(publishers.map((ids, place) => ({ ...tagged, ...ids, subId: `mail-${place}` })))
    .execute()
  const counts = { advertiserId, orderValue: 30_000n, commission: 3000n }
  await database.db
    .insertInto('rollupCohort')
    .values([
      { ...counts, day: month, decidedOn: month, status: 'CONFIRMED', transactions: 6n },
      { ...counts, day: month, decidedOn: addDays(month, 40), status: 'CONFIRMED', transactions: 2n },
      { ...counts, day: addDays(month, 3), decidedOn: addDays(month, 40), status: 'CANCELLED', transactions: 1n },
    ])
    .execute()
  await database.db
    .insertInto('rollupStatus')
    .values([{ ...counts, day: month, status: 'PENDING', transactions: 3n }])
    .execute()
})

afterAll(() => server.close())

async function read(query: string, as = advertiser): Promise<AdvertiserReport> {
  const response = await server.get(`${getAdvertiserReportCall.path}?${query}`, { as })
  expect(response.statusCode).toBe(200)
  return response.json().data
}

const list = ({ rows }: AdvertiserReport) => rows.map(({ unit, figures }) => [unit, figures.click_count])

test('lists days, months, publishers and sites with the same totals', async () => {
  const ids = publishers.map(({ publisherId }) => String(publisherId))
  const sites = publishers.map(({ siteId }) => String(siteId))
  const [days, months, byPublisher, bySite] = await Promise.all(
    ['day', 'month', 'publisher', 'site'].map((group) => read(`${range}&group=${group}&compare=1`)),
  )
  if (!days || !months || !byPublisher || !bySite) throw new Error('a report is missing')
  expect(list(days)).toEqual([
    ['2026-03-01', 61],
    ['2026-02-28', 41],
  ])
  expect(list(months)).toEqual([
    ['2026-03-01', 61],
    ['2026-02-01', 41],
  ])
  expect(list(byPublisher)).toEqual([
    [ids[0], 50],
    [ids[1], 52],
  ])
  expect(list(bySite)).toEqual([
    [sites[0], 50],
    [sites[1], 52],
  ])
  expect(bySite.rows[0]?.publisher).toMatchObject({ id: Number(ids[0]) })
  for (const report of [days, months, byPublisher, bySite]) {
    expect(report.totals).toMatchObject({ click_count: 102, total_transactions: 8, cost: '8.4000', roas: '9.52' })
    expect(report.previous).toMatchObject({ begin: '2026-02-23', end: '2026-02-26', totals: { click_count: 0 } })
  }
})

test('compares each row with the period before', async () => {
  const { rows } = await read('begin=2026-02-25&end=2026-03-02&group=publisher&compare=1')
  expect(rows.map(({ previous }) => previous?.click_count)).toEqual([10, 11])
})

test('orders by each measure, also by quotients, and shows the last page for one beyond the end', async () => {
  const ids = publishers.map(({ publisherId }) => String(publisherId))
  const first = async (sort: string) => (await read(`${range}&sort=${sort}`)).rows[0]?.unit
  expect(await first('click_count')).toBe(ids[1])
  expect(await first('epc')).toBe(ids[0])
  const { rows, count } = await read(`${range}&group=day&page_size=20&page_number=9`)
  expect([rows.length, count]).toEqual([2, 2])
})

test('lists a measure on each day, beside the day as many days earlier', async () => {
  const readDays = async (query: string) => {
    const response = await server.get(`${listReportDaysCall.path}?${query}`, { as: advertiser })
    const { days } = response.json().data as ReportDays
    return days.map(({ day, value, before }) => [day, value, before])
  }
  expect(await readDays('begin=2026-02-27&end=2026-03-06&measure=click_count')).toEqual([
    ['2026-02-27', 0, 0],
    ['2026-02-28', 41, 21],
    ['2026-03-01', 61, 0],
    ...['02', '03', '04', '05', '06'].map((day) => [`2026-03-${day}`, 0, 0]),
  ])
  const ofOne = `begin=2026-02-28&end=2026-03-01&publisher_id=${publishers[0]?.publisherId}`
  expect(await readDays(`${ofOne}&measure=epc`)).toEqual([
    ['2026-02-28', '0.1000', null],
    ['2026-03-01', '0.0666', null],
  ])
})

test('limits a report to a publisher, and lists its sub ids', async () => {
  const [ada] = publishers
  const report = await read(`${range}&group=day&publisher_id=${ada?.publisherId}`)
  expect(list(report)).toEqual([
    ['2026-03-01', 30],
    ['2026-02-28', 20],
  ])
  const tagged = await read(`${range}&group=sub_id&slot=2&publisher_id=${ada?.publisherId}`)
  expect(list(tagged)).toEqual([['mail-0', 5]])
  expect(tagged.rows[0]?.figures).toMatchObject({ epc: '0.0140', order_value: null, roas: null })
})

test('lists what orders say of themselves on their own day, without clicks', async () => {
  const { advertiserId = 0n } = advertiser
  const sums = { advertiserId, cancelledTransactions: 1n, confirmedTransactions: 1n, fee: 1000n, commission: 20_000n }
  const order = { ...sums, confirmedOrderValue: 90_000n, confirmedCommission: 8000n, day: '2026-03-01' }
  const count = (dimension: 'country' | 'customer', value: string, transactions: bigint) => ({
    ...order,
    dimension,
    value,
    transactions,
    orderValue: transactions * 100_000n,
  })
  const rows = [count('country', 'DE', 2n), count('country', '', 1n), count('customer', 'NEW', 3n)]
  await database.db.insertInto('rollupOrder').values(rows).execute()
  const countries = await read(`${range}&group=country`)
  expect(countries.rows.map(({ unit, name, figures }) => [unit, name, figures.total_transactions])).toEqual([
    ['DE', 'Germany', 2],
    ['', '', 1],
  ])
  expect(countries.totals).toMatchObject({ total_transactions: 3, order_value: '30.0000', click_count: null })
  expect(countries.measures).not.toContain('conversion_rate')
  const buyers = await read(`${range}&group=customer`)
  expect(buyers.rows).toMatchObject([{ unit: 'NEW', figures: { total_transactions: 3 } }])
})

test('says of a report of orders until when they are counted, and nothing while earlier days are missing', async () => {
  const countedUntil = new Date('2026-04-01T00:00:00Z')
  const progress = { name: 'statuses' as const, countedUntil, ordersFrom: '2026-03-02' }
  await database.db.insertInto('rollupStatusProgress').values(progress).execute()
  expect((await read('begin=2026-03-02&end=2026-03-09&group=country')).as_of).toBe(countedUntil.toISOString())
  expect((await read('begin=2026-03-01&end=2026-03-09&group=country')).as_of).toBeNull()
  await database.db.deleteFrom('rollupStatusProgress').execute()
})

test('counts a publisher in each of its groups, and once in the total', async () => {
  const ctx = testContext(database.db)
  const { programId } = await createProgram(ctx, { advertiserId: advertiser.advertiserId ?? 0n, title: 'Groups' })
  const [ada, ben] = publishers
  if (!ada || !ben) throw new Error('A publisher is missing.')
  const member = { status: 'joined', requestedAt: ctx.now, decidedAt: ctx.now, decidedBy: null, programId } as const
  const members = publishers.map(({ publisherId }) => ({ ...member, publisherId }))
  await database.db.insertInto('membership').values(members).execute()
  for (const name of ['Gold', 'Blogs']) {
    const { groupId } = await createGroup(ctx, { programId, name })
    const added = { groupId, publisherId: ada.publisherId, addedAt: ctx.now }
    await database.db.insertInto('publisherGroupMember').values(added).execute()
  }
  const report = await read(`${range}&group=group&sort=click_count`)
  expect(report.rows.map(({ name, figures }) => [name, figures.click_count])).toEqual([
    ['', 52],
    ['Gold', 50],
    ['Blogs', 50],
  ])
  expect(report.totals.click_count).toBe(102)
})

describe('refuses', () => {
  test.each([
    ['countries of one publisher', `${range}&group=country&publisher_id=1`, 422],
    ['sub ids without a publisher', `${range}&group=sub_id`, 422],
    ['an unknown publisher', `${range}&publisher_id=999999`, 404],
    ['more days than a report of publishers covers', 'begin=2025-01-01&end=2026-01-01&group=publisher', 422],
    ['an unknown measure', `${range}&sort=profit`, 422],
  ])('%s', async (_name, query, status) => {
    const response = await server.get(`${getAdvertiserReportCall.path}?${query}`, { as: advertiser })
    expect(response.statusCode).toBe(status)
  })

  test('a publisher of another brand as an unknown one', async () => {
    const ask = (id: bigint | undefined) =>
      server.get(`${getAdvertiserReportCall.path}?${range}&publisher_id=${id}`, { as: other })
    const [known, unknown] = [await ask(publishers[0]?.publisherId), await ask(999_999n)]
    expect([known.statusCode, known.json().code]).toEqual([unknown.statusCode, unknown.json().code])
  })
})

test('shows another brand nothing', async () => {
  expect(await read(`${range}&group=day`, other)).toMatchObject({ count: 0, totals: { click_count: 0, roas: null } })
})

test('exports the rows of the filter', async () => {
  const file = await server.get(`${downloadAdvertiserReportCall.path}?${range}&group=day&sort=click_count`, {
    as: advertiser,
  })
  const [header, first] = file.body.split('\r\n')
  expect(header).toMatch(/^day,click_count,total_transactions,order_value,commission,fee,cost,/)
  expect(first).toMatch(/^2026-03-01,61,4,40.0000,4.0000,0.2000,4.2000,/)
})

test('lists the orders of a month by the month of their decision', async () => {
  const response = await server.get(listCohortsCall.path, { as: advertiser })
  expect(response.json().data.cohorts).toEqual([
    {
      month,
      orders: 12,
      pending: 3,
      order_value: '9.0000',
      decided: [
        { later: 0, confirmed: 6, cancelled: 0, confirmed_value: '3.0000' },
        { later: 1, confirmed: 2, cancelled: 1, confirmed_value: '3.0000' },
      ],
    },
  ])
})
