import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginState, endState } from '#domains/people/account-states/commands/change-state.ts'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { addDays, toDay } from '#kernel/days.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makePublisher } from '#test/support/network-fixtures.ts'
import { openPromotions } from '#test/support/promotions.ts'
import { findCouponOwner } from './queries/coupon-owners.ts'

const today = toDay(new Date())

const database = await openTestDatabase()
const { ctx, server, openShop } = await openPromotions(database.db)
let operator: AccountActor

beforeAll(async () => {
  operator = await makeAccount(ctx, 'operator')
})
afterAll(() => server.close())

async function openSite(programId?: bigint) {
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  const { key, siteId } = await createSite(ctx, { publisherId, name: 'Notes', url: 'https://notes.example' })
  if (programId !== undefined) await requestJoin(ctx, { programId, publisherId, message: '' })
  const list = async (query = '') =>
    (await server.get(`/api/v1/promotion/list?${query}`, { as: publisher })).json().data
  return { publisher, publisherId, key, siteId, list }
}

describe('an advertiser', () => {
  test('creates, changes and ends its promotions, each with an audit line', async () => {
    const shop = await openShop()
    const { promotion_id: id } = await shop.post(shop.input)
    expect(await shop.list()).toMatchObject([
      { id, type: 'coupon', coupon: 'Run10', state: 'active', start: today, end: null, owner: null },
    ])
    const change = { ...shop.input, title: '15 % off', start: addDays(today, 1), end: addDays(today, 2) }
    expect(await shop.post(change, `${shop.path}/${id}`)).toEqual({ success: true })
    expect(await shop.list(operator)).toMatchObject([{ title: '15 % off', state: 'scheduled', end: change.end }])
    await shop.post({}, `${shop.path}/${id}/end`)
    expect(await shop.list()).toMatchObject([{ state: 'ended' }])
    const lines = await ctx.db
      .selectFrom('auditLine')
      .select('action')
      .where('target', '=', `promotion:${id}`)
      .execute()
    expect(lines.map(({ action }) => action)).toEqual(['promotion.create', 'promotion.update', 'promotion.end'])
  })

  test.each([
    ['a coupon without a code', { code: '' }, 'code'],
    ['a code with a blank', { code: 'RUN 10' }, 'code'],
    ['a deal with a code', { type: 'deal' }, 'code'],
    ['a host that is not declared', { url: 'https://elsewhere.example/' }, 'url'],
    ['an address with another scheme', { url: 'javascript:alert(1)' }, 'url'],
    ['a day that does not exist', { start: '2026-02-30' }, 'start'],
    ['an end before the start', { start: today, end: addDays(today, -1) }, 'end'],
    ['an end before today', { end: addDays(today, -1) }, 'end'],
    ['an unknown category', { category: 'sports' }, 'category'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
  ])('is told at the field about %s, and nothing is stored', async (_, wrong, field) => {
    const shop = await openShop()
    const answer = await server.post(shop.path, { as: shop.owner, json: { ...shop.input, ...wrong } })
    expect([answer.statusCode, answer.json().field]).toEqual([422, field])
    expect(await shop.list()).toEqual([])
  })

  test('is told about a port of its host that is not declared', async () => {
    const shop = await openShop()
    const onPort = { ...shop.input, url: `https://${shop.host}:8443/shoes` }
    expect(await shop.post(onPort)).toMatchObject({ field: 'url', message: expect.stringContaining(':8443') })
    await declareDomain(ctx, { advertiserId: shop.advertiserId, host: `${shop.host}:8443` })
    expect(await shop.post(onPort)).toMatchObject({ success: true })
  })

  test('is told about an address that becomes too long by its encoding', async () => {
    const shop = await openShop()
    const url = `${shop.input.url}/${'é'.repeat(700)}`
    expect(await shop.post({ ...shop.input, url })).toMatchObject({ success: false, field: 'url' })
  })

  test('cannot create the same promotion twice', async () => {
    const shop = await openShop()
    const answers = await Promise.all([shop.post(shop.input), shop.post(shop.input)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await shop.list()).toHaveLength(1)
  })

  test('gets the same answer about the promotions of another advertiser as about none', async () => {
    const [mine, other] = await Promise.all([openShop(), openShop()])
    const { promotion_id: id } = await other.post(other.input)
    for (const path of [other.path, `${other.path}/${id}`, `${mine.path}/${id}`]) {
      const foreign = await server.get(path, { as: mine.owner })
      const unknown = await server.get('/api/v1/advertiser/987654/promotions', { as: mine.owner })
      expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
    }
    const { publisher } = await openSite()
    expect((await server.get(other.path, { as: publisher })).statusCode).toBe(403)
    expect((await server.get(other.path)).statusCode).toBe(401)
  })
})

describe('a publisher', () => {
  test('sees active promotions, and a tracked link for its site once it has joined', async () => {
    const shop = await openShop()
    const { promotion_id: id } = await shop.post(shop.input)
    await shop.post({ ...shop.input, title: 'later', start: addDays(today, 1) })
    const [joined, other] = [await openSite(shop.programId), await openSite()]
    const only = `advertiser_id=${shop.advertiserId}`
    const link = `/r?key=${joined.key}&promo=${id}&url=${encodeURIComponent(shop.input.url)}`
    expect(await joined.list(only)).toMatchObject({
      count: 1,
      site_key: joined.key,
      promotions: [{ coupon: 'Run10', is_joined: true, tracking_url: expect.stringContaining(link) }],
    })
    expect(await other.list(only)).toMatchObject({ count: 1, promotions: [{ is_joined: false, tracking_url: null }] })
    const foreign = await server.get(`/api/v1/promotion/list?key=${other.key}`, { as: joined.publisher })
    expect(foreign.statusCode).toBe(404)
  })

  test('filters by advertiser, text, domain, category and type, and sorts a type first', async () => {
    const shop = await openShop()
    await shop.post(shop.input)
    await shop.post({ ...shop.input, type: 'deal', code: '', title: 'Two for one', category: 'Food' })
    const { list } = await openSite()
    const titles = async (query: string) =>
      (await list(`advertiser_id=${shop.advertiserId}&${query}`)).promotions.map((row: { title: string }) => row.title)
    expect(await titles('')).toEqual(['Two for one', '10 % off'])
    expect(await titles('sort=coupon')).toEqual(['10 % off', 'Two for one'])
    expect(await titles('type=deal')).toEqual(['Two for one'])
    expect(await titles('category=Sports')).toEqual(['10 % off'])
    expect(await titles('text=run1')).toEqual(['10 % off'])
    expect(await titles(`domain=${shop.host.slice(0, -3)}`)).toHaveLength(2)
    expect(await titles('keyword=no-such-advertiser')).toEqual([])
    expect(await titles('page_size=18&page_number=2')).toEqual(['Two for one', '10 % off'])
  })
})

describe('a coupon code', () => {
  test('belongs to one publisher at a time, who alone sees it', async () => {
    const shop = await openShop()
    const { promotion_id: id } = await shop.post(shop.input)
    const [one, other] = [await openSite(shop.programId), await openSite(shop.programId)]
    const only = `advertiser_id=${shop.advertiserId}`
    const assign = (site_key: string) => shop.post({ site_key }, `${shop.path}/${id}/coupon`)
    const owner = () => findCouponOwner(ctx.db, { advertiserId: shop.advertiserId, code: ' rUN10 ' })

    await assign(one.key)
    expect(await owner()).toEqual({ publisherId: one.publisherId, siteId: one.siteId })
    const suspension = { publisherId: one.publisherId, state: 'suspended', reason: 'Bought clicks' } as const
    await beginState(ctx, suspension)
    expect(await owner()).toBeUndefined()
    await endState(ctx, suspension)
    expect(await one.list(only)).toMatchObject({ count: 1, promotions: [{ is_own_coupon: true }] })
    expect(await other.list(only)).toMatchObject({ count: 0 })
    expect(await shop.post({ ...shop.input, code: 'OTHER' }, `${shop.path}/${id}`)).toMatchObject({ field: 'code' })

    await Promise.all([assign(other.key), assign(other.key)])
    expect(await owner()).toMatchObject({ publisherId: other.publisherId })
    await assign('')
    expect(await owner()).toBeUndefined()
    expect(await one.list(only)).toMatchObject({ count: 1, promotions: [{ is_own_coupon: false }] })
  })

  test('cannot belong to a site whose publisher has not joined, nor can a deal belong to a site', async () => {
    const shop = await openShop()
    const [coupon, deal] = [
      await shop.post(shop.input),
      await shop.post({ ...shop.input, type: 'deal', code: '', title: 'Deal' }),
    ]
    const [stranger, member] = [await openSite(), await openSite(shop.programId)]
    const assign = (id: number, site_key: string) => shop.post({ site_key }, `${shop.path}/${id}/coupon`)
    expect(await assign(coupon.promotion_id, stranger.key)).toMatchObject({ field: 'site_key' })
    expect(await assign(deal.promotion_id, member.key)).toMatchObject({ field: 'site_key' })
  })
})
