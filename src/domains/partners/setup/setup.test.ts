import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { createPostbackSecret } from '#domains/people/advertisers/commands.ts'
import { announceClosing } from '#domains/programmes/closings/commands/close-program.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { receiveTestOrder } from '#domains/orders/transactions/commands/receive-test-order.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { DAY_MS, HOUR_MS, addDays, toDay } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { makeAccount, makeAdvertiser, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { declarePendingDomain } from './commands/pending-domains.ts'
import { skipTest } from './commands/review-rules.ts'
import { setupRoutes } from './routes.ts'

const advertiserApi = '/api/v1/brand'
const operatorApi = '/api/v1/operator'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor

beforeAll(async () => {
  ctx = testContext(database.db)
  const outbound = new OutboundClient({ userAgent: 'test', resolve: async () => [], resolveTxt: async () => [] })
  const mintTestClick = ({ advertiserId }: { advertiserId: bigint }) => `test-of-${advertiserId}`
  server = await createTestServer(database.db, setupRoutes({ outbound, mintTestClick }))
  operator = await makeAccount(ctx, 'operator')
})
afterAll(() => server.close())

type Advertiser = AccountActor & { advertiserId: bigint }

async function makeDraft(): Promise<Advertiser> {
  const advertiser = await makeAdvertiser(ctx)
  await createProgram(ctx, { advertiserId: advertiser.advertiserId, title: advertiser.displayName })
  return advertiser
}

const call = async (as: AccountActor, path: string, json: object = {}) => {
  const reply = await server.post(`${as.role === 'operator' ? operatorApi : advertiserApi}${path}`, { as, json })
  return { status: reply.statusCode, ...reply.json<{ code?: string; field?: string; message?: string }>() }
}
const readSetup = async (as: AccountActor) => (await server.get(`${advertiserApi}/setup`, { as })).json().data

const company = {
  legal_name: 'Acme Gardens Ltd',
  street: '1 Lane',
  city: 'Berlin',
  country: 'DE',
  contact_name: 'Ada Byron',
  contact_email: 'ada@example.com',
}
const terms = {
  window_days: 30,
  validation_days: 30,
  rates: [{ action_type: 'sale', kind: 'percent', value: '7' }],
}

async function addHost(advertiser: Advertiser) {
  const { advertiserId } = advertiser
  const host = `shop-${advertiserId}.example`
  const { pendingDomainId } = await declarePendingDomain(ctx, { advertiserId, host, isLocalAllowed: false })
  await call(operator, `/advertisers/${advertiserId}/pending-domains/${pendingDomainId}/confirm`)
}

function sendTestOrder({ advertiserId }: Advertiser, amount = '100') {
  const parameters = { click_id: 'test', order_id: '1', amount }
  const click = { advertiserId, issuedAt: ctx.now }
  return receiveTestOrder(ctx, { advertiserId, click, channel: 'query', parameters, isReadable: true })
}

/** Makes a brand that can open its programme. */
async function makeFinishedDraft(): Promise<Advertiser> {
  const advertiser = await makeDraft()
  await call(advertiser, '/company', company)
  await call(advertiser, '/terms', terms)
  await addHost(advertiser)
  await sendTestOrder(advertiser)
  return advertiser
}

const findStatus = async ({ advertiserId }: Advertiser) =>
  (
    await ctx.db
      .selectFrom('program')
      .select('status')
      .where('advertiserId', '=', advertiserId)
      .executeTakeFirstOrThrow()
  ).status

const listSubjects = async (email: string) =>
  (await ctx.db.selectFrom('mail').select('subject').where('toAddress', '=', email).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )

describe('a new brand', () => {
  test('ticks its steps off and opens its programme, which is refused while one is missing', async () => {
    const advertiser = await makeDraft()
    const open = async () => {
      const { status, code } = await call(advertiser, '/opening')
      return [status, code]
    }
    const nothing = { company: false, hosts: false, terms: false, click_param: false, test: false, open: false }
    expect((await readSetup(advertiser)).done).toEqual(nothing)
    expect(await open()).toEqual([409, 'setup.company'])
    expect(await call(advertiser, '/company', company)).toMatchObject({ status: 200 })
    expect(await open()).toEqual([409, 'setup.hosts'])
    await addHost(advertiser)
    expect(await open()).toEqual([409, 'no_terms'])
    const future = new Date(Date.now() + HOUR_MS).toISOString()
    expect(await call(advertiser, '/terms', { ...terms, effective_from: future })).toMatchObject({ version: 1 })
    expect(await open()).toEqual([409, 'no_terms'])
    expect(await call(advertiser, '/terms', terms)).toMatchObject({ version: 2 })
    expect(await open()).toEqual([409, 'setup.test'])
    await sendTestOrder(advertiser, 'a lot')
    expect(await open()).toEqual([409, 'setup.test'])
    expect(await call(advertiser, '/program', { click_param: 'ref', methods: [], countries: ['DE'] })).toMatchObject({
      status: 200,
    })
    await sendTestOrder(advertiser)
    const { done, test_orders: orders } = await readSetup(advertiser)
    expect(done).toEqual({ company: true, hosts: true, terms: true, click_param: true, test: true, open: false })
    expect(orders).toMatchObject([
      { order_id: '1', reason: null, commission: '7.0000', terms_version: 2 },
      { reason: 'malformed_amount', commission: null },
    ])
    expect(await findStatus(advertiser)).toBe('draft')
    expect(await call(advertiser, '/opening')).toEqual({ status: 'open', success: true })
    expect(await findStatus(advertiser)).toBe('open')
    expect((await readSetup(advertiser)).done.open).toBe(true)
  })

  test('opens its programme and writes its first terms once', async () => {
    const { advertiser } = await makeProgram(ctx)
    for (const [path, body] of [
      ['/terms', terms],
      ['/opening', {}],
    ] as const) {
      expect(await call(advertiser, path, body)).toMatchObject({ status: 409, code: 'setup.not_draft' })
    }
  })

  test('without a programme is told so', async () => {
    const advertiser = await makeAdvertiser(ctx)
    expect(await call(advertiser, '/opening')).toMatchObject({ status: 409, code: 'setup.no_program' })
    const reply = await server.get(`${advertiserApi}/test-click`, { as: advertiser })
    expect(reply.json()).toMatchObject({ status: 409, code: 'setup.test_needs_terms' })
  })

  test('gets a test click with the address that a visitor reaches, valid for the window of its terms', async () => {
    const advertiser = await makeDraft()
    await createPostbackSecret(ctx, { advertiserId: advertiser.advertiserId })
    await call(advertiser, '/terms', { ...terms, window_days: 2 })
    await call(advertiser, '/program', { click_param: 'ref' })
    const { data } = (await server.get(`${advertiserApi}/test-click`, { as: advertiser })).json()
    const token = `test-of-${advertiser.advertiserId}`
    const landing_url = `https://shop.example.com/?ref=${token}&afsrc=1`
    expect(data).toMatchObject({ token, click_param: 'ref', landing_url })
    expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(1.99 * DAY_MS)
  })

  test.each([
    ['legal_name', { legal_name: '' }],
    ['country', { country: 'ZZ' }],
    ['contact_email', { contact_email: 'nobody' }],
    ['street', { street: 'x'.repeat(201) }],
    ['vat_number', { vat_number: 'DE12' }],
    ['vat_number', { vat_number: 'FRXX123456789' }],
  ])('is told which field of its company is wrong: %s', async (field, fault) => {
    const advertiser = await makeDraft()
    expect(await call(advertiser, '/company', { ...company, ...fault })).toMatchObject({ status: 422, field })
    expect((await readSetup(advertiser)).company.legal_name).toBe('')
  })

  test('opens without a test order when the operator says so, until the operator asks for one again', async () => {
    const advertiser = await makeDraft()
    const { advertiserId } = advertiser
    await call(advertiser, '/company', company)
    await call(advertiser, '/terms', terms)
    await addHost(advertiser)
    await skipTest(ctx, { advertiserId, isSkipped: true })
    await call(operator, `/advertisers/${advertiserId}/test-skip`, { is_skipped: false })
    expect(await call(advertiser, '/opening')).toMatchObject({ code: 'setup.test' })
    await call(operator, `/advertisers/${advertiserId}/test-skip`, { is_skipped: true })
    expect(await readSetup(advertiser)).toMatchObject({
      is_test_skipped: true,
      done: { test: true, click_param: false },
    })
    expect(await call(advertiser, '/opening')).toMatchObject({ success: true })
    const lines = await ctx.db
      .selectFrom('auditLine')
      .select('action')
      .where('target', '=', `advertiser:${advertiserId}`)
      .where('action', 'like', 'test.%')
      .orderBy('id')
      .execute()
    expect(lines.map(({ action }) => action)).toEqual(['test.skip', 'test.require', 'test.skip'])
  })
})

describe('a review before the opening', () => {
  const setPolicy = (is_required: boolean) => call(operator, '/opening-policy', { is_required })
  const listWaiting = async () =>
    (await server.get(`${operatorApi}/openings?page_size=50`, { as: operator })).json().data.openings

  beforeAll(() => setPolicy(true))
  afterAll(() => setPolicy(false))

  test('is a rule of the network with an audit line', async () => {
    const line = await ctx.db
      .selectFrom('auditLine')
      .select(['actorAccountId', 'details'])
      .where('action', '=', 'network.set-opening-policy')
      .executeTakeFirst()
    expect(line).toEqual({ actorAccountId: operator.accountId, details: { isReviewRequired: true } })
  })

  test('makes a finished programme wait; the operator is told, and the brand of the decision', async () => {
    const advertiser = await makeFinishedDraft()
    const { advertiserId, displayName } = advertiser
    expect(await call(advertiser, '/opening')).toEqual({ status: 'waiting', success: true })
    expect(await findStatus(advertiser)).toBe('draft')
    expect(await listSubjects(operator.email)).toContain(`${displayName} is ready for review`)
    expect(await listWaiting()).toMatchObject([{ advertiser_id: Number(advertiserId), title: displayName }])
    const bodies = { '/opening': {}, '/terms': terms, '/program': { title: 'Other' } }
    for (const [path, body] of Object.entries(bodies)) {
      expect(await call(advertiser, path, body)).toMatchObject({ status: 409, code: 'setup.waiting' })
    }

    const decide = (decision: string, reason = '') =>
      call(operator, `/advertisers/${advertiserId}/opening`, { decision, reason })
    expect(await decide('decline')).toMatchObject({ status: 422, field: 'reason' })
    expect(await decide('decline', 'Name your methods')).toMatchObject({ status: 200 })
    expect(await readSetup(advertiser)).toMatchObject({ opening: { state: 'declined', reason: 'Name your methods' } })
    expect(await decide('approve')).toMatchObject({ status: 409, code: 'setup.not_waiting' })

    await call(advertiser, '/opening')
    expect(await decide('approve')).toMatchObject({ status: 200 })
    expect(await findStatus(advertiser)).toBe('open')
    expect(await listWaiting()).toEqual([])
    expect(await listSubjects(advertiser.email)).toEqual([
      `${displayName} needs a change before it opens`,
      `${displayName} is open`,
    ])
  })

  test('can be taken back, and is decided once when brand and operator act at once', async () => {
    const advertiser = await makeFinishedDraft()
    await call(advertiser, '/opening')
    expect(await call(advertiser, '/opening/withdraw')).toMatchObject({ status: 200 })
    expect(await call(advertiser, '/opening/withdraw')).toMatchObject({ status: 409, code: 'setup.not_waiting' })
    expect(await call(advertiser, '/terms', terms)).toMatchObject({ status: 200 })
    await call(advertiser, '/opening')
    const approve = { decision: 'approve' }
    const both = await Promise.all([
      call(advertiser, '/opening/withdraw'),
      call(operator, `/advertisers/${advertiser.advertiserId}/opening`, approve),
    ])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  })
})

test('a programme does not open while its last host is being removed', async () => {
  const advertiser = await makeFinishedDraft()
  const domain = await database.db
    .selectFrom('advertiserDomain')
    .select('id')
    .where('advertiserId', '=', advertiser.advertiserId)
    .executeTakeFirstOrThrow()
  const lock = (tx: Db) => sql`LOCK TABLE audit_line IN SHARE MODE`.execute(tx)
  await beginWhileLocked(database, lock, [
    () => call(advertiser, `/declared-domains/${domain.id}/remove`),
    () => call(advertiser, '/opening'),
  ])
  expect(await findStatus(advertiser)).toBe('draft')
})

test('publishers read what they can rely on, and that the programme closes', async () => {
  const { advertiserId } = await makeProgram(ctx)
  const as = await makePublisher(ctx)
  const read = async () => (await server.get(`/api/v1/advertiser/${advertiserId}/setup`, { as })).json().data
  const open = { done: { terms: true }, decides: 'confirm', decides_within_days: 30, coverage: null }
  expect(await read()).toMatchObject({ ...open, tested_on: null, closes_at: null })
  await announceClosing(ctx, { advertiserId, day: addDays(toDay(ctx.now), 20) })
  expect((await read()).closes_at).toBe(`${addDays(toDay(ctx.now), 20)}T00:00:00.000Z`)
})
