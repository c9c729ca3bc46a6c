import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAdvertiser } from '#domains/people/advertisers/commands.ts'
import { updateProgram } from './commands/update-program.ts'
import { merchantRoutes } from './routes/merchant-routes.ts'
import { membershipRoutes, offerRoutes } from './routes/membership-routes.ts'
import { programRoutes } from './routes/program-routes.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import { termsRoutes } from '#domains/partners/terms/routes/advertiser-routes.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAccount, makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let operator: AccountActor
let publisher: AccountActor & { publisherId: bigint }

beforeAll(async () => {
  ctx = testContext(database.db)
  const routes = [...merchantRoutes, ...programRoutes, ...termsRoutes, ...offerRoutes(), ...membershipRoutes]
  server = await createTestServer(database.db, routes)
  operator = await makeAccount(ctx, 'operator')
  publisher = await makePublisher(ctx)
})
afterAll(() => server.close())

const page = (path: string, as?: AccountActor) => server.get(`/api/v1${path}`, as ? { as } : {})

describe('a merchant', () => {
  test('is found by id and slug together, because ids repeat', async () => {
    await makeProgram(ctx, { publicId: 45_957, slug: 'first-affiliate-program', title: 'First' })
    await makeProgram(ctx, { publicId: 45_957, slug: 'Second-affiliate-program', title: 'Second' })
    expect((await page('/merchants/45957/first-affiliate-program')).json().data.title).toBe('First')
    expect((await page('/merchants/45957/Second-affiliate-program')).json().data.title).toBe('Second')
    for (const wrong of ['45958/first-affiliate-program', '45957/third', '45957/FIRST-affiliate-program']) {
      expect((await page(`/merchants/${wrong}`)).statusCode, wrong).toBe(404)
    }
    for (const absurd of ['0/a', '-1/a', 'x/a', '99999999999/a', '1e3/first-affiliate-program']) {
      expect([404, 422], absurd).toContain((await page(`/merchants/${absurd}`)).statusCode)
    }
  })

  test('shows its rates, countries and policies', async () => {
    await makeProgram(ctx, {
      publicId: 7,
      slug: 'full',
      title: 'Full',
      description: 'Things',
      commissionText: 'Up to 5%',
      countries: ['FR', 'DE'],
      methods: [
        { method: 'Coupons', policy: 'allowed' },
        { method: 'SEM', policy: 'under_condition' },
      ],
    })
    const { data } = (await page('/merchants/7/full')).json()
    expect(data).toMatchObject({
      path: '/merchants/7/full',
      description: 'Things',
      commission: 'Up to 5%',
      website: { href: 'https://shop.example.com/', name: 'shop.example.com' },
      countries: [
        { code: 'DE', name: 'Germany' },
        { code: 'FR', name: 'France' },
      ],
      terms: { window_days: 30, validation_days: 30, rates: [{ action_type: 'sale', text: '5%' }] },
      is_open: true,
      membership: null,
      can_join: false,
    })
    expect(data.methods.map(({ method }: { method: string }) => method)).toEqual(PROMOTION_METHODS)
    const marked = data.methods.filter(({ stance }: { stance: string | null }) => stance !== null)
    expect(marked).toEqual([
      { method: 'SEM', stance: 'under_condition' },
      { method: 'Coupons', stance: 'allowed' },
    ])
    const chinese = (await page('/merchants/7/full?hl=zh')).json().data.countries
    expect(chinese).toContainEqual({ code: 'FR', name: '法国' })
  })

  test('is visible as soon as an operator opens its programme, and not before', async () => {
    const { advertiserId } = await createAdvertiser(ctx, { name: 'New shop', website: 'https://new.example/' })
    const created = await server.post(`/api/v1/operator/advertisers/${advertiserId}/program`, {
      as: operator,
      json: { title: 'New shop', slug: 'new-shop', public_id: 900 },
    })
    const programId = BigInt(created.json().program_id)
    const seen = async () => (await page('/merchants/900/new-shop')).statusCode
    expect(await seen()).toBe(404)
    await server.post(`/api/v1/operator/programs/${programId}/terms`, {
      as: operator,
      json: { window_days: 30, validation_days: 30, rates: [{ action_type: 'sale', kind: 'percent', value: '4' }] },
    })
    const change = (status: string) =>
      server.post(`/api/v1/operator/programs/${programId}`, { as: operator, json: { status } })
    await change('open')
    expect(await seen()).toBe(200)
    await change('paused')
    expect((await page('/merchants/900/new-shop')).json().data.is_open).toBe(false)
    await change('closed')
    expect(await seen()).toBe(404)
  })

  test('shows the relation of the signed-in publisher, and none to other readers', async () => {
    const { advertiserId } = await makeProgram(ctx, { publicId: 11, slug: 'joinable', joinMode: 'auto' })
    const view = async (as?: AccountActor) => {
      const { membership, can_join: canJoin } = (await page('/merchants/11/joinable', as)).json().data
      return [membership, canJoin]
    }
    expect(await view(publisher)).toEqual([null, true])
    await server.post(`/api/v1/advertiser/${advertiserId}/join`, { as: publisher })
    expect(await view(publisher)).toEqual(['joined', false])
    expect(await view(operator)).toEqual([null, false])
    expect(await view()).toEqual([null, false])
  })
})

describe('the list of merchants', () => {
  const list = async (query: string) => (await page(`/merchants?${query}`)).json().data
  const rename = ({ advertiserId }: { advertiserId: bigint }, name: string) =>
    ctx.db.updateTable('advertiser').set({ name }).where('id', '=', advertiserId).execute()

  test('lists open programmes by name, and filters by name and country', async () => {
    const shoes = await makeProgram(ctx, { slug: 'quokka', title: 'Quokka shoes', countries: ['NZ'] })
    const socks = await makeProgram(ctx, { slug: 'quokka-global', title: 'Quokka socks', countries: ['GLOBAL'] })
    await rename(shoes, 'Quokka A')
    await rename(socks, 'Quokka B')
    await makeProgram(ctx, { slug: 'quokka-france', title: 'Quokka hats', countries: ['FR'] })
    expect((await list('keyword=quokka')).count).toBe(3)
    const { count, merchants, countries } = await list('keyword=QUOKKA&country=NZ')
    expect(count).toBe(2)
    expect(merchants.map(({ title }: { title: string }) => title)).toEqual(['Quokka shoes', 'Quokka socks'])
    expect(countries).toContainEqual({ code: 'NZ', name: 'New Zealand' })
    await updateProgram(ctx, { programId: shoes.programId, status: 'paused' })
    expect((await list('keyword=quokka&country=NZ')).count).toBe(1)
  })

  test('ignores or refuses unusual queries without failing', async () => {
    expect((await list('keyword=%25')).count).toBe(0)
    expect((await list("keyword=';--")).count).toBe(0)
    expect((await page('/merchants?country=%3Cscript%3E')).statusCode).toBe(200)
    expect((await page('/merchants?page_number=0')).statusCode).toBe(422)
  })
})
