import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeAdvertiser } from '#test/support/network-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { setupRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  const outbound = new OutboundClient({ userAgent: 'test', resolve: async () => [], resolveTxt: async () => [] })
  server = await createTestServer(database.db, setupRoutes({ outbound, mintTestClick: () => 'test' }))
})
afterAll(() => server.close())

test('a member who runs the programme hides its first steps, for this brand alone', async () => {
  const ctx = testContext(database.db)
  const [advertiser, other] = [await makeAdvertiser(ctx), await makeAdvertiser(ctx)]
  const viewer = { ...advertiser, teamRole: 'viewer' as const }
  const areHidden = async (as: typeof advertiser) =>
    (await server.get('/api/v1/brand/setup', { as })).json().data.are_first_steps_hidden
  const hide = (as: typeof advertiser) => server.post('/api/v1/brand/first-steps/hide', { as, json: {} })

  expect((await hide(viewer)).statusCode).toBe(403)
  expect(await areHidden(advertiser)).toBe(false)
  expect((await hide(advertiser)).statusCode).toBe(200)
  expect((await hide(advertiser)).statusCode).toBe(200)
  expect([await areHidden(advertiser), await areHidden(other)]).toEqual([true, false])
  const lines = await ctx.db
    .selectFrom('auditLine')
    .select('action')
    .where('target', '=', `advertiser:${advertiser.advertiserId}`)
    .where('action', '=', 'first-steps.hide')
    .execute()
  expect(lines).toHaveLength(2)
})
