import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountActor } from '#kernel/actor.ts'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { leaveProgram } from '#domains/programmes/programs/commands/leave-program.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import { createSite, setSiteActive } from '#domains/people/publishers/commands/publishers.ts'
import { listSites } from '#domains/people/publishers/queries.ts'
import type { Ctx } from '#platform/server/context.ts'
import { makeLinkedPair } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer, trackingOrigin } from '#test/support/test-server.ts'
import { trackingRoutes } from './link-routes.ts'

type TestServer = Awaited<ReturnType<typeof createTestServer>>

const database = await openTestDatabase()
let server: TestServer
let ctx: Ctx
let linked: Awaited<ReturnType<typeof makeLinkedPair>>
let publisher: AccountActor

beforeAll(async () => {
  server = await createTestServer(database.db, trackingRoutes)
  ctx = testContext(database.db)
  linked = await makeLinkedPair(ctx)
  publisher = linked.publisher
})

afterAll(() => server.close())

const ask = async (query: Record<string, string>, as = publisher) => {
  const response = await server.get(`/api/v1/account/publishers/me/link?${new URLSearchParams(query)}`, { as })
  return { status: response.statusCode, ...response.json() }
}

const page = (path = '/') => `https://${linked.hostname}${path}`

describe('a link made for a publisher', () => {
  test('carries the site key, the sub ids and the page', async () => {
    const { link, sites } = await ask({ url: page('/a b?x=1&y=ü#z'), id: 'mail & more', sub3: '3' })
    expect(sites).toEqual([{ key: linked.siteKey, name: 'Blog', is_active: true }])
    const target = encodeURIComponent(page('/a%20b?x=1&y=%C3%BC#z'))
    expect(link).toEqual({
      site_key: linked.siteKey,
      tracking_url: `${trackingOrigin}/r?key=${linked.siteKey}&id=mail%20%26%20more&sub3=3&url=${target}`,
      short_url: `${trackingOrigin}/r/${linked.siteKey}?id=mail%20%26%20more&sub3=3&url=${target}`,
      hostname: linked.hostname,
      target: 'joined',
      advertiser_name: expect.any(String),
      membership: 'joined',
      joinable: null,
    })
  })

  test('names the programme that its publisher can join, and not to a sub-account', async () => {
    const { programId, ...shop } = await makeProgram(ctx)
    const hostname = `join-${programId}.example`
    await declareDomain(ctx, { advertiserId: shop.advertiserId, host: hostname })
    const read = async (as = publisher) => (await ask({ url: `https://${hostname}/` }, as)).link
    const joinable = { public_id: expect.any(Number), slug: expect.any(String), joins_at_once: false }
    expect(await read()).toMatchObject({ target: 'not_joined', membership: null, joinable })
    const [{ id: siteId } = {}] = await listSites(ctx.db, linked)
    const subAccount = { siteId: siteId ?? 0n, access: 'full' as const }
    expect(await read({ ...publisher, subAccount })).toMatchObject({ target: 'not_joined', joinable: null })
    await requestJoin(ctx, { programId, publisherId: linked.publisherId })
    expect(await read()).toMatchObject({ target: 'not_joined', membership: 'pending', joinable: null })
  })

  test('says whether it can earn', async () => {
    const { programId, publisherId } = linked
    const target = async (query: Record<string, string>) => (await ask(query)).link.target
    expect(await target({ url: `https://www.${linked.hostname}/` })).toBe('joined')
    expect(await target({ url: 'https://elsewhere.example/' })).toBe('undeclared')
    const { link } = await ask({ url: `https://${linked.hostname}:8443/` })
    expect(link).toMatchObject({ target: 'undeclared', hostname: `${linked.hostname}:8443` })
    await declareDomain(ctx, { advertiserId: linked.advertiserId, host: `${linked.hostname}:8443` })
    expect(await target({ url: `https://www.${linked.hostname}:8443/` })).toBe('joined')
    const { key } = await createSite(ctx, { publisherId, name: 'Off', url: 'https://off.example' })
    await setSiteActive(ctx, { publisherId, key, isActive: false })
    expect(await target({ url: page(), key })).toBe('site_inactive')
    await leaveProgram(ctx, { programId, publisherId })
    expect(await target({ url: page() })).toBe('not_joined')
    await updateProgram(ctx, { programId, status: 'paused' })
    expect(await target({ url: page() })).toBe('program_closed')
  })

  test.each([
    ['shop.example', 'malformed'],
    ['javascript:alert(1)', 'wrong_scheme'],
    ['https://a:b@shop.example/', 'credentials'],
    [`https://shop.example/${'a'.repeat(8000)}`, 'too_long'],
  ])('is not made of %s', async (url, fault) => {
    expect(await ask({ url })).toMatchObject({ status: 200, fault, link: null })
  })

  test('needs an address, a site, and sub ids of at most 64 characters', async () => {
    expect(await ask({})).toMatchObject({ fault: null, link: null })
    expect(await ask({ url: page() }, await makePublisher(ctx))).toMatchObject({ sites: [], link: null })
    expect(await ask({ url: page(), id: 'x'.repeat(65) })).toMatchObject({ status: 422, field: 'id' })
  })

  test("is not made for another publisher's site", async () => {
    const other = await makePublisher(ctx)
    const foreign = await ask({ url: page(), key: linked.siteKey }, other)
    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(await ask({ url: page(), key: 'nosuchkey123' }, other))
  })
})

describe('links made by a publisher', () => {
  const links = '/api/v1/account/publishers/me/links'
  const make = async (json: object, as = publisher) => {
    const response = await server.post(links, { as, json })
    return { status: response.statusCode, ...response.json() }
  }
  const list = async (as: AccountActor) => (await server.get(links, { as })).json().links

  test('have an answer for each address', async () => {
    const own = await makeLinkedPair(ctx)
    const shop = `https://${own.hostname}/`
    const answer = await make({ urls: [shop, 'shop', '', 'https://elsewhere.example/'], id: 'a' }, own.publisher)
    expect(answer.links).toMatchObject([
      { url: shop, fault: null, link: { site_key: own.siteKey, target: 'joined' } },
      { url: 'shop', fault: 'malformed', link: null },
      { url: '', fault: 'missing', link: null },
      { url: 'https://elsewhere.example/', fault: null, link: { target: 'undeclared', advertiser_name: null } },
    ])
    // Only the first link leads anywhere.
    expect(await list(own.publisher)).toEqual([
      {
        site_key: own.siteKey,
        site_name: 'Blog',
        tracking_url: answer.links[0].link.tracking_url,
        short_url: answer.links[0].link.short_url,
        url: shop,
        id: 'a',
        sub2: '',
        sub3: '',
        sub4: '',
        sub5: '',
        made_at: expect.any(String),
      },
    ])
  })

  test('are listed once, newest first, and only the last twenty', async () => {
    const own = await makeLinkedPair(ctx)
    const shop = (path: number) => `https://${own.hostname}/${path}`
    const paths = async () => (await list(own.publisher)).map(({ url }: { url: string }) => Number(url.split('/')[3]))
    await make({ urls: [shop(1), shop(2), shop(2)] }, own.publisher)
    await make({ urls: [shop(1)] }, own.publisher)
    expect(await paths()).toEqual([1, 2])
    await Promise.all([
      make({ urls: [shop(1), shop(2)] }, own.publisher),
      make({ urls: [shop(2), shop(1)] }, own.publisher),
    ])
    await make({ urls: Array.from({ length: 100 }, (_, index) => shop(index + 100)) }, own.publisher)
    expect(await paths()).toEqual(Array.from({ length: 20 }, (_, index) => 199 - index))
  })

  test.each([
    [{ urls: [] }, 'urls'],
    [{ urls: Array.from({ length: 101 }, () => 'https://shop.example/') }, 'urls'],
    [{ urls: ['https://shop.example/'], sub5: 'x'.repeat(65) }, 'sub5'],
    [{ urls: ['https://shop.example/'], sub5: 'a\0b' }, 'sub5'],
    [{}, 'urls'],
  ])('are refused for %j', async (json, field) => {
    expect(await make(json)).toMatchObject({ status: 422, field })
  })

  test("are neither made for another publisher's site nor listed for another publisher", async () => {
    const other = await makePublisher(ctx)
    const foreign = await make({ urls: [page()], key: linked.siteKey }, other)
    expect(foreign).toEqual(await make({ urls: [page()], key: 'nosuchkey123' }, other))
    expect(foreign.status).toBe(404)
    expect(await list(other)).toEqual([])
  })
})
