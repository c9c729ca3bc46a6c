import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginState, endState } from '#domains/people/account-states/commands/change-state.ts'
import { createSite, setSiteActive } from '#domains/people/publishers/commands/publishers.ts'
import { updateProgram } from '#domains/programmes/programs/commands/update-program.ts'
import type { ClickServer } from '#test/support/click-fixtures.ts'
import { BROWSER, makeLinkedPair, openClickServer } from '#test/support/click-fixtures.ts'
import { makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer, trackingOrigin } from '#test/support/test-server.ts'
import { deleteShortLink, makeShortLink } from '../commands/short-links.ts'
import { digestEnding } from '../queries/short-links.ts'
import { MAX_SHORT_LINKS } from '../rules/ending.ts'
import { trackingRoutes } from './link-routes.ts'

let clicks: ClickServer
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  clicks = await openClickServer()
  server = await createTestServer(clicks.database.db, trackingRoutes)
})

afterAll(async () => {
  await server.close()
  await clicks.close()
})

const path = '/api/v1/account/publishers/me/short_links'
const shop = (rest = '/tea') => `https://${clicks.hostname}${rest}`
const noSubs = { sub1: '', sub2: '', sub3: '', sub4: '', sub5: '' }

async function make(body: Record<string, string>, as = clicks.publisher) {
  const response = await server.post(path, { as, json: { url: shop(), ...body } })
  return { status: response.statusCode, ...response.json() }
}

const list = async (as = clicks.publisher) => (await server.get(path, { as })).json().data

async function visit(target: string) {
  const response = await fetch(`http://127.0.0.1:${clicks.port}${target}`, {
    redirect: 'manual',
    headers: { 'user-agent': BROWSER },
  })
  return { status: response.status, location: response.headers.get('location') ?? '', body: await response.text() }
}

test('a short link leads to its page, and its clicks name it', async () => {
  const made = await make({ ending: 'Spring-Tea', id: 'print', sub2: '' })
  expect(made).toMatchObject({
    status: 200,
    link: { ending: 'spring-tea', url: shop(), subs: ['print', '', '', '', ''] },
  })
  expect(made.link.short_url).toBe(`${trackingOrigin}/s/spring-tea`)
  // At once, whether or not the worker has heard of the link yet.
  for (const target of ['/s/spring-tea?sub2=page-7&id=other', '/s/SPRING-tea/']) {
    const { status, location } = await visit(target)
    expect([status, new URL(location).pathname]).toEqual([302, '/tea'])
    expect(clicks.readToken(new URL(location).searchParams.get('click_id') ?? '')?.publisherId).toBe(clicks.publisherId)
    const linkId = BigInt(made.link.link_id)
    const sub2 = target.includes('page-7') ? 'page-7' : null
    expect(await clicks.lastClick()).toMatchObject({ linkId, verdict: 'payable', sub1: 'print', sub2 })
  }
  await visit(`/r?key=${clicks.siteKey}&url=${encodeURIComponent(shop())}`)
  expect(await clicks.lastClick()).toMatchObject({ linkId: null, verdict: 'payable' })
})

test.each([
  [{ ending: 'ab' }, 'ending'],
  [{ ending: 'a'.repeat(41) }, 'ending'],
  [{ ending: 'tee_1' }, 'ending'],
  [{ ending: 'log-in' }, 'ending'],
  [{ ending: 'Spring-Tea' }, 'ending'],
  [{ ending: 'no-page', url: '' }, 'urls'],
  [{ ending: 'no-page', url: 'https://elsewhere.example/' }, 'urls'],
])('is refused: %j', async (body, field) => {
  expect(await make(body)).toMatchObject({ status: 422, field })
})

test('a link of one publisher is neither listed nor deleted for another', async () => {
  const { link } = await make({ ending: 'mine-alone' })
  const other = await makePublisher(clicks.ctx)
  expect(await list(other)).toEqual({ count: 0, links: [] })
  expect((await server.post(`${path}/${link.link_id}/delete`, { as: other, json: {} })).statusCode).toBe(404)
  expect((await list()).links[0]).toMatchObject({ ending: 'mine-alone', site_name: 'Blog' })
  const { key } = await createSite(clicks.ctx, { publisherId: clicks.publisherId, name: 'B', url: 'https://b.example' })
  expect(await make({ ending: 'of-other-site', key }, other)).toMatchObject({ status: 404 })
})

test('a deleted link says that it no longer exists, and nobody gets its ending', async () => {
  const { link } = await make({ ending: 'gone-soon', id: 'secret words' })
  await expect.poll(async () => (await visit('/s/gone-soon')).status).toBe(302)
  expect((await server.post(`${path}/${link.link_id}/delete`, { as: clicks.publisher, json: {} })).statusCode).toBe(200)
  await expect.poll(async () => (await visit('/s/gone-soon')).status).toBe(404)
  expect((await visit('/s/gone-soon')).body).toContain('This link no longer exists')
  expect(await clicks.lastClick()).toMatchObject({ linkId: null, publisherId: 0n, verdict: 'unknown_site' })
  expect((await visit('/s/never-made')).status).toBe(404)
  expect(await make({ ending: 'gone-soon' })).toMatchObject({ status: 422, field: 'ending' })
  const row = await clicks.database.db
    .selectFrom('shortLink')
    .selectAll()
    .where('id', '=', BigInt(link.link_id))
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ ending: null, destination: null, sub1: '', digest: digestEnding('gone-soon') })
})

describe('a short link has the verdict of a tracking link', () => {
  test.each(['suspended', 'inactive_site', 'program_paused', 'program_closed'])('%s', async (verdict) => {
    const { ctx, database } = clicks
    const { publisherId, programId, siteKey, hostname } = await makeLinkedPair(ctx)
    const url = `https://${hostname}/`
    const ending = `as-${verdict.replace('_', '-')}`
    await makeShortLink(ctx, { publisherId, siteId: undefined, siteKey, url, ending, subs: noSubs })
    const state = { publisherId, state: 'suspended' as const, reason: 'Checked.' }
    if (verdict === 'suspended') await beginState(ctx, state)
    if (verdict === 'inactive_site') await setSiteActive(ctx, { publisherId, key: siteKey, isActive: false })
    if (verdict === 'program_paused') await updateProgram(ctx, { programId, status: 'paused' })
    if (verdict === 'program_closed') await updateProgram(ctx, { programId, status: 'closed' })
    const read = async (target: string) => {
      await visit(target)
      return (await database.db.selectFrom('click').select('verdict').orderBy('id', 'desc').executeTakeFirst())?.verdict
    }
    await expect.poll(() => read(`/r?key=${siteKey}&url=${encodeURIComponent(url)}`)).toBe(verdict)
    expect(await read(`/s/${ending}`)).toBe(verdict)
    if (verdict === 'suspended') await endState(ctx, state)
  })
})

describe('of two makers at once', () => {
  test('one gets the ending', async () => {
    const pair = await makeLinkedPair(clicks.ctx)
    const of = ({ publisherId, siteKey, hostname }: typeof pair) => ({
      publisherId,
      siteId: undefined,
      siteKey,
      url: `https://${hostname}/`,
      ending: 'wanted-by-two',
      subs: noSubs,
    })
    const makers = [of(pair), of({ ...clicks, ...(await makeLinkedPair(clicks.ctx)) })]
    const results = await Promise.allSettled(makers.map((maker) => makeShortLink(clicks.ctx, maker)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('one gets the last of the thousand, and a deleted link makes room', async () => {
    const { ctx, database } = clicks
    const { publisherId, siteKey, hostname } = await makeLinkedPair(ctx)
    const { id: siteId } = await database.db
      .selectFrom('site')
      .select('id')
      .where('key', '=', siteKey)
      .executeTakeFirstOrThrow()
    const url = `https://${hostname}/`
    const rows = Array.from({ length: MAX_SHORT_LINKS - 1 }, (_, index) => {
      const ending = `many-${index}`
      return { publisherId, siteId, ending, digest: digestEnding(ending), destination: url, madeAt: ctx.now }
    })
    await database.db.insertInto('shortLink').values(rows).execute()
    const one = (ending: string) =>
      makeShortLink(ctx, { publisherId, siteId: undefined, siteKey, url, ending, subs: noSubs })
    const results = await Promise.allSettled([one('last-a'), one('last-b')])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(one('last-c')).rejects.toThrow('short_link.too_many')
    const [made] = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.linkId : []))
    await deleteShortLink(ctx, { publisherId, siteId: undefined, linkId: made ?? 0n })
    await expect(one('last-c')).resolves.toMatchObject({ ending: 'last-c' })
  })
})
