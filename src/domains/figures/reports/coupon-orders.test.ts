import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CouponRule } from '#domains/programmes/programs/rules.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openCouponShop } from '#test/support/coupon-shop.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { listRollupDifferences } from '#test/support/rollups.ts'
import { advanceRollups } from './commands/advance-rollups.ts'
import type { Performance } from './contract/calls.ts'
import { reportRoutes } from './routes.ts'

const CLICKED_AGO_DAYS = 2
const now = new Date()
const today = toDay(now)
const clickDay = addDays(today, -CLICKED_AGO_DAYS)

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db, 'test', now)
  server = await createTestServer(database.db, reportRoutes)
})
afterAll(() => server.close())

const codeOwner = (transactions: number) => [{ name: 'Codes', day: today, clicks: 0, transactions }]
const clickOwner = (transactions: number) => [{ name: 'Notes', day: clickDay, clicks: 1, transactions }]

test.each<[CouponRule, { byCode: object[]; byClick: object[] }]>([
  ['code_wins', { byCode: codeOwner(2), byClick: clickOwner(0) }],
  ['code_without_click', { byCode: codeOwner(1), byClick: clickOwner(1) }],
  ['never', { byCode: [], byClick: clickOwner(1) }],
])('an order with a code, and one with a code and a click, are reported by the rule %s', async (rule, expected) => {
  const { fixtures, publisherId, send } = await openCouponShop(ctx, rule, () => now)
  const click_id = await fixtures.makeClick({ agoMs: CLICKED_AGO_DAYS * DAY_MS })
  await markLate(new Date(now.getTime() - CLICKED_AGO_DAYS * DAY_MS))
  await send({ order_id: `${rule}-1` })
  await send({ order_id: `${rule}-2`, click_id })
  await advanceRollups(database.db, new Date(now.getTime() + 1000))
  expect({ byCode: await readReport(publisherId), byClick: await readReport(fixtures.publisherId) }).toEqual(expected)
  expect(await listRollupDifferences(database.db)).toEqual([])
})

/** Marks the hour of a click that arrives after the roll-ups have passed it, as the spool replayer does. */
async function markLate(clickedAt: Date): Promise<void> {
  const hour = new Date(clickedAt)
  hour.setUTCMinutes(0, 0, 0)
  await database.db.insertInto('lateClickHour').values({ hour, markedAt: now }).execute()
}

/** Reads a publisher's reports by site and by day. Each publisher has one site, and its figures are all of one day. */
async function readReport(publisherId: bigint) {
  const account = { accountId: publisherId, email: 'codes@publisher.example', displayName: 'Codes' }
  const actor: AccountActor = { kind: 'account', role: 'publisher', publisherId, ...account }
  const read = async (type: string) => {
    const path = `/api/v1/report/publishers/me/performance?type=${type}&begin=${clickDay}&end=${today}`
    return (await server.get(path, { as: actor })).json<{ data: Performance }>().data.transactions
  }
  const [sites, days] = [await read('site'), await read('date')]
  return sites.map(({ site, click_count: clicks, total_transactions: transactions, commission }, index) => {
    expect(days[index]).toMatchObject({ click_count: clicks, total_transactions: transactions, commission })
    return { name: site, day: days[index]?.unit, clicks, transactions }
  })
}
