import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { decideWaitingOrders } from './commands/decide-waiting-orders.ts'
import { batchOrders } from './engine/order-batches.ts'
import { receivePostback } from './commands/receive-postback.ts'
import { getTransactionTimeline } from './queries/transaction-timeline.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import { viewTimeline } from './routes/view-timeline.ts'

const { database, findTransaction, fixtures, nextOrder, shop, close } = await openPostbackFixtures()
const { db } = database

afterAll(close)

async function readTimeline(orderRef: string) {
  const { publisherId, id: transactionId } = (await findTransaction(orderRef)) ?? { publisherId: 0n, id: '' }
  return viewTimeline(await getTransactionTimeline(db, { publisherId, transactionId }), {
    locale: 'en',
    reader: 'publisher',
    path: '',
  })
}

const report = async (given: Record<string, string>) => {
  const order_id = nextOrder()
  return {
    order_id,
    reply: await shop.send({ click_id: await fixtures.makeClick(), order_id, amount: '100', ...given }),
  }
}

const LISTED = [
  { sku: 'A-7', group: 'shoes', quantity: 2, amount: 80 },
  { sku: 'B-1', amount: '20.00' },
]

const VIEWED = [
  { sku: 'A-7', group: 'shoes', quantity: 2, amount: '80.0000' },
  { sku: 'B-1', group: null, quantity: null, amount: '20.0000' },
]

describe('the items of an order', () => {
  test('are recorded with it, from a query and from JSON', async () => {
    const { order_id, reply } = await report({ items: 'shoes:80|socks:20' })
    expect(reply).toMatchObject({ result: 'recorded', reason: null })
    const none = { sku: null, quantity: null }
    expect((await readTimeline(order_id)).reported).toMatchObject({
      items: [
        { ...none, group: 'shoes', amount: '80.0000' },
        { ...none, group: 'socks', amount: '20.0000' },
      ],
      remark: null,
    })
    const [json, click_id] = [nextOrder(), await fixtures.makeClick()]
    const body = { token: fixtures.token, click_id, order_id: json, items: LISTED }
    expect(await shop.post(JSON.stringify(body), 'application/json')).toMatchObject({ result: 'recorded' })
    const { transaction, reported } = await readTimeline(json)
    expect(transaction).toMatchObject({ order_value: '100.0000', commission: '10.0000' })
    expect(reported.items).toEqual(VIEWED)
    const repeat = { ...body, amount: '100', items: LISTED.slice(1) }
    expect(await shop.post(JSON.stringify(repeat), 'application/json')).toMatchObject({ result: 'duplicate' })
    expect((await readTimeline(json)).reported.items).toEqual(VIEWED)
  })

  test.each(['items_differ', 'malformed_items'])('leave the order without them and say so: %s', async (reason) => {
    const items = reason === 'items_differ' ? 'shoes:80' : 'shoes'
    const { order_id, reply } = await report({ items })
    expect(reply).toMatchObject({ status: 200, result: 'recorded', reason, message: expect.stringContaining('items') })
    expect((await readTimeline(order_id)).reported).toMatchObject({
      order_value: '100.0000',
      items: [],
      remark: reason,
    })
    const repeat = await shop.send({ click_id: await fixtures.makeClick(), order_id, amount: '100', items })
    expect(repeat).toMatchObject({ result: 'duplicate' })
  })

  test('are told of in the answer to a test order', async () => {
    const click_id = fixtures.issueTestClick()
    const reply = await shop.send({ click_id, order_id: nextOrder(), amount: '100', items: 'shoes:80' })
    expect(reply).toMatchObject({ result: 'test', reason: 'items_differ', commission: '10.0000' })
  })

  test('come with a batch in which other orders have none, by click and by coupon', async () => {
    const [one, two, three] = [nextOrder(), nextOrder(), nextOrder()]
    const source = { ...fixtures.source, insertOrder: batchOrders(db) }
    const click_id = await fixtures.makeClick()
    const orders = [{ order_id: one, items: 'a:10' }, { order_id: two }, { order_id: three, items: 'a:1' }]
    const outcomes = await Promise.all(
      orders.map((order) => {
        const parameters = { token: fixtures.token, click_id, amount: '10', ...order }
        return receivePostback(testContext(db), source, { channel: 'query', parameters, isReadable: true })
      }),
    )
    expect(outcomes.map(({ result, reason }) => `${result} ${reason}`)).toEqual([
      'recorded null',
      'recorded null',
      'recorded items_differ',
    ])
    expect((await readTimeline(one)).reported.items).toHaveLength(1)
    expect((await readTimeline(two)).reported).toMatchObject({ items: [], remark: null })
    expect((await readTimeline(three)).reported).toMatchObject({ items: [], remark: 'items_differ' })
    const { rows } =
      await sql`SELECT DISTINCT xmin::text FROM transaction WHERE order_ref = ANY(${[one, two, three]})`.execute(db)
    expect(rows, 'one database transaction').toHaveLength(1)
  })

  test('wait with their order for its click', async () => {
    const click_id = await fixtures.makeClick({ agoMs: -HOUR_MS })
    const items = Array.from({ length: 100 }, (_, index) => `a-group-with-a-long-name-${index}:1`).join('|')
    const orders = [nextOrder(), nextOrder()]
    for (const [index, order_id] of orders.entries()) {
      const given = index === 0 ? items : 'a:1'
      expect(await shop.send({ click_id, order_id, amount: '100', items: given })).toMatchObject({ result: 'accepted' })
    }
    await decideWaitingOrders(testContext(db, 'waiting-orders', new Date(Date.now() + HOUR_MS)))
    const [whole, without] = await Promise.all(orders.map(readTimeline))
    expect(whole?.reported.items).toHaveLength(100)
    expect(whole?.reported.items.at(-1)).toMatchObject({ group: 'a-group-with-a-long-name-99', amount: '1.0000' })
    expect(without?.reported).toMatchObject({ items: [], remark: 'items_differ' })
  })

  test('are named by amendments, which keep those of the report', async () => {
    const { order_id } = await report({ items: 'shoes:80|socks:20' })
    const given = { token: fixtures.serverToken, order_id, status: 'amended' }
    expect(await shop.send({ ...given, items: 'shoes:80' })).toMatchObject({ result: 'decided' })
    expect(await shop.send({ ...given, amount: '60' })).toMatchObject({ result: 'decided' })
    const { publisherId, id: transactionId } = (await findTransaction(order_id)) ?? { publisherId: 0n, id: '' }
    const items = [{ group: 'shoes', sku: 'A-7', quantity: 1, amount: 400_000n }]
    const amend = { publisherId, transactionId, action: 'amend', orderValue: 400_000n } as const
    const ctx = testContext(db)
    await decideTransaction(ctx, { ...amend, items })
    await expect(decideTransaction(ctx, { ...amend, orderValue: 300_000n, items })).rejects.toThrow('amend_items')
    const { reported, decisions } = await readTimeline(order_id)
    expect(reported.items).toHaveLength(2)
    expect(
      decisions.map(({ items: left, order_value: value }) => `${value}: ${left.map(({ amount }) => amount)}`),
    ).toEqual(['80.0000: 80.0000', '60.0000: ', '40.0000: 40.0000'])
  })

  test('are found by the check where they do not belong to an order or add up to its value', async () => {
    const { order_id } = await report({ items: 'shoes:80|socks:20' })
    const { publisherId, id } = (await findTransaction(order_id)) ?? { publisherId: 0n, id: '' }
    const ids = `transaction ${id} of publisher ${publisherId}`
    const ofItem = (line: number) => sql`publisher_id = ${publisherId} AND transaction_id = ${id} AND line_no = ${line}`
    const verify = (...statements: ReturnType<typeof ofItem>[]) =>
      verifyCorrupted(database.ownerDb, statements, verifyLedger)
    expect(await verify()).toEqual([])
    expect(await verify(sql`UPDATE transaction_item SET amount = 800001 WHERE ${ofItem(1)}`)).toEqual([
      `items of the report of ${ids}: expected amount 1000000, found amount 1000001`,
    ])
    expect(await verify(sql`DELETE FROM transaction_item WHERE ${ofItem(1)}`)).toEqual([
      `items of the report of ${ids}: expected amount 1000000, found amount 200000`,
      `items of ${ids}: expected lines 1 to 1, found lines 2 to 2`,
    ])
    expect(await verify(sql`UPDATE transaction_item SET sequence = 7 WHERE ${ofItem(1)}`)).toContain(
      `items of decision 7 of ${ids}: expected an amendment, found amount 800000`,
    )
    const orphan = sql`UPDATE transaction_item SET publisher_id = 999 WHERE transaction_id = ${id}`
    expect(await verify(orphan)).toContain(
      `items of the report of transaction ${id} of publisher 999: expected a transaction, found amount 1000000`,
    )
  })

  test('are at most 100 lines, of a group or an article, in the database too', async () => {
    const { publisherId, id } = (await findTransaction((await report({})).order_id)) ?? { publisherId: 0n, id: '' }
    const insert = (line: number, group: string | null, quantity = 1) => {
      const item = sql.join([publisherId, id, 0, line, group, null, quantity, 1])
      return sql`INSERT INTO transaction_item VALUES (${item})`.execute(db)
    }
    await expect(insert(101, 'a')).rejects.toThrow('transaction_item_line_no_check')
    await expect(insert(1, null)).rejects.toThrow('transaction_item_check')
    await expect(insert(1, 'a', 0)).rejects.toThrow('transaction_item_quantity_check')
  })
})
