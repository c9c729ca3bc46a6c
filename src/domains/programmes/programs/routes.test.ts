import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostbackSecret, declareDomain } from '#domains/people/advertisers/commands.ts'
import { advertiserRoutes } from '#domains/people/advertisers/routes.ts'
import { termsRoutes } from '#domains/partners/terms/routes/advertiser-routes.ts'
import type { AccountActor } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeAdvertiser, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { updateProgram } from './commands/update-program.ts'
import { membershipRoutes, offerRoutes } from './routes/membership-routes.ts'
import { programRoutes } from './routes/program-routes.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor
let publisher: AccountActor & { publisherId: bigint }

beforeAll(async () => {
  ctx = testContext(database.db)
  const ofPrograms = [...programRoutes, ...termsRoutes, ...offerRoutes(), ...membershipRoutes]
  const routes = [...advertiserRoutes, ...ofPrograms]
  server = await createTestServer(database.db, routes)
})
beforeAll(async () => {
  operator = await makeAccount(ctx, 'operator')
  publisher = await makePublisher(ctx)
})
afterAll(() => server.close())

describe('the advertiser list', () => {
  const list = async (query: string, as: AccountActor = publisher) =>
    (await server.get(`/api/v1/advertiser/list?${query}`, { as })).json().data

  test('lists open programmes with commission and relation, and filters by name and host', async () => {
    const { advertiserId, advertiser } = await makeProgram(ctx, { title: 'Zebra shoes', joinMode: 'auto' })
    await declareDomain(ctx, { advertiserId, host: 'zebra.example' })
    const item = {
      id: Number(advertiserId),
      logo: '',
      name: advertiser.displayName,
      commission: 'sale 5%',
      membership: null,
      can_join: true,
      can_leave: false,
    }
    expect(await list('keyword=zebra')).toMatchObject({ count: 1, advertisers: [item] })
    expect(await list('domain=ZEBRA.ex')).toMatchObject({ count: 1, advertisers: [item] })
    expect(await list('domain=zebra_')).toMatchObject({ count: 0, advertisers: [] })
    await server.post(`/api/v1/advertiser/${advertiserId}/join`, { as: publisher })
    const joined = { membership: 'joined', can_join: false, can_leave: true }
    expect(await list('keyword=zebra')).toMatchObject({ advertisers: [joined], top_advertisers: [joined] })
    const subAccount = { siteId: 1n, access: 'full' as const }
    const bound = { can_join: false, can_leave: false }
    expect(await list('keyword=zebra', { ...publisher, subAccount })).toMatchObject({ advertisers: [bound] })
  })

  test('shows the commission text of the programme', async () => {
    await makeProgram(ctx, { title: 'Quoll', commissionText: 'Up to 7% of revenue' })
    expect(await list('keyword=quoll')).toMatchObject({ advertisers: [{ commission: 'Up to 7% of revenue' }] })
  })

  test('shows a paused programme only to publishers who joined it', async () => {
    const { programId, advertiserId } = await makeProgram(ctx, { title: 'Yak', joinMode: 'auto' })
    await server.post(`/api/v1/advertiser/${advertiserId}/join`, { as: publisher })
    await updateProgram(ctx, { programId, status: 'paused' })
    expect(await list('keyword=yak')).toMatchObject({ count: 1, advertisers: [{ membership: 'joined' }] })
    const stranger = await makePublisher(ctx)
    expect(await list('keyword=yak', stranger)).toMatchObject({ count: 0 })
    const [hidden, unknown] = await Promise.all(
      [advertiserId, 999_999n].map((id) =>
        server.get(`/api/v1/advertiser/domains?advertiser_id=${id}`, { as: stranger }),
      ),
    )
    expect(hidden?.statusCode).toBe(404)
    expect(hidden?.body).toBe(unknown?.body)
  })

  test('pages, and filters by the day on which an advertiser was created', async () => {
    const early = { ...ctx, now: new Date('2020-02-29T12:00:00Z') }
    for (let index = 0; index < 11; index++) await makeProgram(early)
    const days = 'begin=2020-02-29&end=2020-02-29'
    expect((await list(days)).advertisers).toHaveLength(10)
    const second = await list(`${days}&page_number=2&sort=newest`)
    expect(second).toMatchObject({ count: 11, advertisers: [expect.anything()] })
    expect((await list('begin=2020-03-01&end=2020-03-02')).count).toBe(0)
  })

  test.each([
    'page_size=7',
    'page_number=0',
    'begin=2026-02-30',
    'begin=2026-02-02&end=2026-02-01',
    'sort=price',
    'keyword=a%00b',
  ])('refuses %s', async (query) => {
    const reply = await server.get(`/api/v1/advertiser/list?${query}`, { as: publisher })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ success: false, message: expect.any(String) })
  })

  test('lists hosts and regions by name', async () => {
    const { advertiserId } = await makeProgram(ctx)
    const regions = [{ code: 'FR', commissionText: 'Up to 7%' }]
    await declareDomain(ctx, { advertiserId, host: 'regions.example:8443', regions })
    const reply = await server.get(`/api/v1/advertiser/domains?advertiser_id=${advertiserId}`, { as: publisher })
    const data = [{ domain: 'regions.example:8443', regions: [{ name: 'France', commission: 'Up to 7%' }] }]
    expect(reply.json()).toEqual({ success: true, data })
  })
})

describe('a join request', () => {
  test('is decided by the operator once', async () => {
    const { advertiserId, programId, advertiser } = await makeProgram(ctx)
    const as = await makePublisher(ctx)
    const joining = await server.post(`/api/v1/advertiser/${advertiserId}/join`, { as, json: { message: 'I run' } })
    expect(joining.json()).toEqual({ success: true, status: 'pending' })
    const queue = await server.get(`/api/v1/operator/memberships?status=pending&keyword=${as.email}`, { as: operator })
    const row = {
      status: 'pending',
      message: 'I run',
      advertiser_name: advertiser.displayName,
      decisions: ['approve', 'decline'],
    }
    expect(queue.json().data).toMatchObject({ count: 1, memberships: [row] })
    const address = `/api/v1/operator/programs/${programId}/publishers/${as.publisherId}`
    const json = { decision: 'approve' }
    expect((await server.post(address, { as: operator, json })).json()).toEqual({ success: true, status: 'joined' })
    expect((await server.post(address, { as: operator, json })).statusCode).toBe(409)
    const own = await server.get(`/api/v1/operator/publishers/${as.publisherId}/memberships`, { as: operator })
    expect(own.json().data.memberships).toMatchObject([{ status: 'joined', decided_by: operator.displayName }])
    expect((await server.post(`/api/v1/advertiser/${advertiserId}/leave`, { as })).statusCode).toBe(200)
  })

  test('is not for other roles', async () => {
    const { advertiserId, advertiser } = await makeProgram(ctx)
    const path = `/api/v1/advertiser/${advertiserId}/join`
    expect((await server.post(path, { as: operator })).statusCode).toBe(403)
    expect((await server.post(path, { as: advertiser })).statusCode).toBe(403)
    expect((await server.post(path)).statusCode).toBe(401)
  })
})

describe('the operator', () => {
  test('creates an advertiser and opens its programme', async () => {
    const post = async (path: string, json: unknown) =>
      (await server.post(`/api/v1/operator/${path}`, { as: operator, json })).json()
    const shop = { name: 'Nine Lives', website: 'https://nine.example' }
    const { advertiser_id: id } = await post('advertisers', shop)
    const local = await post(`advertisers/${id}/domains`, { hostname: '127.0.0.1:4010' })
    expect(local).toMatchObject({ success: true, hostname: '127.0.0.1:4010' })
    const { program_id: programId } = await post(`advertisers/${id}/program`, { title: 'Nine Lives' })
    expect(await post(`programs/${programId}`, { status: 'open' })).toMatchObject({ code: 'no_terms', field: 'status' })
    const rates = [
      { action_type: 'sale', kind: 'percent', value: '7.5' },
      { action_type: 'install', kind: 'fixed', value: '0.50' },
    ]
    const terms = await post(`programs/${programId}/terms`, { window_days: '30', validation_days: 45, rates })
    expect(terms).toMatchObject({ success: true, version: 1 })
    const change = { status: 'open', join_mode: 'auto', click_param: 'cid', countries: ['us', 'GLOBAL'] }
    expect(await post(`programs/${programId}`, change)).toEqual({ success: true })

    for (const name of ['afsrc', 'utm_source', 'UTM_x']) {
      const refused = await post(`programs/${programId}`, { click_param: name })
      expect(refused).toMatchObject({ status: 422, field: 'click_param' })
    }
    const { data } = (await server.get(`/api/v1/operator/advertisers/${id}/program`, { as: operator })).json()
    expect(data).toMatchObject({
      status: 'open',
      join_mode: 'auto',
      click_param: 'cid',
      countries: [
        { code: 'GLOBAL', name: 'Global' },
        { code: 'US', name: 'United States' },
      ],
      terms: [{ version: 1, state: 'in_force', rates: [{ text: '0.50 USD' }, { value: '7.5', text: '7.5%' }] }],
    })
    const list = await server.get('/api/v1/operator/advertisers?keyword=nine&program_status=open', { as: operator })
    const row = { program_status: 'open', hostnames: ['127.0.0.1:4010'], joined_count: 0, pending_count: 0 }
    expect(list.json().data).toMatchObject({ count: 1, advertisers: [row] })
    const none = await server.get('/api/v1/operator/advertisers?keyword=nine&program_status=none', { as: operator })
    expect(none.json().data.count).toBe(0)
  })

  test('is asked for another click parameter when the stored one was reserved later', async () => {
    const { programId } = await makeProgram(ctx)
    const constraint = sql.ref('program_click_param_reserved')
    const { rows } = await sql<{ definition: string }>`
      SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'program_click_param_reserved'
    `.execute(database.ownerDb)
    await sql`ALTER TABLE program DROP CONSTRAINT ${constraint}`.execute(database.ownerDb)
    await sql`UPDATE program SET click_param = 'utm_id' WHERE id = ${programId}`.execute(database.ownerDb)
    await sql`ALTER TABLE program ADD CONSTRAINT ${constraint} ${sql.raw(rows[0]?.definition ?? '')} NOT VALID`.execute(
      database.ownerDb,
    )
    const change = (json: unknown) => server.post(`/api/v1/operator/programs/${programId}`, { as: operator, json })
    expect((await change({ join_mode: 'auto' })).json()).toMatchObject({ status: 422, field: 'click_param' })
    expect((await change({ join_mode: 'auto', click_param: 'cid' })).statusCode).toBe(200)
  })

  test.each([
    [{ value: '7,5' }, 'rates.0.value'],
    [{ value: '101' }, 'rates.0.value'],
    [{ action_type: 'Big Sale' }, 'rates.0.action_type'],
    [{ kind: 'share' }, 'rates.0.kind'],
    [{}, 'fee_basis', { fee_percent: '5' }],
    [{}, 'fee_percent', { fee_basis: 'order_value' }],
  ])('gets the invalid field of a rate or a fee: %j, %s', async (wrong, field, fee?: object) => {
    const { programId } = await makeProgram(ctx)
    const rates = [{ action_type: 'sale', kind: 'percent', value: '7.5', ...wrong }]
    const json = { window_days: 30, validation_days: 30, rates, ...fee }
    const reply = await server.post(`/api/v1/operator/programs/${programId}/terms`, { as: operator, json })
    expect(reply.json()).toMatchObject({ status: 422, field })
  })

  test.each(['1000', '-1', '1.5', 'x', ''])('cannot set a window of %j days', async (windowDays) => {
    const { programId } = await makeProgram(ctx)
    const rates = [{ action_type: 'sale', kind: 'percent', value: '7.5' }]
    const json = { window_days: windowDays, validation_days: 30, rates }
    const reply = await server.post(`/api/v1/operator/programs/${programId}/terms`, { as: operator, json })
    expect(reply.json()).toMatchObject({ status: 422, field: 'window_days' })
  })

  test('sees the end of a postback secret, never the whole', async () => {
    const { advertiserId } = await makeAdvertiser(ctx)
    const { token, secretId } = await createPostbackSecret(ctx, { advertiserId })
    const reply = await server.get(`/api/v1/operator/advertisers/${advertiserId}`, { as: operator })
    expect(reply.body).not.toContain(token)
    expect(reply.json().data.secrets).toMatchObject([{ id: Number(secretId), hint: `…${token.slice(-6)}` }])
  })

  test('is the only role with access', async () => {
    const { advertiser, advertiserId } = await makeProgram(ctx)
    for (const path of [
      'advertisers',
      `advertisers/${advertiserId}`,
      `advertisers/${advertiserId}/program`,
      'memberships',
    ]) {
      expect((await server.get(`/api/v1/operator/${path}`, { as: advertiser })).statusCode).toBe(403)
      expect((await server.get(`/api/v1/operator/${path}`, { as: publisher })).statusCode).toBe(403)
      expect((await server.get(`/api/v1/operator/${path}`)).statusCode).toBe(401)
    }
  })
})

describe('the advertiser', () => {
  test('reads its own programme, hosts and secrets, and rotates a secret', async () => {
    const { advertiser: as, advertiserId } = await makeProgram(ctx, { title: 'Own' })
    await declareDomain(ctx, { advertiserId, host: 'own.example:8443' })
    const advertiser = (await server.get('/api/v1/brand', { as })).json().data
    expect(advertiser).toMatchObject({
      domains: [{ hostname: 'own.example:8443' }],
      program: { title: 'Own', terms: [{ version: 1 }] },
    })

    const asked = (await server.post('/api/v1/brand/secrets', { as })).json()
    expect(asked).toMatchObject({ status: 403, code: 'password_required' })
    const verified = { ...as, passwordVerifiedAt: new Date() }
    const first = (await server.post('/api/v1/brand/secrets', { as: verified })).json()
    expect(first.token).toMatch(/^[\w-]{43}$/)
    const second = (await server.post('/api/v1/brand/secrets', { as: verified })).json()
    await server.post(`/api/v1/brand/secrets/${first.secret_id}/revoke`, { as })
    const { data } = (await server.get('/api/v1/brand/secrets', { as })).json()
    const hint = `…${second.token.slice(-6)}`
    const times = { created_at: expect.any(String), expires_at: null, revoked_at: null }
    expect(data).toEqual([{ id: second.secret_id, kind: 'server', hint, ...times }])
    expect((await server.post(`/api/v1/brand/secrets/${second.secret_id}/revoke`, { as })).statusCode).toBe(409)
  })

  test("cannot revoke another's secret: it is answered like an unknown one", async () => {
    const as = await makeAdvertiser(ctx)
    const { advertiserId } = await makeAdvertiser(ctx)
    const { secretId } = await createPostbackSecret(ctx, { advertiserId })
    const [foreign, unknown] = await Promise.all(
      [secretId, 999_999n].map((id) => server.post(`/api/v1/brand/secrets/${id}/revoke`, { as })),
    )
    expect(foreign?.statusCode).toBe(404)
    expect(foreign?.body).toBe(unknown?.body)
  })

  test('without a programme reads null', async () => {
    const as = await makeAdvertiser(ctx)
    expect((await server.get('/api/v1/brand', { as })).json().data).toMatchObject({ program: null, domains: [] })
    const unconnected = await makeAccount(ctx, 'advertiser')
    expect((await server.get('/api/v1/brand', { as: unconnected })).json()).toMatchObject({ code: 'no_advertiser' })
  })
})
