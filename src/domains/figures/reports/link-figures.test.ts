import { afterAll, beforeAll, expect, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { DAY_MS } from '#kernel/days.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { LINK_FIGURE_DAYS, getLinkFiguresCall } from './contract/calls.ts'
import { reportRoutes } from './routes.ts'

const database = await openTestDatabase()
let server: Awaited<ReturnType<typeof createTestServer>>
let fixtures: OrderFixtures
let publisher: AccountActor

beforeAll(async () => {
  server = await createTestServer(database.db, reportRoutes, () => new Date())
  fixtures = await createOrderFixtures(database.db)
  const account = {
    kind: 'account',
    accountId: 1n,
    email: 'p@example.com',
    role: 'publisher',
    displayName: 'P',
  } as const
  publisher = { ...account, publisherId: fixtures.publisherId }
  await recordPending(testContext(database.db), fixtures, { linkId: 7n })
  await fixtures.makeClick({ linkId: 7n })
  await fixtures.makeClick({ linkId: 7n, verdict: 'bot' })
  await fixtures.makeClick({ linkId: 7n, agoMs: LINK_FIGURE_DAYS * DAY_MS })
  await fixtures.makeClick({ linkId: 8n })
  await fixtures.makeClick()
})

afterAll(() => server.close())

async function read(query: string, as = publisher) {
  const response = await server.get(`${getLinkFiguresCall.path}?${query}`, { as })
  return response.statusCode === 200 ? response.json().data : response.statusCode
}

test('sums up clicks and their orders by short link', async () => {
  expect(await read('link_ids=7,9')).toEqual([
    { link_id: 7, click_count: 2, total_transactions: 1, epc: '5.00', commission: '10.0000' },
  ])
})

test('counts neither for another publisher nor for another site of a sub-account', async () => {
  const subAccount = { siteId: fixtures.siteId, access: 'full' as const }
  expect(await read('link_ids=8', { ...publisher, subAccount })).toMatchObject([{ click_count: 1 }])
  expect(await read('link_ids=8', { ...publisher, subAccount: { ...subAccount, siteId: 0n } })).toEqual([])
  expect(await read('link_ids=7', { ...publisher, publisherId: 999n })).toEqual([])
  expect(await read('link_ids=x')).toBe(422)
})
