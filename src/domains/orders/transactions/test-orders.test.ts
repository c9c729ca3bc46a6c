import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTerms } from '#domains/programmes/programs/commands/add-terms.ts'
import { readState } from '#test/support/access-network.ts'
import { testContext } from '#test/support/context.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { MAX_TEST_ORDERS } from './commands/receive-test-order.ts'
import { listTestOrders } from './queries/test-orders.ts'

let opened: Awaited<ReturnType<typeof openPostbackFixtures>>

beforeAll(async () => {
  opened = await openPostbackFixtures()
})
afterAll(() => opened.close())

const send = (parameters: Record<string, string>) => opened.shop.send(parameters)
const list = () => listTestOrders(opened.database.db, opened.fixtures)
const readOthers = () => readState(opened.database.ownerDb, ['test_order'])

describe('an order with a test click', () => {
  test('is checked and priced, kept for its advertiser, and counted nowhere', async () => {
    const order_id = opened.nextOrder()
    const before = await readOthers()
    const reply = await send({ click_id: opened.fixtures.issueTestClick(), order_id, amount: '100', coupon: 'TEN' })
    expect(reply).toEqual({
      status: 200,
      result: 'test',
      reason: null,
      message: 'A test: everything is in order, and nothing was recorded.',
      transaction_id: null,
      order_id,
      event: 'sale',
      order_value: '100.0000',
      commission: '10.0000',
      currency: 'USD',
      commission_currency: 'USD',
      terms_version: 1,
    })
    expect(await readOthers()).toBe(before)
    expect(await list()).toMatchObject([{ reason: null, orderValue: 1_000_000n, commission: 100_000n }])
    expect((await list())[0]?.parameters).toEqual({
      click_id: expect.any(String),
      order_id,
      amount: '100',
      coupon: 'TEN',
    })
  })

  test('passes each time, also with the mark of a test and after a real order of the same number', async () => {
    const order_id = opened.nextOrder()
    const order = { order_id, amount: '5', event: 'lead' }
    await send({ ...order, click_id: await opened.fixtures.makeClick() })
    const before = await readOthers()
    for (const test of ['0', '1']) {
      const click_id = opened.fixtures.issueTestClick()
      expect(await send({ ...order, click_id, test })).toMatchObject({ result: 'test', commission: '5.0000' })
    }
    expect(await readOthers()).toBe(before)
  })

  test.each([
    { token: 'wrong' },
    { currency: 'XXX' },
    { amount: '10,00' },
    { amount: '-5' },
    { amount: '' },
    { order_id: '' },
    { event: 'nothing' },
    { event: 'Not an event' },
    { amount: '', items: 'a:1|b' },
    { customer_status: 'OLD' },
    { status: 'refunded' },
  ] as Record<string, string>[])('is refused like a real one with %j', async (fault) => {
    const order = { amount: '10', currency: 'USD', order_id: opened.nextOrder(), ...fault }
    const [real, tested] = [await opened.fixtures.makeClick(), opened.fixtures.issueTestClick()]
    const refusal = await send({ ...order, click_id: real })
    expect(refusal.result).toBe('rejected')
    const before = await opened.countPostbacks()
    expect(await send({ ...order, click_id: tested })).toEqual(refusal)
    expect(await opened.countPostbacks()).toBe(before)
  })

  test("is refused when its click is another advertiser's or its window is over, like a real one", async () => {
    const order = { amount: '10', order_id: opened.nextOrder() }
    const { advertiserId } = opened.fixtures.otherAdvertiser
    const options = [{ advertiserId }, { agoMs: 31 * 86_400_000 }]
    for (const [index, reason] of ['wrong_advertiser', 'expired_click'].entries()) {
      const tested = await send({ ...order, click_id: opened.fixtures.issueTestClick(options[index]) })
      expect(tested).toMatchObject({ status: 422, reason })
      expect(tested).toEqual(await send({ ...order, click_id: await opened.fixtures.makeClick(options[index]) }))
    }
    expect((await list())[0]).toMatchObject({ reason: 'expired_click', commission: null })
  })

  test('is answered in the formats of other postbacks', async () => {
    const { fixtures, shop } = opened
    const click = `click_id=${fixtures.issueTestClick()}&token=${fixtures.token}`
    const order = `order_id=${opened.nextOrder()}&amount=1&${click}`
    const tune = await fetch(`${shop.origin}/postback?${order}&fmt=tune`)
    expect([tune.status, await tune.text()]).toEqual([200, 'success=true;'])
    const pixel = await fetch(`${shop.origin}/p.gif?${order}`)
    expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect((await list())[0]).toMatchObject({ channel: 'pixel', reason: null })
  })

  test('is priced by the newest terms, begun or not', async () => {
    const { db } = opened.database
    const { id: programId } = await db
      .selectFrom('program')
      .select('id')
      .where('advertiserId', '=', opened.fixtures.advertiserId)
      .executeTakeFirstOrThrow()
    await addTerms(testContext(db), {
      programId,
      windowDays: 30,
      validationDays: 30,
      effectiveFrom: new Date(Date.now() + 86_400_000),
      rates: [{ event: 'sale', kind: 'percent', ratePpm: 200_000 }],
    })
    const order = { amount: '10', order_id: opened.nextOrder(), click_id: opened.fixtures.issueTestClick() }
    expect(await send(order)).toMatchObject({ commission: '2.0000', terms_version: 2 })
  })

  test(`is one of ${MAX_TEST_ORDERS} that are kept`, async () => {
    const click_id = opened.fixtures.issueTestClick()
    for (let count = 0; count < MAX_TEST_ORDERS + 1; count += 1) {
      await send({ click_id, order_id: `kept-${count}`, amount: '1' })
    }
    const kept = await list()
    expect(kept).toHaveLength(MAX_TEST_ORDERS)
    expect([kept[0]?.parameters['order_id'], kept.at(-1)?.parameters['order_id']]).toEqual(['kept-20', 'kept-1'])
  })
})
