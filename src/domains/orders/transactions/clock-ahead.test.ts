import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { loadCatalog, lookUpTerms } from '#domains/tracking/tracking/queries/catalog.ts'
import { BROWSER, openClickServer } from '#test/support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import { openPostbackFixtures, openPostbackShop } from '#test/support/postback-shop.ts'
import type { PostbackReply } from '#test/support/postback-shop.ts'
import { stopDate } from '#test/support/timing.ts'
import { decideWaitingOrders } from './commands/decide-waiting-orders.ts'
import { PostbackAnswer } from './contract/postback.ts'
import { getTransactionTimeline } from './queries/transaction-timeline.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import { countWaitingOrders } from './queries/waiting-orders.ts'
import { MAX_WAITING_ORDERS } from './rules/clock-ahead.ts'
import { viewTimeline } from './routes/view-timeline.ts'

const { database, findTransaction, nextOrder, shop, fixtures, close } = await openPostbackFixtures()
const { db } = database

afterAll(close)

const ACCEPTED = {
  status: 202,
  result: 'accepted',
  reason: 'clock_ahead',
  message: expect.stringContaining('decided within an hour'),
  transaction_id: null,
}

/** Runs the job as it runs after this time. */
const decide = (afterMs = HOUR_MS) =>
  decideWaitingOrders(testContext(db, 'waiting-orders', new Date(Date.now() + afterMs)))

const makeClickAhead = (byMs = HOUR_MS) => fixtures.makeClick({ agoMs: -byMs })

/** Reports an order of a click that is two hours ahead, which waits. */
async function reportAhead(given: Record<string, string> = {}) {
  const parameters = { click_id: await makeClickAhead(2 * HOUR_MS), order_id: nextOrder(), amount: '10', ...given }
  expect(await shop.send(parameters)).toEqual(ACCEPTED)
  return parameters
}

async function listResults(orderRef: string): Promise<string[]> {
  const rows = await db
    .selectFrom('postback')
    .innerJoin('postbackParameters as sent', 'sent.postbackId', 'postback.id')
    .select(['result', 'sent.parameters'])
    .orderBy('id')
    .execute()
  return rows.filter(({ parameters }) => parameters['order_id'] === orderRef).map(({ result }) => result)
}

const countWaiting = async () => (await countWaitingOrders(db)).count

test('a click that is signed while the clock is an hour ahead earns an order after the clock is set back', async () => {
  const clicks = await openClickServer()
  const { advertiserId, siteKey, hostname, publisherId, readToken, ctx } = clicks
  const catalog = await loadCatalog(ctx.db)
  const source = {
    findSecret: () => ({ advertiserId, kind: 'server' as const }),
    readClickToken: readToken,
    readTestClick: () => undefined,
    terms: lookUpTerms(() => catalog, ctx.db),
  }
  const stepped = await openPostbackShop(ctx.db, source, 'secret')

  stopDate(new Date(Date.now() + HOUR_MS))
  const link = `http://127.0.0.1:${clicks.port}/r?key=${siteKey}&url=https%3A%2F%2F${hostname}`
  const { headers } = await fetch(link, { redirect: 'manual', headers: { 'user-agent': BROWSER } })
  vi.useRealTimers()
  const click_id = new URL(headers.get('location') ?? '').searchParams.get('click_id') ?? ''

  const order = { click_id, order_id: 'after-the-step', amount: '100' }
  expect(await stepped.send(order)).toEqual(ACCEPTED)
  expect(await stepped.send(order)).toEqual(ACCEPTED)
  await decideWaitingOrders(testContext(ctx.db, 'waiting-orders'))
  expect(await stepped.send(order)).toEqual(ACCEPTED)
  await decideWaitingOrders(testContext(ctx.db, 'waiting-orders', new Date(Date.now() + 51 * 60_000)))
  const [recorded, ...others] = await ctx.db.selectFrom('transaction').selectAll().execute()
  expect(others).toEqual([])
  expect(recorded).toMatchObject({ publisherId, advertiserId, orderRef: 'after-the-step', commission: 50_000n })
  const repeat = { status: 200, result: 'duplicate', reason: null, transaction_id: recorded?.id }
  expect(await stepped.send(order)).toEqual(repeat)
  stepped.close()
  await clicks.close()
})

describe('an order whose click is newer than the clock', () => {
  test('is decided as soon as the clock has reached the click', async () => {
    stopDate()
    const order = { click_id: await makeClickAhead(60_000), order_id: nextOrder(), amount: '10' }
    expect(await shop.send(order)).toEqual(ACCEPTED)
    await decide(0)
    expect(await findTransaction(order.order_id)).toBeUndefined()
    await decide(60_000)
    const recorded = await findTransaction(order.order_id)
    expect(recorded).toMatchObject({ orderValue: 100_000n, commission: 10_000n, currency: 'USD', channel: 'server' })
    expect(recorded?.clickedAt.getTime()).toBeLessThanOrEqual(recorded?.transactionAt.getTime() ?? 0)
    expect(await listResults(order.order_id)).toEqual(['accepted', 'recorded'])
    expect(await countWaiting()).toBe(0)
  })

  test('keeps what it reported, however long it waits', async () => {
    const items = Array.from({ length: 30 }, (_, index) => `a-group-with-a-long-name-${index}:1.00`).join('|')
    const given = { amount: '30', currency: 'usd', coupon: 'SPRING', customer_status: 'new', items }
    const { order_id } = await reportAhead({ ...given, event: 'sale' })
    await decide(40 * DAY_MS)
    expect(await findTransaction(order_id)).toMatchObject({
      orderValue: 300_000n,
      coupon: 'SPRING',
      customerStatus: 'NEW',
      event: 'sale',
    })
  })

  test('has an audit line, and its timeline says that it was accepted', async () => {
    const { order_id } = await reportAhead()
    await decide()
    const { publisherId, id: transactionId } = (await findTransaction(order_id)) ?? { publisherId: 0n, id: '' }
    const rows = await getTransactionTimeline(db, { publisherId, transactionId })
    const { reports, rejections, acceptances } = viewTimeline(rows, { locale: 'en', reader: 'publisher', path: '' })
    expect([reports.length, rejections.length, acceptances.length]).toEqual([1, 0, 1])
    const lines = await db.selectFrom('auditLine').selectAll().where('action', '=', 'waiting_order.decide').execute()
    const line = lines.find(({ details }) => details['orderRef'] === order_id)
    expect(line).toMatchObject({
      actorKind: 'system',
      actorName: 'waiting-orders',
      target: `advertiser:${fixtures.advertiserId}`,
      details: { result: 'recorded', transactionId },
    })
  })

  test('is shown to its advertiser as accepted, and again as recorded', async () => {
    const { order_id } = await reportAhead()
    const list = async (result: 'accepted' | 'recorded') => {
      const rows = await db
        .selectFrom('postback')
        .innerJoin('postbackParameters as sent', 'sent.postbackId', 'postback.id')
        .select('sent.parameters')
        .where('result', '=', result)
        .execute()
      return rows.filter(({ parameters }) => parameters['order_id'] === order_id).length
    }
    expect([await list('accepted'), await list('recorded')]).toEqual([1, 0])
    await decide()
    expect([await list('accepted'), await list('recorded')]).toEqual([1, 1])
  })

  test('is a duplicate when another click has recorded the order meanwhile', async () => {
    const { order_id } = await reportAhead()
    const other = { click_id: await fixtures.makeClick(), order_id, amount: '10' }
    const recorded = await shop.send(other)
    expect(recorded).toMatchObject({ status: 200, result: 'recorded' })
    await decide()
    expect(await listResults(order_id)).toEqual(['accepted', 'recorded', 'duplicate'])
    expect(await countWaiting()).toBe(0)
    expect(await shop.send({ ...other, click_id: await makeClickAhead() })).toMatchObject({
      status: 200,
      result: 'duplicate',
      reason: 'click_differs',
      transaction_id: recorded.transaction_id,
    })
  })

  test.each<[string, Record<string, string>]>([
    ['test', { test: '1' }],
    ['unknown_event', { event: 'install' }],
    ['unsupported_currency', { currency: 'XXX' }],
    ['missing_amount', { amount: '' }],
  ])('is rejected at once for %s', async (reason, fault) => {
    const order = { click_id: await makeClickAhead(), order_id: nextOrder(), amount: '10', ...fault }
    expect(await shop.send(order)).toMatchObject({ status: 422, result: 'rejected', reason })
    expect(await countWaiting()).toBe(0)
  })

  test('is answered in the format of other trackers and by the pixel', async () => {
    const query = new URLSearchParams({
      token: fixtures.token,
      click_id: await makeClickAhead(),
      order_id: nextOrder(),
      amount: '10',
    })
    const tune = await fetch(`${shop.origin}/postback?${query}&fmt=tune`)
    expect([tune.status, await tune.text()]).toEqual([202, 'success=true;'])
    expect((await fetch(`${shop.origin}/p.gif?${query}`)).headers.get('content-type')).toBe('image/gif')
    const reply: PostbackReply & { status?: number } = await shop.send(Object.fromEntries(query))
    delete reply.status
    expect(PostbackAnswer.parse(reply)).toEqual(reply)
    await decide()
    expect(await countWaiting()).toBe(0)
  })
})

describe('the decision', () => {
  test('of orders that are sent at once, by two jobs at once, records each once', async () => {
    const click_id = await makeClickAhead()
    const orders = Array.from({ length: 20 }, () => ({ click_id, order_id: nextOrder(), amount: '10' }))
    const replies = await Promise.all([...orders, ...orders, ...orders].map((order) => shop.send(order)))
    expect(replies.filter(({ status }) => status !== 202)).toEqual([])
    expect(await countWaiting()).toBe(20)
    await Promise.all([decide(), decide(), ...orders.map((order) => shop.send(order))])
    for (const { order_id } of orders) {
      const results = await listResults(order_id)
      expect(results.filter((result) => result === 'recorded')).toHaveLength(1)
    }
    await decide()
    expect(await countWaiting()).toBe(0)
    expect(await verifyLedger(db)).toEqual([])
  })

  test('that fails at its last step changes nothing, and the next run records the order', async () => {
    const { order_id } = await reportAhead()
    await sql`REVOKE INSERT ON audit_line FROM tandem_app`.execute(database.ownerDb)
    await expect(decide()).rejects.toThrow('1 waiting orders could not be decided')
    await sql`GRANT INSERT ON audit_line TO tandem_app`.execute(database.ownerDb)
    expect(await findTransaction(order_id)).toBeUndefined()
    expect(await listResults(order_id)).toEqual(['accepted'])
    expect(await countWaiting()).toBe(1)
    await decide()
    expect(await findTransaction(order_id)).toMatchObject({ orderValue: 100_000n })
    expect(await countWaiting()).toBe(0)
  })

  test('of one order that fails does not keep the others waiting', async () => {
    const [broken, whole] = [await reportAhead(), await reportAhead()]
    const clickId = uuid7(Date.now() + HOUR_MS)
    await db.updateTable('waitingOrder').set({ clickId }).where('orderRef', '=', broken.order_id).execute()
    await expect(decide()).rejects.toThrow('1 waiting orders could not be decided')
    expect(await findTransaction(whole.order_id)).toBeDefined()
    expect(await countWaiting()).toBe(1)
    await db.deleteFrom('waitingOrder').execute()
  })
})

describe('the bound', () => {
  const { advertiserId, termsId, token } = fixtures.otherAdvertiser

  test('of waiting orders of an advertiser asks the shop to repeat, and holds up no other advertiser', async () => {
    const click_id = await fixtures.makeClick({ advertiserId, termsId, agoMs: -2 * HOUR_MS })
    const last = { token, click_id, order_id: nextOrder(), amount: '10' }
    await sql`
      INSERT INTO waiting_order (advertiser_id, order_ref, event, position, publisher_id, click_id, clicked_at, channel,
        parameters, received_at)
      SELECT ${advertiserId}, 'filler-' || n, 'lead', n, 1, gen_random_uuid(), now() + interval '1 hour', 'query', '{}',
        now()
      FROM generate_series(1, ${MAX_WAITING_ORDERS}::int - 1) n`.execute(db)
    expect(await shop.send(last)).toEqual(ACCEPTED)
    const target = `${shop.origin}/postback?${new URLSearchParams({ ...last, order_id: nextOrder() })}`
    const refused = await fetch(target)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '600'])
    expect(await refused.json()).toMatchObject({ result: 'retry', reason: 'too_many_waiting', transaction_id: null })
    expect(await shop.send(last)).toEqual(ACCEPTED)
    await reportAhead()
    await db.deleteFrom('waitingOrder').where('position', '=', 77).execute()
    expect((await fetch(target)).status).toBe(202)
    await db.deleteFrom('waitingOrder').execute()
  })

  test.each([
    ['the place of an order', 'position = 10001'],
    ['a click that is older than its order', "clicked_at = received_at - interval '1 second'"],
    ['the time of a click', "clicked_at = received_at + interval '24 hours 1 second'"],
  ])('of %s is kept by the database', async (_name, change) => {
    const { order_id } = await reportAhead()
    const update = sql`UPDATE waiting_order SET ${sql.raw(change)} WHERE order_ref = ${order_id}`.execute(db)
    await expect(update).rejects.toThrow(/violates check constraint/)
    await db.deleteFrom('waitingOrder').execute()
  })
})
