import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceClosing } from '#domains/programmes/closings/commands/close-program.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { changeMembers, createGroup } from '#domains/programmes/rates/commands/groups.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { insertPublisher } from '#test/support/order-fixtures.ts'
import { createRatedAdvertiser, percent, saleRate } from '#test/support/rated-advertiser.ts'
import { createTestServer } from '#test/support/test-server.ts'
import type { OwnRatesView } from './contract/notices.ts'
import type { CalculatorView } from './contract/price.ts'
import { noticeRoutes } from './routes/notice-routes.ts'
import { priceRoutes } from './routes/price-routes.ts'
import { readBasket, readInstant } from './rules/basket.ts'
import { isWithdrawn } from './rules/notice.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, [...noticeRoutes, ...priceRoutes])
})
afterAll(() => server.close())

const anna = { kind: 'account', email: 'anna@brook.example', displayName: 'Anna' } as const
const asAdvertiser = (advertiserId: bigint): AccountActor => ({
  ...anna,
  accountId: 1n,
  role: 'advertiser',
  advertiserId,
})

async function asPublisher(publisherId: bigint): Promise<AccountActor> {
  const { accountId } = await database.db
    .selectFrom('publisher')
    .select('accountId')
    .where('id', '=', publisherId)
    .executeTakeFirstOrThrow()
  return { ...anna, accountId, role: 'publisher', publisherId }
}

describe('a change of rates', () => {
  test('is acknowledged by the publisher once, and its brand sees by whom', async () => {
    const { advertiserId, publisherId, join, save, publish } = await createRatedAdvertiser(ctx)
    const second = await insertPublisher(database.db, 'Second')
    await join(second)
    await save(0, { rate: percent(8) }, saleRate)
    const { version } = await publish(ctx, 1)
    const [as, path] = [await asPublisher(publisherId), `/api/v1/advertiser/${advertiserId}/rates`]
    const read = async () => (await server.get(path, { as })).json<{ data: OwnRatesView }>().data
    const changes = async () => (await server.get('/api/v1/advertiser/rate-changes', { as })).json()
    expect(await read()).toMatchObject({
      membership: 'joined',
      notices: [{ version, is_cut: true, is_withdrawn: false, acknowledged_at: null }],
      scheduled: { rates: expect.arrayContaining([expect.objectContaining({ action_type: 'sale', text: '8%' })]) },
    })
    expect(await changes()).toMatchObject({ data: [{ advertiser_id: Number(advertiserId), is_cut: true }] })
    const acknowledge = (of: number) => server.post(`${path}/acknowledge`, { as, json: { version: of } })
    expect((await acknowledge(version + 1)).statusCode).toBe(404)
    expect((await acknowledge(version)).statusCode).toBe(200)
    const first = (await read()).notices[0]?.acknowledged_at
    expect((await acknowledge(version)).statusCode).toBe(200)
    expect((await read()).notices[0]?.acknowledged_at).toBe(first)
    expect(await changes()).toMatchObject({ data: [] })
    const advertiser = asAdvertiser(advertiserId)
    const list = await server.get('/api/v1/brand/rates/notices', { as: advertiser })
    expect(list.json()).toMatchObject({
      data: { version, count: 2, versions: [{ told: 2, acknowledged: 1 }], publishers: [{ name: 'Second' }, {}] },
    })
    const open = await server.get('/api/v1/brand/rates/notices?filter=open', { as: advertiser })
    expect(open.json()).toMatchObject({ data: { count: 1, publishers: [{ publisher_id: Number(second) }] } })
    const csv = await server.get('/api/v1/brand/rates/notices/download', { as: advertiser })
    expect(csv.body.trim().split('\r\n')).toHaveLength(3)
    const lines = await database.db
      .selectFrom('auditLine')
      .select('action')
      .where('action', '=', 'terms.acknowledge')
      .execute()
    expect(lines).toHaveLength(1)
  })
})

test('a publisher reads of its rates from when on the programme is closed', async () => {
  const { advertiserId, publisherId, programId } = await createRatedAdvertiser(ctx)
  const as = await asPublisher(publisherId)
  const read = async () =>
    (await server.get(`/api/v1/advertiser/${advertiserId}/rates`, { as })).json<{ data: OwnRatesView }>().data
  expect(await read()).toMatchObject({ closes_at: null, is_closed: false })
  const day = addDays(toDay(ctx.now), 20)
  const closesAt = startOfDay(day).toISOString()
  await announceClosing(ctx, { advertiserId, day })
  expect(await read()).toMatchObject({ closes_at: closesAt, is_closed: false })
  await updateProgram(ctx, { programId, status: 'closed' })
  expect(await read()).toMatchObject({ closes_at: ctx.now.toISOString(), is_closed: true })
  await updateProgram(ctx, { programId, status: 'open' })
  expect(await read()).toMatchObject({ closes_at: closesAt, is_closed: false })
})

describe('the calculator', () => {
  test('names the rate that decides and those that lose, and no group to a publisher', async () => {
    const { advertiserId, publisherId, programId, save, publish } = await createRatedAdvertiser(ctx)
    const { groupId } = await createGroup(ctx, { programId, name: 'Gold' })
    await changeMembers(ctx, { programId, groupId, publisherIds: [publisherId], isMember: true })
    await save(0, { groupId, rate: percent(12) })
    await save(1, { groupId, productGroup: 'Shoes', rate: percent(20) })
    await publish({ ...ctx, now: new Date(Date.now() - 30_000) }, 2)
    const price = async (address: string, as: AccountActor) =>
      (await server.get(address, { as })).json<{ data: CalculatorView }>().data
    const basket = 'action_type=sale&items=Shoes:40.00|Hats:60.00'
    const advertiser = asAdvertiser(advertiserId)
    const found = await price(`/api/v1/brand/rates/price?${basket}&publisher_id=${publisherId}`, advertiser)
    expect(found.price).toMatchObject({
      commission: '15.2000',
      parts: [
        {
          product_group: 'Shoes',
          commission: '8.0000',
          winner: { text: '20%', audience_name: 'Gold' },
          losers: [
            { text: '12%', reason: 'less_specific' },
            { text: '10%', reason: 'less_specific' },
          ],
        },
        { product_group: 'Hats', commission: '7.2000', winner: { text: '12%' } },
      ],
    })
    const own = await price(`/api/v1/advertiser/${advertiserId}/price?${basket}`, await asPublisher(publisherId))
    expect(own.price?.commission).toBe('15.2000')
    expect(JSON.stringify(own)).not.toContain('Gold')
    expect((await price(`/api/v1/brand/rates/price?${basket}`, advertiser)).price?.commission).toBe('10.0000')
    for (const [query, problem] of [
      [`${basket}&publisher_id=999999`, 'publisher'],
      [`${basket}&at=2001-01-01`, 'no_terms'],
      ['action_type=none&items=5', 'event'],
      ['action_type=sale&items=five', 'items'],
      ['action_type=sale', 'no_items'],
    ]) {
      expect(await price(`/api/v1/brand/rates/price?${query}`, advertiser)).toMatchObject({ problem, price: null })
    }
  })
})

test.each<[string, ReturnType<typeof readBasket>]>([
  ['', []],
  ['49.90', [{ group: null, amount: 499_000n }]],
  [
    'Shoes: 40\n Hats:60.5 ',
    [
      { group: 'Shoes', amount: 400_000n },
      { group: 'Hats', amount: 605_000n },
    ],
  ],
  [
    'Shoes:40|5',
    [
      { group: 'Shoes', amount: 400_000n },
      { group: null, amount: 50_000n },
    ],
  ],
  ['a:b:1', [{ group: 'a:b', amount: 10_000n }]],
  ['Shoes', undefined],
  ['Shoes: -1', undefined],
  ['1,000.00', undefined],
  [`${'x'.repeat(61)}:1`, undefined],
])('a basket of %j', (text, items) => {
  expect(readBasket(text)).toEqual(items)
})

test.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T14:30', '2026-11-20T14:30:00.000Z'],
  ['2026-02-30', undefined],
  ['2026-11-20T25:00', undefined],
  ['tomorrow', undefined],
])('the time %s', (text, instant) => {
  expect(readInstant(text)?.toISOString()).toBe(instant)
})

test('a version is withdrawn if a later one begins no later', () => {
  const at = (version: number, day: number) => ({ version, effectiveFrom: new Date(Date.UTC(2026, 10, day)) })
  expect(isWithdrawn(at(2, 20), [at(1, 1), at(2, 20), at(3, 10)])).toBe(true)
  expect(isWithdrawn(at(2, 20), [at(1, 1), at(2, 20), at(3, 21)])).toBe(false)
})
