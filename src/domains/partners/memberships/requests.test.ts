import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { tellOfOverdueRequests } from '#domains/programmes/programs/commands/tell-operators.ts'
import { offerRoutes } from '#domains/programmes/programs/routes/membership-routes.ts'
import { programRoutes } from '#domains/programmes/programs/routes/program-routes.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { joinRequestRoutes } from './routes/request-routes.ts'

const path = '/api/v1/brand/join-requests'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  ctx = testContext(database.db)
  const routes = [...offerRoutes(), ...programRoutes, ...joinRequestRoutes]
  server = await createTestServer(database.db, routes)
})
afterAll(() => server.close())

const listMails = async (address: string) => {
  const mails = database.db.selectFrom('mail').select(['subject', 'textBody']).where('toAddress', '=', address)
  return mails.orderBy('id').execute()
}

/** A programme and a publisher with a site that asks to join it, as SEM and by coupons. */
async function makeRequest() {
  const { advertiser, advertiserId, programId } = await makeProgram(ctx)
  const publisher = await makePublisher(ctx)
  const { publisherId } = publisher
  await createSite(ctx, { publisherId, name: 'Blog', url: 'https://blog.example/a' })
  const json = { message: 'We write about gardens', methods: ['SEM', 'Coupons'] }
  const joined = await server.post(`/api/v1/advertiser/${advertiserId}/join`, { as: publisher, json })
  expect(joined.json()).toMatchObject({ status: 'pending' })
  const post = (part: string, body: object, as: AccountActor = advertiser) =>
    server.post(`${path}/${publisherId}/${part}`, { as, json: body })
  const decide = (body: object, as: AccountActor = advertiser) =>
    server.post(`/api/v1/brand/publishers/${publisherId}/decision`, { as, json: body })
  const answer = (text: string) =>
    server.post(`/api/v1/advertiser/${advertiserId}/answer`, { as: publisher, json: { answer: text } })
  const list = async (query = '') => (await server.get(`${path}?${query}`, { as: advertiser })).json().data
  const get = async () => (await server.get(`${path}/${publisherId}`, { as: advertiser })).json().data
  return { advertiser, advertiserId, programId, publisher, publisherId, post, decide, answer, list, get }
}

test('a request is found by a channel, which it shows', async () => {
  const { publisherId, list, get } = await makeRequest()
  await createSite(ctx, { publisherId, name: 'Mina', url: 'https://www.tiktok.com/@Mina?_t=8a' })
  for (const keyword of ['@mina', 'tiktok.com/@mina', 'https://m.tiktok.com/@MINA/video/1']) {
    expect((await list(`keyword=${encodeURIComponent(keyword)}`)).count, keyword).toBe(1)
  }
  expect((await list('keyword=%40nina')).count).toBe(0)
  expect((await get()).profile.sites).toMatchObject([{ address: 'blog.example' }, { address: 'tiktok.com/@mina' }])
})

describe('a join request', () => {
  test('waits for the brand, which is told and approves it', async () => {
    const { advertiser, publisher, publisherId, decide, list, get } = await makeRequest()
    const { count, requests } = await list()
    expect(count).toBe(1)
    expect(requests[0]).toMatchObject({
      publisher_id: Number(publisherId),
      site: 'blog.example',
      is_verified: false,
      methods: ['SEM', 'Coupons'],
      message: 'We write about gardens',
    })
    expect(Date.parse(requests[0].due_at) - Date.parse(requests[0].requested_at)).toBe(48 * HOUR_MS)
    const [told] = await listMails(advertiser.email)
    expect(told?.textBody).toContain('/brand/publishers/requests')
    const summary = await server.get(`${path}/summary`, { as: advertiser })
    expect(summary.json().data).toEqual({ count: 1, decide_by: requests[0].due_at })
    expect((await decide({ decision: 'approve' })).json()).toMatchObject({ status: 'joined' })
    expect(await listMails(publisher.email)).toHaveLength(1)
    // The brand approved it itself.
    expect(await listMails(advertiser.email)).toHaveLength(1)
    const { events } = await get()
    expect(events).toMatchObject([
      { kind: 'request', acted_as: 'publisher', text: 'We write about gardens' },
      { kind: 'approve', acted_as: 'advertiser' },
    ])
  })

  test('is declined only with a reason, which the publisher reads by mail and in its list', async () => {
    const { advertiser, publisher, decide, list } = await makeRequest()
    expect((await decide({ decision: 'decline' })).json()).toMatchObject({ field: 'reason' })
    await decide({ decision: 'decline', reason: 'Only gardens' })
    const [mail] = await listMails(publisher.email)
    expect(mail?.textBody).toContain('Only gardens')
    const offers = await server.get(`/api/v1/advertiser/list?keyword=${advertiser.displayName}`, { as: publisher })
    expect(offers.json().data.advertisers).toMatchObject([{ membership: 'declined', reason: 'Only gardens' }])
    expect(await list()).toMatchObject({ count: 0 })
    expect(await list('queue=declined')).toMatchObject({ count: 1, requests: [{ reason: 'Only gardens' }] })
  })

  test('waits for the answer to a question, and its clock with it', async () => {
    const { advertiser, publisher, post, answer, list, get } = await makeRequest()
    const { due_at: dueAt } = (await list()).requests[0]
    expect((await answer('Nobody asked')).statusCode).toBe(409)
    await post('question', { question: 'Which gardens?' })
    expect((await post('question', { question: 'And then?' })).statusCode).toBe(409)
    expect((await listMails(publisher.email))[0]?.textBody).toContain('Which gardens?')
    expect(await list()).toMatchObject({ count: 0 })
    const summary = await server.get(`${path}/summary`, { as: advertiser })
    expect(summary.json().data).toEqual({ count: 0, decide_by: null })
    const asked = (await list('queue=asked')).requests[0]
    expect(asked).toMatchObject({ question: 'Which gardens?' })
    expect(Date.parse(asked.due_at) - Date.parse(dueAt)).toBeGreaterThanOrEqual(14 * DAY_MS)
    const offers = await server.get(`/api/v1/advertiser/list?keyword=${advertiser.displayName}`, { as: publisher })
    expect(offers.json().data.advertisers).toMatchObject([{ question: 'Which gardens?' }])
    expect((await answer('All of them')).statusCode).toBe(200)
    expect((await listMails(advertiser.email)).at(-1)?.textBody).toContain('All of them')
    const { request, events } = await get()
    expect(request).toMatchObject({ question: '', asked_at: null })
    expect(Math.abs(Date.parse(request.due_at) - Date.parse(dueAt))).toBeLessThan(HOUR_MS)
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['request', 'ask', 'answer'])
  })

  test('is told to the operators once, when nobody has decided it in 48 hours', async () => {
    const operator = await makeAccount(ctx, 'operator')
    const { get } = await makeRequest()
    const count = async () => (await listMails(operator.email)).length
    await tellOfOverdueRequests({ ...ctx, now: new Date(ctx.now.getTime() + 47 * HOUR_MS) })
    expect(await count()).toBe(0)
    const late = { ...ctx, now: new Date(Date.now() + 49 * HOUR_MS) }
    await tellOfOverdueRequests(late)
    await tellOfOverdueRequests(late)
    expect(await count()).toBe(1)
    expect((await get()).events.at(-1)).toMatchObject({ kind: 'overdue', acted_as: 'system' })
  })

  test('of another programme is unknown, and a suspension by the network stays', async () => {
    const { programId, publisherId, post, decide } = await makeRequest()
    const { advertiser: stranger } = await makeProgram(ctx)
    expect((await decide({ decision: 'approve' }, stranger)).statusCode).toBe(404)
    expect((await post('question', { question: 'Who?' }, stranger)).statusCode).toBe(404)
    await decide({ decision: 'approve' })
    const operator = { ...ctx, actor: await makeAccount(ctx, 'operator') }
    await decideMembership(operator, { programId, publisherId, decision: 'suspend', reason: 'Bots' })
    expect((await decide({ decision: 'approve' })).json()).toMatchObject({ code: 'program.suspended_by_network' })
    await decideMembership(operator, { programId, publisherId, decision: 'approve' })
    await decide({ decision: 'suspend', reason: 'Coupons' })
    expect((await decide({ decision: 'approve' })).json()).toMatchObject({ status: 'joined' })
  })
})
