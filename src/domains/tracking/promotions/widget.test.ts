import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { loadTexts } from '#texts/catalogue.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createPromotion } from './commands/save-promotion.ts'
import { promotionWidget } from './routes/widget.ts'

const database = await openTestDatabase()
let server: FastifyInstance
let key: string

beforeAll(async () => {
  const ctx = testContext(database.db)
  const { publisherId } = await makePublisher(ctx)
  ;({ key } = await createSite(ctx, { publisherId, name: 'Notes', url: 'https://notes.example' }))
  const [joined, other] = [await makeProgram(ctx, { joinMode: 'auto' }), await makeProgram(ctx, { joinMode: 'auto' })]
  await requestJoin(ctx, { programId: joined.programId, publisherId, message: '' })
  const make = async (
    advertiserId: bigint,
    host: string,
    promotion: { title: string; category: 'Food' | 'Sports' },
  ) => {
    const common = { type: 'deal' as const, description: '', code: null, commission: '', start: null, end: null }
    await createPromotion(ctx, { advertiserId, promotion: { ...common, ...promotion, url: `https://${host}/` } })
  }
  await declareDomain(ctx, { advertiserId: joined.advertiserId, host: 'joined.example' })
  await declareDomain(ctx, { advertiserId: other.advertiserId, host: 'other.example' })
  await make(joined.advertiserId, 'joined.example', { title: '<b>Tea</b> & "cake"', category: 'Food' })
  await make(joined.advertiserId, 'joined.example', { title: 'Shoes', category: 'Sports' })
  await make(other.advertiserId, 'other.example', { title: 'Elsewhere', category: 'Food' })
  server = fastify()
  await server.register(promotionWidget, {
    db: database.db,
    trackingOrigin: 'https://go.network.example',
    texts: loadTexts(),
  })
})
afterAll(() => server.close())

test('lists joined promotions with tracked links that open at top level', async () => {
  const { body, statusCode } = await server.inject(`/widget/${key}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('Shoes')
  expect(body).toContain('&lt;b&gt;Tea&lt;/b&gt; &amp; &quot;cake&quot;')
  expect(body).not.toContain('Elsewhere')
  expect(body).toMatch(
    new RegExp(`<a href="https://go.network.example/r\\?key=${key}&amp;promo=\\d+&amp;url=[^"]+" target="_top"`),
  )
})

test('lists only the chosen categories and ignores unknown ones', async () => {
  const food = await server.inject(`/widget/${key}?category=Food&category=Nothing`)
  expect(food.body).not.toContain('Shoes')
  expect(food.body).toContain('cake')
  expect((await server.inject(`/widget/${key}?category=Nothing`)).body).toContain('Shoes')
})

test('may stand in any frame, and has no cookie, no script and no form', async () => {
  const cookies = { tandem_session: 'x' }
  const { headers, body } = await server.inject({ url: `/widget/${key}`, cookies })
  expect(headers['content-security-policy']).toContain('frame-ancestors *')
  expect(headers['x-frame-options']).toBeUndefined()
  expect(headers['set-cookie']).toBeUndefined()
  expect(body).not.toMatch(/<(script|form|input|iframe)/)
})

test('has the language that the browser asks for, whatever the cookie says', async () => {
  const read = async (headers: Record<string, string>) =>
    (await server.inject({ url: `/widget/${key}`, headers })).body.match(/<html lang="(\w+)">/)?.[1]
  expect(await read({ 'accept-language': 'zh', cookie: 'tandem_locale=en' })).toBe('zh')
  expect(await read({ cookie: 'tandem_locale=zh' })).toBe('en')
})

test('of an unknown or inactive site is an empty page', async () => {
  const unknown = await server.inject('/widget/aaaaaaaaaaaaaaaa')
  expect([unknown.statusCode, unknown.body.includes('<a ')]).toEqual([404, false])
  expect((await server.inject('/widget/%00')).statusCode).toBe(404)
  await database.db.updateTable('site').set({ isActive: false }).where('key', '=', key).execute()
  expect((await server.inject(`/widget/${key}`)).body).toBe(unknown.body)
})
