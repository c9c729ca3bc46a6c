import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#kernel/days.ts'
import { openPostbackShop, openPostbackFixtures } from '#test/support/postback-shop.ts'

const { countPostbacks, database, findTransaction, nextOrder, shop, fixtures, close } = await openPostbackFixtures()

afterAll(close)

describe('an order', () => {
  test('is recorded with the commission of the terms at the click', async () => {
    const furtherSubs = { sub2: 'top', sub3: 'march', sub5: 'b' }
    const [click, order] = [await fixtures.makeClick({ sub1: 'newsletter', furtherSubs }), nextOrder()]
    const reply = await shop.send({
      click_id: click,
      order_id: order,
      amount: '1083.29',
      currency: 'usd',
      coupon: 'SPRING',
    })
    expect(reply).toEqual({ status: 200, result: 'recorded', reason: null, transaction_id: expect.any(String) })
    expect(await findTransaction(order)).toMatchObject({
      id: reply.transaction_id,
      publisherId: fixtures.publisherId,
      advertiserId: fixtures.advertiserId,
      siteId: fixtures.siteId,
      termsId: fixtures.termsId,
      orderValue: 10_832_900n,
      commission: 1_083_290n,
      currency: 'USD',
      coupon: 'SPRING',
      sub1: 'newsletter',
      sub2: 'top',
      sub3: 'march',
      sub4: null,
      sub5: 'b',
      channel: 'server',
      sourcePage: 'https://notes.example/best-shoes',
    })
  })

  test('counts under the terms of its click, even if the catalog expects other terms', async () => {
    const { termsId } = fixtures.otherAdvertiser
    const [click, order] = [await fixtures.makeClick({ termsId }), nextOrder()]
    const reply = await shop.send({ click_id: click, order_id: order, amount: '83.29' })
    expect(reply).toMatchObject({ result: 'recorded', reason: null })
    expect(await findTransaction(order)).toMatchObject({ termsId, siteId: fixtures.siteId })
  })

  test('of a fixed rate needs no amount', async () => {
    const [click, order] = [await fixtures.makeClick(), nextOrder()]
    expect(await shop.send({ click_id: click, order_id: order, event: 'lead' })).toMatchObject({ result: 'recorded' })
    expect(await findTransaction(order)).toMatchObject({ orderValue: 0n, commission: 50_000n })
  })

  test('with a macro as its id is refused each time, and the next real order is no duplicate of it', async () => {
    const order = nextOrder()
    for (const order_id of ['[ORDER_ID]', '%%ORDERID%%', '{order_id}', 'undefined']) {
      const click_id = await fixtures.makeClick()
      const reply = await shop.send({ click_id, order_id, amount: '10' })
      expect(reply).toMatchObject({
        status: 422,
        reason: 'macro_not_replaced',
        hints: [{ parameter: 'order_id', hint: 'macro_not_replaced' }],
      })
    }
    const reply = await shop.send({
      click_id: await fixtures.makeClick(),
      order_id: order,
      amount: '10',
      coupon: '{c}',
    })
    expect(reply).toMatchObject({ result: 'recorded', hints: [{ parameter: 'coupon', hint: 'macro_not_replaced' }] })
    expect(await findTransaction(order)).toMatchObject({ coupon: null })
  })

  test('of a beacon is read as JSON', async () => {
    const given = { token: fixtures.token, click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: 10 }
    const reply = await shop.post(JSON.stringify(given), 'text/plain;charset=UTF-8')
    expect(reply).toMatchObject({ result: 'recorded' })
  })

  test('may repeat a parameter with the same value, and not with another', async () => {
    const query = new URLSearchParams({ token: fixtures.token, click_id: await fixtures.makeClick(), amount: '10' })
    const order = nextOrder()
    for (const order_id of [order, order]) query.append('order_id', order_id)
    const send = async () => (await fetch(`${shop.origin}/postback?${query}`)).json()
    expect(await send()).toMatchObject({ result: 'recorded' })
    query.append('order_id', nextOrder())
    expect(await send()).toMatchObject({ result: 'rejected', reason: 'malformed_field' })
  })

  test('is one transaction per event', async () => {
    const [click, order] = [await fixtures.makeClick(), nextOrder()]
    const sale = await shop.send({ click_id: click, order_id: order, amount: '10' })
    const lead = await shop.send({ click_id: click, order_id: order, event: 'lead' })
    expect([sale.result, lead.result]).toEqual(['recorded', 'recorded'])
    expect(lead.transaction_id).not.toBe(sale.transaction_id)
  })

  test('is recorded once when it comes by form, JSON, multipart and pixel', async () => {
    const [click, order] = [await fixtures.makeClick(), nextOrder()]
    const given = { token: fixtures.token, click_id: click, order_id: order, amount: '10.00' }
    const json = await shop.post(JSON.stringify({ ...given, amount: 10.0 }), 'application/json')
    const form = await shop.post(new URLSearchParams(given).toString(), 'application/x-www-form-urlencoded')
    const data = new FormData()
    for (const [name, value] of Object.entries(given)) data.set(name, value)
    const multipart = await shop.post(data)
    expect(json.result).toBe('recorded')
    for (const reply of [form, multipart]) {
      expect(reply).toEqual({ status: 200, result: 'duplicate', reason: null, transaction_id: json.transaction_id })
    }
    const pixel = await fetch(`${shop.origin}/p.gif?${new URLSearchParams(given)}`)
    expect(pixel.status).toBe(200)
    const rows = await database.db
      .selectFrom('postback')
      .select(['channel', 'result'])
      .where('transactionId', '=', json.transaction_id)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => `${row.channel} ${row.result}`)).toEqual([
      'json recorded',
      'form duplicate',
      'form duplicate',
      'pixel duplicate',
    ])
  })

  test('sent 50 times at once by query, JSON and pixel is one transaction', async () => {
    const [click, order] = [await fixtures.makeClick(), nextOrder()]
    const given = { token: fixtures.token, click_id: click, order_id: order, amount: '25' }
    const before = await countPostbacks()
    const sends = Array.from({ length: 50 }, async (_, index) => {
      if (index % 3 === 0) return shop.post(JSON.stringify(given), 'application/json')
      if (index % 3 === 1) return shop.send(given)
      const response = await fetch(`${shop.origin}/p.gif?${new URLSearchParams(given)}`)
      return response.status === 200 ? undefined : { result: 'failed', transaction_id: null }
    })
    const replies = (await Promise.all(sends)).filter((reply) => reply !== undefined)
    expect(new Set(replies.map((reply) => reply.transaction_id)).size).toBe(1)
    const rows = await database.db
      .selectFrom('postback')
      .select('result')
      .where('transactionId', '=', replies[0]?.transaction_id ?? null)
      .execute()
    expect(rows.filter((row) => row.result === 'recorded')).toHaveLength(1)
    expect(rows.filter((row) => row.result === 'duplicate')).toHaveLength(49)
    expect(await countPostbacks()).toBe(before + 50)
  })
})

describe('a repeated postback', () => {
  test('is answered with its difference and does not change the transaction', async () => {
    const [click, other, order] = [await fixtures.makeClick(), await fixtures.makeClick(), nextOrder()]
    const first = await shop.send({ click_id: click, order_id: order, amount: '10' })
    const dearer = await shop.send({ click_id: click, order_id: order, amount: '11' })
    const elsewhere = await shop.send({ click_id: other, order_id: order, amount: '10' })
    expect(dearer).toMatchObject({
      result: 'duplicate',
      reason: 'amount_differs',
      transaction_id: first.transaction_id,
    })
    expect(elsewhere).toMatchObject({
      result: 'duplicate',
      reason: 'click_differs',
      transaction_id: first.transaction_id,
    })
    expect(await findTransaction(order)).toMatchObject({ orderValue: 100_000n })
  })

  test('is a duplicate even if its click is outside the window', async () => {
    const [click, order] = [await fixtures.makeClick(), nextOrder()]
    const first = await shop.send({ click_id: click, order_id: order, amount: '10' })
    const late = await shop.send({
      click_id: await fixtures.makeClick({ agoMs: 31 * DAY_MS }),
      order_id: order,
      amount: '10',
    })
    expect(late).toMatchObject({ status: 200, result: 'duplicate', transaction_id: first.transaction_id })
  })
})

describe('the answer', () => {
  test('has the format of other trackers on request, and the pixel is an image', async () => {
    const click = await fixtures.makeClick()
    const good = new URLSearchParams({
      token: fixtures.token,
      click_id: click,
      order_id: nextOrder(),
      amount: '10',
      fmt: 'tune',
    })
    expect(await (await fetch(`${shop.origin}/postback?${good}`)).text()).toBe('success=true;')
    good.set('amount', '-1')
    expect(await (await fetch(`${shop.origin}/postback?${good}`)).text()).toBe('success=false;err=negative_amount;')
    const pixel = await fetch(`${shop.origin}/p.gif?${good}`)
    expect(pixel.headers.get('content-type')).toBe('image/gif')
    expect(pixel.headers.get('cache-control')).toBe('no-store')
    expect((await pixel.arrayBuffer()).byteLength).toBe(43)
  })

  test.each(['HEAD', 'PUT', 'DELETE'])('%s records nothing', async (method) => {
    const response = await fetch(`${shop.origin}/postback?token=${fixtures.token}`, { method })
    expect(response.status).toBe(405)
  })

  test('is 503 while the database does not commit', async () => {
    const findSecret = () => {
      throw Object.assign(new Error('The server shuts down'), { code: '57P01' })
    }
    const failing = await openPostbackShop(database.db, { ...fixtures.source, findSecret }, 'x')
    const response = await fetch(`${failing.origin}/postback?token=x`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    failing.close()
  })
})
