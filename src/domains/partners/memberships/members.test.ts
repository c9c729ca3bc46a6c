import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeMember, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import type { HistoryLine } from '#domains/programmes/history/contract.ts'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { createGroup } from '#domains/programmes/rates/commands/groups.ts'
import { memberRoutes } from './routes/member-routes.ts'
import { relationshipRoutes } from './routes/relationship-routes.ts'

const path = '/api/v1/brand/publishers'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let shop: Awaited<ReturnType<typeof makeProgram>>
/** Three publishers: with the largest order value, with a few orders, and dormant. */
let ids: [large: number, small: number, dormant: number]

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, [...memberRoutes, ...relationshipRoutes])
  shop = await makeProgram(ctx, { joinMode: 'auto' })
  ids = [await join(), await join(), await join()]
  await count(ids[0], { ago: 3, clicks: 100, orders: 4, value: 400 })
  await count(ids[0], { ago: 300, clicks: 10, orders: 1, value: 9000 })
  await count(ids[1], { ago: 10, clicks: 500, orders: 2, value: 30 })
  await count(ids[1], { ago: 1, clicks: 5, orders: 0, value: 0 })
  await count(ids[2], { ago: 60, clicks: 50, orders: 3, value: 70 })
})
afterAll(() => server.close())

async function join(): Promise<number> {
  const { publisherId } = await makePublisher(ctx)
  await requestJoin(ctx, { programId: shop.programId, publisherId, message: 'Hello' })
  return Number(publisherId)
}

/** Inserts the figures of a day; one order more was cancelled, of each other one is confirmed. */
async function count(publisherId: number, day: { ago: number; clicks: number; orders: number; value: number }) {
  const on = addDays(toDay(ctx.now), -day.ago)
  const [value, cancelled] = [day.value * 10_000, Math.min(1, day.orders)]
  await sql`
    INSERT INTO rollup_advertiser (publisher_id, day, advertiser_id, clicks, transactions, cancelled_transactions,
      order_value, commission, confirmed_transactions, confirmed_order_value, confirmed_commission, fee)
    VALUES (${publisherId}, ${on}, ${shop.advertiserId}, ${day.clicks}, ${day.orders}, ${cancelled}, ${value},
      ${value / 10}, ${Math.floor(day.orders / 2)}, 0, 0, 0)`.execute(database.ownerDb)
}

const get = async (address: string) => (await server.get(address, { as: shop.advertiser })).json().data
const list = async (query = '') => {
  const { publishers } = await get(`${path}?${query}`)
  return publishers.map(({ publisher_id: id }: { publisher_id: number }) => id)
}
const label = async (body: object) => (await server.post(`${path}/label`, { as: shop.advertiser, json: body })).json()

test('lists publishers with their figures of the last 30 days and the day of the last order', async () => {
  const [large, small, dormant] = ids
  const { count: total, publishers } = await get(path)
  expect(total).toBe(3)
  expect(publishers).toMatchObject([
    {
      publisher_id: large,
      figures: { click_count: 100, total_transactions: 4, order_value: '400.0000', reversal_rate: '33.33' },
      last_order_on: addDays(toDay(ctx.now), -3),
    },
    { publisher_id: small, last_order_on: addDays(toDay(ctx.now), -10) },
    { publisher_id: dormant, figures: { click_count: 0, reversal_rate: null } },
  ])
  expect(await list('sort=click_count')).toEqual([small, large, dormant])
  expect(await list('sort=last_order')).toEqual([large, small, dormant])
  expect(await list('sort=reversal_rate&page_size=10')).toEqual([small, large, dormant])
})

test('filters by activity, group, tag and name', async () => {
  const [large, small, dormant] = ids
  expect(await list('activity=dormant')).toEqual([dormant])
  expect(await list('activity=active')).toEqual([large, small])
  expect(await list('status=left')).toEqual([])
  await label({ act: 'add', kind: 'tag', name: 'blogs', publishers: [dormant] })
  expect(await label({ act: 'add', kind: 'tag', name: 'blogs', publishers: [large, dormant] })).toEqual({
    success: true,
    changed: 2,
    // The one that had the tag before keeps it.
    undo: { act: 'remove', kind: 'tag', name: 'blogs', publishers: [large] },
  })
  await label({ act: 'add', kind: 'group', name: 'Gold', publishers: [small] })
  expect(await list('tag=blogs')).toEqual([large, dormant])
  const { groups, tags, publishers } = await get(path)
  expect(groups).toMatchObject([{ name: 'Gold', members: 1 }])
  expect(tags).toEqual(['blogs'])
  expect(publishers[1]).toMatchObject({ groups: [{ name: 'Gold' }], tags: [] })
  expect(await list(`group_id=${groups[0].id}`)).toEqual([small])
  // All of the filter, into the group that exists.
  expect(await label({ act: 'add', kind: 'group', name: 'gold', matching: { activity: 'active' } })).toMatchObject({
    changed: 2,
  })
  expect(await list(`group_id=${groups[0].id}`)).toEqual([large, small])
  const { undo } = await label({ act: 'remove', kind: 'tag', name: 'blogs', matching: {} })
  expect(await list('tag=blogs')).toEqual([])
  await label(undo)
  expect(await list('tag=blogs')).toEqual([large, dormant])
  expect(await label(undo)).toMatchObject({ undo: null })
})

test('labels no publisher of another programme, and exports what the filter shows', async () => {
  const stranger = await makePublisher(ctx)
  const named = { act: 'add', kind: 'tag', name: 'x', publishers: [Number(stranger.publisherId)] }
  expect(await label(named)).toMatchObject({ changed: 0 })
  expect(await label({ act: 'add', kind: 'tag', name: 'x' })).toMatchObject({ field: 'publishers' })
  const file = await server.get(`${path}/download?activity=dormant`, { as: shop.advertiser })
  const lines = file.body.trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(String(ids[2]))
})

test('shows a relationship with its months, events and notes', async () => {
  const [large] = ids
  await server.post(`${path}/${large}/notes`, { as: shop.advertiser, json: { text: 'Met in Berlin' } })
  const relation = await get(`${path}/${large}`)
  expect(relation).toMatchObject({
    member: { publisher_id: large, figures: { total_transactions: 4 } },
    events: [
      { kind: 'request', text: 'Hello' },
      { kind: 'approve', acted_as: 'system' },
    ],
    notes: [{ text: 'Met in Berlin' }],
    decisions: ['suspend'],
    claims: [],
    rates: [],
  })
  expect(relation.months.length).toBe(2)
  const acts = relation.history.map((act: HistoryLine) => [act.action, act.details.group ?? act.details.tag])
  expect(acts).toContainEqual(['publisher_group.add', 'Gold'])
  expect(acts.filter(([, name]: string[]) => name === 'blogs').map(([action]: string[]) => action)).toEqual([
    'publisher_tag.add',
    'publisher_tag.remove',
    'publisher_tag.add',
  ])
  expect(relation.history[0]).toMatchObject({ acted_as: 'advertiser', acted_by: shop.advertiser.displayName })
  const other = await makeProgram(ctx)
  const answer = await server.get(`${path}/${large}`, { as: other.advertiser })
  expect(answer.statusCode).toBe(404)
})

test('an agency changes no group that a rate names, whether present, planned or in the draft', async () => {
  const { programId, advertiserId } = shop
  const as = await makeMember(ctx, { advertiserId, role: 'agency' })
  const publishers = [ids[0]]
  const put = async (name: string, act = 'add') =>
    (await server.post(`${path}/label`, { as, json: { act, kind: 'group', name, publishers } })).json()
  const ratesOf = (groupId: bigint) => {
    return { event: 'sale', publisherId: null, groupId, productGroup: null, region: null, customer: null }
  }
  const rate = { kind: 'percent', ratePpm: 60_000 } as const
  const { groupId: planned } = await createGroup(ctx, { programId, name: 'Planned' })
  const { groupId: drafted } = await createGroup(ctx, { programId, name: 'Drafted' })
  for (const name of ['Planned', 'Drafted', 'Fresh']) expect(await put(name)).toMatchObject({ changed: 1 })
  await addTerms(ctx, {
    programId,
    windowDays: 30,
    validationDays: 30,
    effectiveFrom: new Date(ctx.now.getTime() + DAY_MS),
    rates: [{ event: 'sale', ...rate }],
    rules: [{ ...ratesOf(planned), number: 1, rate, startsAt: null, endsAt: null }],
  })
  const line = { ...ratesOf(drafted), groupId: String(drafted), kind: 'percent', value: '60000' }
  await sql`INSERT INTO terms_draft (program_id, revision, lines, changed_at)
    VALUES (${programId}, 1, ${JSON.stringify([line])}::jsonb, ${ctx.now})`.execute(database.db)
  for (const name of ['Planned', 'planned', 'Drafted']) {
    expect(await put(name)).toMatchObject({ code: 'membership.priced_group' })
    expect(await put(name, 'remove')).toMatchObject({ code: 'membership.priced_group' })
  }
  expect(await put('Fresh', 'remove')).toMatchObject({ changed: 1 })
  expect(await label({ act: 'remove', kind: 'group', name: 'Planned', publishers })).toMatchObject({ changed: 1 })
})
