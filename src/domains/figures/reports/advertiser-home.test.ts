import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { addDays, listDays, toDay } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAdvertiser, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { getAdvertiserHomeCall } from './contract/advertiser.ts'
import type { AdvertiserHome } from './contract/advertiser.ts'
import { reportRoutes } from './routes.ts'
import { getMonthSoFar } from './rules/month-so-far.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let advertiser: AccountActor
let other: AccountActor
let publisherId: bigint

const today = toDay(new Date())
const month = getMonthSoFar(today)

/** A day with ten clicks, an order of 5.00 that costs 0.50, and one of 2.00 that is confirmed and costs 0.20 + 0.05. */
const figures = {
  clicks: 10n,
  transactions: 2n,
  cancelledTransactions: 1n,
  orderValue: 70_000n,
  commission: 7000n,
  confirmedTransactions: 1n,
  confirmedOrderValue: 20_000n,
  confirmedCommission: 2000n,
  fee: 500n,
}

beforeAll(async () => {
  server = await createTestServer(database.db, reportRoutes)
  const ctx = testContext(database.db)
  const made = [await makeAdvertiser(ctx), await makeAdvertiser(ctx)] as const
  ;[advertiser, other] = made
  const { advertiserId } = made[0]
  publisherId = (await makePublisher(ctx)).publisherId
  // The publisher sent its last click four days ago; all decided orders of the last four weeks were cancelled.
  const days = listDays({ from: addDays(today, -70), until: addDays(today, -3) })
  const totals = days.map((day) => ({ advertiserId, day, ...figures }))
  await database.db.insertInto('rollupAdvertiserTotal').values(totals).execute()
  await database.db
    .insertInto('rollupAdvertiser')
    .values(totals.map((row) => ({ ...row, publisherId })))
    .execute()
  const orders = { transactions: 7n, orderValue: 490_000n, commission: 49_000n }
  await database.db
    .insertInto('rollupStatus')
    .values(days.map((day) => ({ advertiserId, day, status: 'PENDING' as const, ...orders })))
    .execute()
  const decided = days.map((day) => {
    const status = day < addDays(today, -28) ? ('CONFIRMED' as const) : ('CANCELLED' as const)
    return { advertiserId, day, decidedOn: day, status, ...orders }
  })
  await database.db.insertInto('rollupCohort').values(decided).execute()
})

afterAll(() => server.close())

async function read(as: AccountActor): Promise<AdvertiserHome> {
  const response = await server.get(getAdvertiserHomeCall.path, { as })
  expect(response.statusCode).toBe(200)
  return response.json().data
}

test('sums up the month so far and as many days of the month before', async () => {
  const home = await read(advertiser)
  const count = (from: string, until: string) =>
    listDays({ from, until }).filter((day) => day < addDays(today, -3)).length
  const [now, before] = [month.month, month.before].map(({ from, until }) => count(from, until))
  expect(home.month).toMatchObject({ begin: month.month.from, end: today })
  expect(home.month.figures).toMatchObject({ click_count: 10 * (now ?? 0), cancelled_transactions: now })
  expect(home.before.figures).toMatchObject({
    click_count: 10 * (before ?? 0),
    total_transactions: 2 * (before ?? 0),
    approval_rate: '50.00',
    roas: '9.33',
    net_roas: '8.00',
    epc: '0.0700',
  })
})

test('quotes both figures of what is unusual', async () => {
  const { findings } = await read(advertiser)
  expect(findings).toEqual([
    { rule: 'revenue', outcome: 'anomaly', now: '196.0000', before: '343.0000', at_risk: '147.0000', publisher: null },
    { rule: 'reversals', outcome: 'anomaly', now: '100.00', before: '0.00', at_risk: '306.2500', publisher: null },
    { rule: 'no_clicks', outcome: 'too_little', now: null, before: null, at_risk: null, publisher: null },
    {
      rule: 'silent_publisher',
      outcome: 'anomaly',
      now: '0',
      before: '30',
      at_risk: '49.0000',
      publisher: { id: Number(publisherId), name: expect.any(String) },
    },
    { rule: 'conversion', outcome: 'too_little', now: null, before: null, at_risk: null, publisher: null },
  ])
})

test('says that a brand without figures has too little to compare', async () => {
  const home = await read(other)
  expect(home.findings.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'too_little'))
  expect(home.month.figures).toMatchObject({ click_count: 0, order_value: '0.0000', roas: null })
})
