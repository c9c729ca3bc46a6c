import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import { createGroup } from '#domains/programmes/rates/commands/groups.ts'
import { advanceRollups } from '#domains/figures/reports/commands/advance-rollups.ts'
import { advanceSubIds } from '#domains/figures/reports/commands/count-sub-ids.ts'
import { getAdvertiserReportCall, listCohortsCall } from '#domains/figures/reports/contract/advertiser-report.ts'
import type { AdvertiserReport, CohortView } from '#domains/figures/reports/contract/advertiser-report.ts'
import { ADVERTISER_REPORT_GROUPS, DATE_TYPES } from '#domains/figures/reports/contract/vocabulary.ts'
import type { DateType, ReportGroup } from '#domains/figures/reports/contract/vocabulary.ts'
import { hasDateTypes } from '#domains/figures/reports/rules/advertiser-report.ts'
import { reportRoutes } from '#domains/figures/reports/routes.ts'
import { advanceStatusCounts } from '#domains/orders/transactions/commands/count-statuses.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { receivePostback } from '#domains/orders/transactions/commands/receive-postback.ts'
import { transactionRoutes } from '#domains/orders/transactions/routes/transaction-routes.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, insertPublisher } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { buildCohortPath, buildRowsPath } from './row-path.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let fixtures: OrderFixtures
let advertiser: AccountActor
let other: AccountActor
let publishers: { publisherId: bigint; siteId: bigint }[]

const now = new Date()
const days = `begin=${addDays(toDay(now), -80)}&end=${toDay(now)}`

beforeAll(async () => {
  fixtures = await createOrderFixtures(database.db)
  server = await createTestServer(database.db, [...reportRoutes, ...transactionRoutes])
  const account = {
    kind: 'account',
    accountId: 1n,
    role: 'advertiser',
    email: 'b@b.example',
    displayName: 'B',
  } as const
  advertiser = { ...account, advertiserId: fixtures.advertiserId, teamRole: 'owner' }
  other = { ...advertiser, advertiserId: fixtures.otherAdvertiser.advertiserId }
  publishers = [fixtures, await makeSecond()]
  for (let index = 0; index < 20; index++) await recordOrder(index)
  await advanceStatusCounts(database.db, new Date(now.getTime() + 1000))
  await advanceRollups(database.db, new Date(now.getTime() + 1000))
  await advanceSubIds(database.db, new Date(now.getTime() + 1000))
})

afterAll(() => server.close())

/** Makes a publisher with a site, in a group of the programme. */
async function makeSecond() {
  const publisherId = await insertPublisher(database.db, 'Second')
  await joinGroup(publisherId)
  const site = { publisherId, key: '2'.repeat(16), name: 'Second', url: 'https://second.example/', createdAt: now }
  const { id: siteId } = await database.db.insertInto('site').values(site).returning('id').executeTakeFirstOrThrow()
  return { publisherId, siteId }
}

async function joinGroup(publisherId: bigint): Promise<void> {
  const ctx = testContext(database.db)
  const { id: programId } = await database.db
    .selectFrom('program')
    .select('id')
    .where('advertiserId', '=', fixtures.advertiserId)
    .executeTakeFirstOrThrow()
  const member = { programId, publisherId, requestedAt: ctx.now, decidedAt: ctx.now, decidedBy: null }
  await database.db
    .insertInto('membership')
    .values({ ...member, status: 'joined' })
    .execute()
  const { groupId } = await createGroup(ctx, { programId, name: 'Gold' })
  await database.db.insertInto('publisherGroupMember').values({ groupId, publisherId, addedAt: ctx.now }).execute()
}

/** Records an order, some days after its click, which says things of itself; decides two of three later on. */
async function recordOrder(index: number): Promise<void> {
  const orderedAt = new Date(now.getTime() - (70 - index * 3) * DAY_MS)
  const agoMs = now.getTime() - orderedAt.getTime() + (index % 4) * DAY_MS + 60_000
  const subs = index % 5 === 0 ? { furtherSubs: { sub2: `mail ${index % 4}` } } : {}
  const { publisherId, siteId } = publishers[index % 2] ?? fixtures
  const click_id = await fixtures.makeClick({ publisherId, agoMs, ...subs })
  await database.ownerDb
    .updateTable('click')
    .set({ country: index % 3 === 0 ? 'DE' : 'FR', device: 'tablet', promotionId: index % 6 === 0 ? 5n : null, siteId })
    .where('country', '=', 'GB')
    .execute()
  const facts = { ...(index % 2 && { coupon: `SAVE${index % 4}` }), ...(index % 3 && { customer_status: 'NEW' }) }
  const event = index % 7 === 0 ? 'lead' : 'sale'
  const order = { token: fixtures.token, click_id, order_id: `n-${index}`, amount: `${10 + index}`, event, ...facts }
  const ctx = { ...testContext(database.db), now: orderedAt }
  const postback = { channel: 'query' as const, parameters: order, isReadable: true }
  const outcome = await receivePostback(ctx, fixtures.source, postback)
  if (outcome.result !== 'recorded' || outcome.transactionId === null) throw new Error(`no order: ${outcome.result}`)
  const { transactionId } = outcome
  const ruleNo = [2, 0, 3, -1][index % 4]
  await database.ownerDb.updateTable('transaction').set({ ruleNo }).where('id', '=', transactionId).execute()
  if (index % 3 < 2) await decide(index, orderedAt, { publisherId, transactionId })
}

async function decide(
  index: number,
  orderedAt: Date,
  ids: { publisherId: bigint; transactionId: string },
): Promise<void> {
  const decision = index % 3 === 0 ? { action: 'confirm' as const } : { action: 'cancel' as const }
  const decidedAt = new Date(Math.min(now.getTime(), orderedAt.getTime() + (index % 3) * 20 * DAY_MS + DAY_MS))
  const reason = decision.action === 'cancel' ? { reasonCode: 'OUT_OF_STOCK' as const } : {}
  const ctx = { ...testContext(database.db), now: decidedAt }
  await decideTransaction(ctx, { ...ids, ...decision, ...reason, note: '' })
}

async function read<T>(address: string, as = advertiser): Promise<T> {
  const response = await server.get(address, { as })
  expect(`${response.statusCode} ${address}`).toBe(`200 ${address}`)
  return response.json().data
}

/** Opens the address of a number, and answers what the list and its cards show. */
async function open(path: string, as = advertiser) {
  const search = path.slice(path.indexOf('?') + 1)
  const summary = await read<{ count: number; total_order_value: string; total_earnings: string }>(
    `/api/v1/brand/transactions/summary?${search}`,
    as,
  )
  const list = await read<{ transactions: { status: string }[] }>(
    `/api/v1/brand/transactions?page_size=50&${search}`,
    as,
  )
  return { ...summary, rows: list.transactions.length }
}

const MEASURES = ['total_transactions', 'confirmed_transactions', 'cancelled_transactions'] as const

const reports = ADVERTISER_REPORT_GROUPS.flatMap((group): [ReportGroup, DateType][] =>
  DATE_TYPES.filter((type) => type === 'click_date' || hasDateTypes(group)).map((type) => [group, type]),
)

test.each(reports)('every number by %s and %s leads to as many orders with the same sums', async (group, dateType) => {
  const ofPublisher = group === 'sub_id' ? `&slot=2&publisher_id=${fixtures.publisherId}` : ''
  const search = `group=${group}&date_type=${dateType}&${days}${ofPublisher}`
  const report = await read<AdvertiserReport>(`${getAdvertiserReportCall.path}?${search}`)
  expect(report.rows.length).toBeGreaterThan(group === 'device' ? 0 : 1)
  for (const row of [...report.rows, undefined]) {
    const figures = row?.figures ?? report.totals
    for (const measure of MEASURES) {
      const path = buildRowsPath(report, row, measure)
      if (figures[measure] === null || path === undefined) continue
      expect([path, await open(path)]).toMatchObject([path, { count: figures[measure], rows: figures[measure] }])
    }
    const path = buildRowsPath(report, row, 'order_value')
    if (path === undefined) continue
    const { total_order_value: value, total_earnings: commission } = await open(path)
    expect([path, commission]).toEqual([path, figures.commission])
    expect([path, value]).toEqual([path, figures.order_value ?? value])
  }
})

test('every number of orders by the month of their decision leads to as many orders', async () => {
  const { cohorts } = await read<{ cohorts: CohortView[] }>(listCohortsCall.path)
  expect(cohorts.length).toBeGreaterThan(1)
  for (const { month, orders, pending, order_value: value, decided } of cohorts) {
    expect(await open(buildCohortPath(month))).toMatchObject({ count: orders, rows: orders })
    expect(await open(buildCohortPath(month, 'PENDING'))).toMatchObject({ count: pending, rows: pending })
    expect(await open(buildCohortPath(month, 'NOT_CANCELLED'))).toMatchObject({ total_order_value: value })
    for (const { later, confirmed, confirmed_value: worth } of decided) {
      const opened = await open(buildCohortPath(month, 'CONFIRMED', { from: later, until: later + 1 }))
      expect(opened).toMatchObject({ count: confirmed, rows: confirmed, total_order_value: worth })
    }
  }
})

test('what another brand has named lists nothing, under no name', async () => {
  const { rows } = await read<AdvertiserReport>(`${getAdvertiserReportCall.path}?group=group&${days}`)
  const gold = rows.find(({ name }) => name === 'Gold')?.unit
  const address = `/api/v1/brand/transactions?${days}&dimension=group&value=${gold}`
  expect(await read(address)).toMatchObject({ value_name: 'Gold' })
  expect(await read(address, other)).toMatchObject({ value_name: null, transactions: [] })
})

test.each(['T1', 'foo!', 'de'])('a country %s that no click has names and lists nothing', async (value) => {
  const address = `/api/v1/brand/transactions?${days}&dimension=country&value=${value}`
  expect(await read(address)).toMatchObject({ value_name: null, transactions: [] })
})
