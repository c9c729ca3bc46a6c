import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { insertPublisher } from '#test/support/order-fixtures.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { stopDate } from '#test/support/timing.ts'
import { rejectPostback } from './commands/store-postback.ts'
import { POSTBACK_REASONS } from './contract/vocabulary.ts'
import { getTransactionTimeline } from './queries/transaction-timeline.ts'
import { viewTimeline } from './routes/view-timeline.ts'

const { countPostbacks, database, findTransaction, nextOrder, shop, fixtures, close } = await openPostbackFixtures()

afterAll(close)

describe('a postback that is not recorded', () => {
  test.each<[string, () => Promise<Record<string, string>>]>([
    ['unknown_click', async () => ({ click_id: await fixtures.makeClick({ isSpooled: true, agoMs: 25 * HOUR_MS }) })],
    ['expired_click', async () => ({ click_id: await fixtures.makeClick({ agoMs: 30 * DAY_MS + 1000 }) })],
    ['click_too_far_ahead', async () => ({ click_id: await fixtures.makeClick({ agoMs: -DAY_MS - 1000 }) })],
    ['click_not_payable', async () => ({ click_id: await fixtures.makeClick({ verdict: 'bot' }) })],
    [
      'wrong_advertiser',
      async () => ({ click_id: await fixtures.makeClick({ advertiserId: fixtures.otherAdvertiser.advertiserId }) }),
    ],
    ['forged_click_id', async () => ({ click_id: 'not-one-of-ours' })],
    ['forged_click_id', async () => ({ click_id: (await fixtures.makeClick()).slice(0, -1) })],
    ['unknown_event', async () => ({ click_id: await fixtures.makeClick(), event: 'install' })],
    ['missing_amount', async () => ({ click_id: await fixtures.makeClick(), amount: '' })],
    ['unsupported_currency', async () => ({ click_id: await fixtures.makeClick(), currency: 'XXX' })],
    ['test', async () => ({ click_id: await fixtures.makeClick(), test: '1' })],
    ['malformed_amount', async () => ({ click_id: await fixtures.makeClick(), amount: '1,083.29' })],
    ['macro_not_replaced', async () => ({ click_id: await fixtures.makeClick(), amount: 'null', currency: 'USD' })],
    ['malformed_order_id', async () => ({ click_id: await fixtures.makeClick(), order_id: 'a\0b' })],
  ])('%s', async (reason, makeParameters) => {
    stopDate()
    const order = nextOrder()
    const before = await countPostbacks()
    const reply = await shop.send({ order_id: order, amount: '10', ...(await makeParameters()) })
    const { hints = [], ...answer } = reply
    const isMacro = reason === 'macro_not_replaced'
    expect(hints.map(({ parameter }) => parameter)).toEqual(isMacro ? ['amount'] : [])
    expect(answer).toEqual({
      status: 422,
      result: 'rejected',
      reason,
      message: expect.any(String),
      transaction_id: null,
    })
    expect(await findTransaction(order)).toBeUndefined()
    expect(await countPostbacks()).toBe(before + 1)
    const [stored] = await database.db
      .selectFrom('postback')
      .innerJoin('postbackParameters', 'postbackParameters.postbackId', 'postback.id')
      .selectAll()
      .orderBy('postback.id', 'desc')
      .limit(1)
      .execute()
    expect(stored).toMatchObject({ result: 'rejected', reason, channel: 'query' })
    expect(JSON.stringify(stored?.parameters)).not.toContain(fixtures.token)
  })

  test('an order in the last second of the window counts', async () => {
    stopDate()
    const click = await fixtures.makeClick({ agoMs: 30 * DAY_MS - 1000 })
    expect(await shop.send({ click_id: click, order_id: nextOrder(), amount: '10' })).toMatchObject({
      result: 'recorded',
    })
  })

  test.each([
    ['missing_token', ''],
    ['unknown_token', 'x'.repeat(48)],
  ])('%s changes nothing', async (reason, token) => {
    const [click, order, before] = [await fixtures.makeClick(), nextOrder(), await countPostbacks()]
    const reply = await shop.send({ token, click_id: click, order_id: order, amount: '10' })
    expect(reply).toMatchObject({ status: 401, result: 'rejected', reason, transaction_id: null })
    expect(await countPostbacks()).toBe(before)
    expect(await findTransaction(order)).toBeUndefined()
  })

  test('a postback whose click has not arrived yet is answered with retry', async () => {
    const click = await fixtures.makeClick({ isSpooled: true })
    const before = await countPostbacks()
    const target = new URLSearchParams({ token: fixtures.token, click_id: click, order_id: nextOrder(), amount: '10' })
    const response = await fetch(`${shop.origin}/postback?${target}`)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await countPostbacks()).toBe(before)
  })

  test.each<[string, { query?: string; body: string; type: string }]>([
    ['broken percent-encoding', { query: 'amount=%ZZ', body: '', type: 'text/plain' }],
    ['broken JSON', { body: '{"order_id":', type: 'application/json' }],
    ['a JSON list', { body: '[]', type: 'application/json' }],
    ['another content type', { body: 'order_id=1', type: 'text/csv' }],
  ])('%s is unreadable', async (_name, { query = '', body, type }) => {
    const response = await fetch(`${shop.origin}/postback?token=${fixtures.token}&${query}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ result: 'rejected', reason: 'unreadable_request' })
  })

  test('an unreadable body is not answered as a missing token', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${shop.origin}/postback`, { method: 'POST', body: '{"token":', headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ result: 'rejected', reason: 'unreadable_request' })
  })

  test('a body over 64 KB is refused', async () => {
    const response = await fetch(`${shop.origin}/postback`, { method: 'POST', body: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
  })
})

describe('the timeline of a transaction', () => {
  async function readTimeline(orderRef: string) {
    const { publisherId, id: transactionId } = (await findTransaction(orderRef)) ?? { publisherId: 0n, id: '' }
    const rows = await getTransactionTimeline(database.db, { publisherId, transactionId })
    return viewTimeline(rows, { locale: 'en', reader: 'publisher', path: '' })
  }

  test('shows why postbacks of its order were rejected, before and after the one that was recorded', async () => {
    const [order_id, click_id] = [nextOrder(), await fixtures.makeClick()]
    await shop.send({ order_id, click_id, amount: '1,00' })
    await shop.send({ order_id, click_id, amount: '10' })
    await shop.send({ ref: order_id, click_id, amount: '10', status: 'refunded' })
    await shop.send({ order_id, amount: '10' })
    await shop.send({ order_id, click_id: 'x', amount: '10' })
    const { reports, rejections } = await readTimeline(order_id)
    expect(reports).toHaveLength(1)
    expect(rejections.map(({ reason }) => reason)).toEqual([
      'malformed_amount',
      'cancelled_order',
      'missing_click_id',
      'forged_click_id',
    ])
  })

  test('shows nothing of other orders, other advertisers and clicks of other publishers', async () => {
    const [order_id, click_id] = [nextOrder(), await fixtures.makeClick()]
    const foreign = await fixtures.makeClick({
      publisherId: await insertPublisher(database.db, 'Other'),
      isSpooled: true,
    })
    await shop.send({ order_id, click_id, amount: '10' })
    await shop.send({ order_id, click_id: foreign, amount: '-1' })
    await shop.send({ order_id, event: 'lead', amount: '-1' })
    await shop.send({ order_id: nextOrder(), click_id, amount: '-1' })
    await rejectPostback(
      testContext(database.db),
      {
        advertiserId: fixtures.otherAdvertiser.advertiserId,
        click: undefined,
        channel: 'query',
        parameters: { order_id },
      },
      'test',
    )
    expect((await readTimeline(order_id)).rejections).toEqual([])
  })

  test('shows a rejection after many of another event of the order', async () => {
    const [order_id, click_id] = [nextOrder(), await fixtures.makeClick()]
    await shop.send({ order_id, click_id, amount: '10' })
    for (let index = 0; index < 51; index++) await shop.send({ order_id, event: 'lead', amount: '-1' })
    await shop.send({ order_id, amount: '-1' })
    expect((await readTimeline(order_id)).rejections).toHaveLength(1)
  })

  test('finds unrecorded postbacks by the key of their order', async () => {
    const { rows } = await sql<{ plan: string }>`EXPLAIN (GENERIC_PLAN, COSTS off)
      SELECT FROM unrecorded_postback WHERE advertiser_id = ${sql.raw('$1')} AND order_ref = ${sql.raw('$2')}
    `.execute(database.ownerDb)
    expect(JSON.stringify(rows)).toContain('unrecorded_postback_pkey')
  })
})

test('the database knows every reason that is stored', async () => {
  const { rows } = await sql<{ definition: string }>`
    SELECT string_agg(pg_get_constraintdef(oid), ' ') AS definition
    FROM pg_constraint WHERE contypid = 'postback_reason'::regtype`.execute(database.db)
  const stored = POSTBACK_REASONS.filter((reason) => reason !== 'missing_token' && reason !== 'unknown_token')
  for (const reason of stored) expect(rows[0]?.definition).toContain(`'${reason}'`)
})

test.each([
  { kept: 'a rejection without a reason', result: 'rejected', reason: null },
  { kept: 'a rejection that names a transaction', result: 'rejected', reason: 'test', hasTransaction: true },
  { kept: 'a rejection for the reason of a duplicate', result: 'rejected', reason: 'amount_differs' },
  { kept: 'a recorded order with a reason', result: 'recorded', reason: 'test', hasTransaction: true },
  { kept: 'a recorded order without a transaction', result: 'recorded', reason: null },
  { kept: 'an accepted order without the reason for which it waits', result: 'accepted', reason: null },
  { kept: 'an accepted order with a transaction', result: 'accepted', reason: 'clock_ahead', hasTransaction: true },
  { kept: 'a rejection for the reason of a waiting order', result: 'rejected', reason: 'clock_ahead' },
  { kept: 'a duplicate for the reason of a rejection', result: 'duplicate', reason: 'test', hasTransaction: true },
])('the database does not keep $kept', async ({ result, reason, hasTransaction = false }) => {
  const [publisherId, transactionId] = hasTransaction ? [1, crypto.randomUUID()] : [null, null]
  const insert = sql`
    INSERT INTO postback
      (advertiser_id, id, received_at, channel, result, reason, publisher_id, transaction_id)
    VALUES (1, gen_random_uuid(), now(), 'query', ${result}, ${reason}, ${publisherId}, ${transactionId})`
  await expect(insert.execute(database.db)).rejects.toThrow(/postback_is_consistent/)
})

test.each([
  ['order_amount', '(-1)'],
  ['order_reference', "''"],
  ['order_reference', "repeat('x', 121)"],
  ['currency_code', "'usd'"],
  ['customer_status', "'OLD'"],
  ['channel', "'mail'"],
  ['postback_channel', "'mail'"],
  ['postback_result', "'retry'"],
  ['postback_reason', "'missing_token'"],
])('no %s is %s', async (type, value) => {
  const cast = sql`SELECT ${sql.raw(value)}::${sql.raw(type)}`.execute(database.db)
  await expect(cast).rejects.toThrow(`value for domain ${type} violates check constraint`)
})

test('every column of an order has a domain type that limits its values', async () => {
  const { rows } = await sql<{ column: string; type: string }>`
    SELECT table_name || '.' || column_name AS column, domain_name AS type FROM information_schema.columns
    WHERE table_name IN ('transaction', 'postback') AND domain_name IS NOT NULL ORDER BY 1`.execute(database.db)
  expect(Object.fromEntries(rows.map(({ column, type }) => [column, type]))).toEqual({
    'postback.channel': 'postback_channel',
    'postback.reason': 'postback_reason',
    'postback.result': 'postback_result',
    'transaction.commission': 'order_amount',
    'transaction.currency': 'currency_code',
    'transaction.customer_status': 'customer_status',
    'transaction.channel': 'channel',
    'transaction.order_ref': 'order_reference',
    'transaction.order_value': 'order_amount',
  })
})

test('a postback is answered in the language of the request, and by default in English', async () => {
  const ask = async (language: string) => {
    const reply = await fetch(`${shop.origin}/postback?token=x`, { headers: { 'accept-language': language } })
    return (await reply.json()) as { message: string }
  }
  expect(await ask('en')).toMatchObject({ message: 'The token is not known or was revoked. Nothing was stored.' })
  expect(await ask('zh-CN')).toMatchObject({
    reason: 'unknown_token',
    message: 'token 未知或已被撤销。未保存任何内容。',
  })
  expect(await ask('xx')).toEqual(await ask('en'))
})

test('wrong tokens are limited by IP prefix, and never hold up a right one', async () => {
  // Eighteen seconds before the end of a minute to which no other test has sent a wrong token.
  const minute = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
  stopDate(new Date(minute + 42_000))
  const ask = async () => {
    const reply = await fetch(`${shop.origin}/postback?token=wrong`)
    await reply.text()
    return [reply.status, reply.headers.get('retry-after')]
  }
  for (let count = 0; count < 120; count += 1) expect(await ask()).toEqual([401, null])
  expect(await ask()).toEqual([429, '18'])
  const parameters = { click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '10' }
  expect(await shop.send(parameters)).toMatchObject({ status: 200, result: 'recorded' })
  vi.setSystemTime(minute + MINUTE_MS)
  expect(await ask()).toEqual([401, null])
})
