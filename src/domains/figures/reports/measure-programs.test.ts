import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestJoin } from '#domains/programmes/programs/commands/request-join.ts'
import { offerRoutes } from '#domains/programmes/programs/routes/membership-routes.ts'
import { decideTransaction } from '#domains/orders/transactions/commands/decide-transactions.ts'
import { countStatuses } from '#domains/orders/transactions/commands/count-statuses.ts'
import { HOUR_MS } from '#kernel/days.ts'
import type { Ctx } from '#platform/server/context.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram, makePublisher } from '#test/support/network-fixtures.ts'
import { createOrderFixtures, recordPending } from '#test/support/order-fixtures.ts'
import type { OrderFixtures } from '#test/support/order-fixtures.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { measurePrograms } from './commands/measure-programs.ts'
import { rebuildRollups } from './commands/rebuild-rollups.ts'

const database = await openTestDatabase()
let ctx: Ctx
let server: Awaited<ReturnType<typeof createTestServer>>
let publisher: Awaited<ReturnType<typeof makePublisher>>
let fixtures: OrderFixtures

beforeAll(async () => {
  ctx = testContext(database.db)
  server = await createTestServer(database.db, offerRoutes())
  publisher = await makePublisher(ctx)
  fixtures = await createOrderFixtures(database.db)
})
afterAll(() => server.close())

async function measure(): Promise<void> {
  const now = new Date()
  await rebuildRollups(database.db, { from: new Date(now.getTime() - 3 * HOUR_MS), until: now })
  await countStatuses(database.db, now)
  await measurePrograms({ ...ctx, now })
}

const get = async (path: string) => (await server.get(path, { as: publisher })).json().data

test('a programme shows no EPC below 100 clicks, and then the commission per click with its clicks', async () => {
  const transactions = []
  for (let order = 0; order < 3; order++) transactions.push(await recordPending(ctx, fixtures))
  await measure()
  const own = async () => {
    const { advertisers } = await get('/api/v1/advertiser/list?keyword=Brook')
    return advertisers[0]
  }
  expect(await own()).toMatchObject({ clicks: 3, epc: null, approval_rate: null, decision_days: null })

  for (let click = 0; click < 97; click++) await fixtures.makeClick()
  const decidedAt = new Date(Date.now() + 36 * HOUR_MS)
  const [first, second, third] = transactions
  for (const each of [first, second]) {
    if (each) await decideTransaction({ ...ctx, now: decidedAt }, { ...each, action: 'confirm' })
  }
  if (third)
    await decideTransaction(
      { ...ctx, now: decidedAt },
      { ...third, action: 'cancel', reasonCode: 'OTHER', note: 'see mail' },
    )
  await measure()
  expect(await own()).toMatchObject({ clicks: 100, epc: '0.20', approval_rate: 66.6, decision_days: 1.5 })
})

test('the list puts the best programme first, and the carousel what the publisher has not joined', async () => {
  const plain = await makeProgram(ctx, { joinMode: 'auto' })
  const { advertiserId, termsId } = fixtures.otherAdvertiser
  for (let click = 0; click < 100; click++) await fixtures.makeClick({ advertiserId, termsId })
  await measure()
  const order = async (query: string) => {
    const { advertisers } = await get(`/api/v1/advertiser/list?${query}`)
    return advertisers.map(({ id }: { id: number }) => id)
  }
  const best = Number(fixtures.advertiserId)
  expect(await order('')).toEqual([best, Number(plain.advertiserId), Number(advertiserId)])
  expect(await order('sort=name')).toHaveLength(3)
  const top = async () => (await get('/api/v1/advertiser/list')).top_advertisers.map(({ id }: { id: number }) => id)
  expect((await top())[0]).toBe(best)
  const program = database.db.selectFrom('program').select('id').where('advertiserId', '=', fixtures.advertiserId)
  const { id: programId } = await program.executeTakeFirstOrThrow()
  await requestJoin(ctx, { programId, publisherId: publisher.publisherId, message: '' })
  expect((await top()).at(-1)).toBe(best)
  expect(await top()).toContain(Number(plain.advertiserId))
})

test('the download has all rows of the same filter, and no cell that a spreadsheet runs', async () => {
  await database.db.updateTable('advertiser').set({ name: '=1+1' }).where('name', '=', 'Other Shop').execute()
  const answer = await server.get('/api/v1/advertiser/download?keyword=1&sort=name', { as: publisher })
  expect(answer.headers['content-disposition']).toBe('attachment; filename="advertisers.csv"')
  const [header, ...lines] = answer.body.trim().split('\r\n')
  expect(header).toContain('advertiser_id,advertiser,website,commission,clicks,epc,approval_rate')
  expect(lines.join('\n')).toContain(`,'=1+1,`)
  const { count } = await get('/api/v1/advertiser/list?keyword=1')
  expect(lines).toHaveLength(count)
})
