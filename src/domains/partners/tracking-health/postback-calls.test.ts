import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#kernel/actor.ts'
import { toDay } from '#kernel/days.ts'
import { recordRate } from '#test/support/exchange-rates.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { createTestServer } from '#test/support/test-server.ts'
import { stopDate } from '#test/support/timing.ts'
import type { DryRunView, PostbackView } from './contract/postbacks.ts'
import { postbackRoutes } from './routes/postback-routes.ts'

const path = '/api/v1/brand/postbacks'
const { database, fixtures, shop, nextOrder, close } = await openPostbackFixtures()
let server: Awaited<ReturnType<typeof createTestServer>>

const signIn = (advertiserId: bigint): Actor => ({
  kind: 'account',
  role: 'advertiser',
  accountId: 1n,
  email: 'anna@brook.example',
  displayName: 'Anna',
  advertiserId,
})
const advertiser = signIn(fixtures.advertiserId)

beforeAll(async () => {
  server = await createTestServer(database.db, postbackRoutes({ tokens: fixtures.source }))
})
afterAll(async () => {
  await server.close()
  await close()
})

interface List {
  data: { count: number; postbacks: PostbackView[] }
}

test('an advertiser sees only its own postbacks, with their answers and without the secret', async () => {
  const order_id = nextOrder()
  await shop.send({ click_id: await fixtures.makeClick(), order_id, amount: '120' })
  await shop.send({ click_id: 'x', order_id: nextOrder(), amount: '9' })
  const response = await server.get(`${path}?result=recorded`, { as: advertiser })
  const { count, postbacks } = response.json<List>().data
  const seen = { channel: 'query', result: 'recorded', reason: null, order_id, amount: '120', replayed_as: null }
  expect([count, postbacks[0]]).toMatchObject([1, { ...seen, publisher_id: Number(fixtures.publisherId) }])
  expect(response.body).not.toContain(fixtures.token)
  const other = await server.get(path, { as: signIn(fixtures.otherAdvertiser.advertiserId) })
  expect(other.json()).toMatchObject({ data: { count: 0, postbacks: [] } })
})

test('names what is odd about the parameters of a postback, and of a dry run', async () => {
  const parameters = { click_id: 'x', order_id: nextOrder(), amount: '{amount}', code: 'TEA' }
  await shop.send(parameters)
  const hints = [
    { parameter: 'amount', hint: 'macro_not_replaced' },
    { parameter: 'code', hint: 'unknown_name', message: expect.stringContaining('coupon') },
  ]
  const seen = (await server.get(`${path}?result=rejected`, { as: advertiser })).json<List>().data.postbacks
  expect(seen[0]).toMatchObject({ reason: 'macro_not_replaced', hints: hints.toReversed() })
  const tried = await server.post(`${path}/dry-run`, { as: advertiser, json: { parameters } })
  expect(tried.json()).toMatchObject({ data: { reason: 'macro_not_replaced', hints } })
})

test('a dry run names click, publisher, terms and rate in the words of the reader', async () => {
  await recordRate(database.db, { currency: 'EUR', rate: '1.1' })
  const parameters = { click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '100', currency: 'EUR' }
  const tryPostback = async (given: Record<string, string>) =>
    (await server.post(`${path}/dry-run`, { as: advertiser, json: { parameters: given } })).json<{ data: DryRunView }>()
      .data
  const publisher = { publisher_id: Number(fixtures.publisherId), publisher_name: 'Field Notes' }
  const priced = { order_value: '100.0000', currency: 'EUR', commission: '10.0000', commission_currency: 'EUR' }
  expect(await tryPostback(parameters)).toMatchObject({
    result: 'recorded',
    message: null,
    transaction: null,
    click: { ...publisher, verdict: 'payable' },
    order: { ...publisher, ...priced, terms_version: 1, usd_order_value: '110.0000', rate: { day: toDay(new Date()) } },
  })
  await shop.send(parameters)
  expect(await tryPostback({ ...parameters, amount: '99' })).toMatchObject({
    result: 'duplicate',
    reason: 'amount_differs',
    message: expect.stringContaining('another amount'),
    order: null,
    transaction: { publisher_id: Number(fixtures.publisherId), transaction_id: expect.any(String) },
  })
  const { advertiserId } = fixtures.otherAdvertiser
  const foreign = { ...parameters, click_id: await fixtures.makeClick({ advertiserId }) }
  expect(await tryPostback({ ...foreign, order_id: nextOrder() })).toMatchObject({
    reason: 'wrong_advertiser',
    click: null,
  })
})

test('dry runs and replays are limited', async () => {
  const as = signIn(fixtures.otherAdvertiser.advertiserId)
  const json = { parameters: { order_id: '1' } }
  // The limit holds for a minute of the clock, which must not end meanwhile.
  stopDate()
  const send = () => server.post(`${path}/dry-run`, { as, json })
  for (let count = 0; count < 60; count += 1) expect((await send()).statusCode).toBe(200)
  const refused = await send()
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
})
