import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { advanceStatusCounts } from '#domains/orders/transactions/commands/count-statuses.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { testContext } from '#test/support/context.ts'
import { openCouponShop } from '#test/support/coupon-shop.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { advanceRollups } from './commands/advance-rollups.ts'
import { downloadAdvertiserReportCall, getAdvertiserReportCall, listCohortsCall } from './contract/advertiser-report.ts'
import type { AdvertiserReport, ClickMonthView } from './contract/advertiser-report.ts'
import { DATE_TYPES } from './contract/vocabulary.ts'
import type { DateType } from './contract/vocabulary.ts'
import { reportRoutes } from './routes.ts'

/** What became of an order. Its value is 100 USD, and after an amendment 60. */
const FATES = ['pending', 'confirmed', 'cancelled', 'amended'] as const

interface Order {
  clicked: Day
  placed: Day
  fate: (typeof FATES)[number]
  isByCoupon: boolean
}

const now = new Date()
const today = toDay(now)
/** The days between click and order; null for an order by coupon without a click. */
const DELAYS = [0, 1, null, 3, 8, 0, 26] as const
const DAYS = 40

const database = await openTestDatabase()
const orders: Order[] = []
let shop: Awaited<ReturnType<typeof openCouponShop>>
let server: Awaited<ReturnType<typeof createTestServer>>
let advertiser: AccountActor
let time = now

beforeAll(async () => {
  const since = new Date(now.getTime() - 100 * DAY_MS)
  shop = await openCouponShop(testContext(database.db, 'test', since), 'code_without_click', () => time)
  server = await createTestServer(database.db, reportRoutes)
  const account = { kind: 'account', role: 'advertiser', email: 'b@b.example', displayName: 'B' } as const
  advertiser = { ...account, accountId: 1n, advertiserId: shop.fixtures.advertiserId, teamRole: 'owner' }
  for (let index = 0; index < 70; index++) await recordOrder(index)
  await advanceStatusCounts(database.db, new Date(now.getTime() + 1000))
  await advanceRollups(database.db, new Date(now.getTime() + 1000))
})

afterAll(() => server.close())

async function recordOrder(index: number): Promise<void> {
  const delay = DELAYS[index % DELAYS.length] ?? null
  // Some orders a minute before midnight from a click shortly before, some a minute after it.
  const midnight = Date.parse(`${today}T00:00:00Z`) - ((index * 3) % DAYS) * DAY_MS
  time = new Date(index % 2 === 0 ? midnight - 60_000 : Math.min(midnight + 60_000, now.getTime()))
  const agoMs = delay === null ? 0 : delay * DAY_MS + 120_000
  const click_id = delay === null ? undefined : await shop.fixtures.makeClick({ agoMs })
  const outcome = await shop.send({ order_id: `o-${index}`, ...(click_id && { click_id }) })
  if (outcome.result !== 'recorded' || outcome.transactionId === null) throw new Error(`no order: ${outcome.result}`)
  const { transactionId } = outcome
  const fate = FATES[Math.floor(index / DELAYS.length) % FATES.length] ?? 'pending'
  await decide(transactionId, fate, delay === null ? shop.publisherId : shop.fixtures.publisherId)
  const placed = toDay(time)
  const clicked = toDay(new Date(time.getTime() - agoMs))
  orders.push({ clicked, placed, fate, isByCoupon: delay === null })
}

async function decide(transactionId: string, fate: Order['fate'], publisherId: bigint): Promise<void> {
  const ctx = testContext(database.db, 'test', now)
  const ids = { publisherId, transactionId, note: '' }
  if (fate === 'cancelled') await decideTransaction(ctx, { ...ids, action: 'cancel', reasonCode: 'OUT_OF_STOCK' })
  if (fate === 'confirmed' || fate === 'amended') await decideTransaction(ctx, { ...ids, action: 'confirm' })
  if (fate === 'amended') await decideTransaction(ctx, { ...ids, action: 'amend', orderValue: 600_000n })
}

async function read(query: string): Promise<AdvertiserReport> {
  const response = await server.get(`${getAdvertiserReportCall.path}?${query}`, { as: advertiser })
  expect(`${response.statusCode} ${query}`).toBe(`200 ${query}`)
  return response.json().data
}

interface Range {
  begin: Day
  end: Day
}

/** The orders of a range that are not cancelled, by one of their days. */
function find({ begin, end }: Range, dateType: DateType, publisherId?: bigint): Order[] {
  return orders.filter((order) => {
    const day = dateType === 'click_date' ? order.clicked : order.placed
    const isOf = publisherId === undefined || order.isByCoupon === (publisherId === shop.publisherId)
    return isOf && order.fate !== 'cancelled' && day >= begin && day <= end
  })
}

const ranges = fc
  .tuple(fc.integer({ min: 0, max: DAYS + 30 }), fc.integer({ min: 0, max: DAYS }))
  .map(([ago, length]) => ({ begin: addDays(today, -ago), end: addDays(today, length - ago) }))
const OF_PUBLISHER = ['day', 'month', 'site']
const groups = fc.constantFrom('day', 'month', 'publisher', 'group', 'site', 'event')

/** The figures of some orders, as a report has them. */
function sum(found: readonly Order[]) {
  const confirmed = found.filter(({ fate }) => fate === 'confirmed' || fate === 'amended')
  const value = found.reduce((all, { fate }) => all + (fate === 'amended' ? 60 : 100), 0)
  return {
    total_transactions: found.length,
    order_value: value.toFixed(4),
    confirmed_transactions: confirmed.length,
  }
}

test('orders of any period add up to one total by click day and to the other by order day', async () => {
  const check = async (range: Range, group: string, isOfPublisher: boolean) => {
    const publisherId = isOfPublisher && OF_PUBLISHER.includes(group) ? shop.fixtures.publisherId : undefined
    const clicked = find(range, 'click_date', publisherId)
    const placed = find(range, 'transaction_date', publisherId)
    const both = clicked.filter((order) => placed.includes(order)).length
    const ofPublisher = publisherId === undefined ? '' : `&publisher_id=${publisherId}`
    for (const dateType of DATE_TYPES) {
      const days = `begin=${range.begin}&end=${range.end}&date_type=${dateType}`
      const report = await read(`group=${group}&page_size=50&${days}${ofPublisher}`)
      expect(report.date_type).toBe(group === 'event' ? 'transaction_date' : dateType)
      const expected = report.date_type === 'click_date' ? clicked : placed
      expect(report.totals).toMatchObject(sum(expected))
      const ofRows = report.rows.reduce((all, { figures }) => all + Number(figures.total_transactions), 0)
      expect(ofRows).toBe(expected.length)
      const [later, earlier] = [clicked.length - both, placed.length - both]
      expect(report.order_days).toMatchObject({ both, later, earlier })
    }
  }
  await fc.assert(fc.asyncProperty(ranges, groups, fc.boolean(), check), { numRuns: 200 })
})

test('the orders of the test are of every kind, and the roll-ups count them as they are', async () => {
  const kinds = orders.map(({ clicked, placed, fate, isByCoupon }) => `${clicked === placed} ${isByCoupon} ${fate}`)
  expect(new Set(kinds).size).toBe(3 * FATES.length)
  expect(await listRollupDifferences(database.db)).toEqual([])
})

test('by order day nothing is divided by clicks, in the report and in its file', async () => {
  const { measures, totals } = await read('group=publisher&date_type=transaction_date')
  for (const measure of ['click_count', 'conversion_rate', 'epc'] as const) {
    expect(measures).not.toContain(measure)
    expect(totals[measure]).toBeNull()
  }
  const path = `${downloadAdvertiserReportCall.path}?group=day&date_type=transaction_date`
  const { headers, payload } = await server.get(path, { as: advertiser })
  expect(headers['content-disposition']).toContain('day_report_by_order_day.csv')
  expect(payload.split('\r\n')[0]).toMatch(/^day,total_transactions,order_value/)
})

test('sub ids keep the day of their click', async () => {
  const path = `group=sub_id&publisher_id=${shop.fixtures.publisherId}&date_type=transaction_date`
  expect(await read(path)).toMatchObject({ date_type: 'click_date', order_days: null })
})

test('says nothing of the two totals while earlier days are not counted', async () => {
  const days = `begin=${addDays(today, -20)}&end=${addDays(today, -10)}`
  const progress = database.db.updateTable('rollupStatusProgress')
  await progress.set({ ordersFrom: addDays(today, -15) }).execute()
  expect(await read(`group=day&date_type=transaction_date&${days}`)).toMatchObject({ order_days: null, as_of: null })
  await progress.set({ ordersFrom: null }).execute()
  expect(await read(`group=day&${days}`)).not.toMatchObject({ order_days: null })
})

test('lists the orders from the clicks of a month by the month of the order', async () => {
  const { json } = await server.get(listCohortsCall.path, { as: advertiser })
  const months: ClickMonthView[] = json().data.click_months
  const counted = orders.filter(({ fate }) => fate !== 'cancelled')
  const clicked = (month: Day) => counted.filter((order) => toMonth(order.clicked) === month)
  expect(months.map(({ month }) => month)).toEqual(
    [...new Set(counted.map((order) => toMonth(order.clicked)))].toSorted().toReversed(),
  )
  for (const { month, placed } of months) {
    expect(placed.reduce((all, part) => all + part.orders, 0)).toBe(clicked(month).length)
    const same = sum(clicked(month).filter((order) => toMonth(order.placed) === month))
    const [first] = placed.filter(({ later }) => later === 0)
    expect([first?.orders ?? 0, first?.order_value ?? '0.0000']).toEqual([same.total_transactions, same.order_value])
  }
})

const toMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
