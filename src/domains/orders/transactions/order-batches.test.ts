import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { DAY_MS, HOUR_MS } from '#kernel/days.ts'
import { parseAmount } from '#kernel/money.ts'
import { createDatabase, isRetryable } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { testContext } from '#test/support/context.ts'
import { openCouponShop } from '#test/support/coupon-shop.ts'
import { awaitLockWaits } from '#test/support/lock-waits.ts'
import { waitUntil } from '#test/support/network.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import type { Outcome } from './commands/find-duplicate.ts'
import { receivePostback } from './commands/receive-postback.ts'
import type { PostbackSource } from './commands/receive-postback.ts'
import { MAX_WAIT_MS, batchOrders } from './engine/order-batches.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import { findDifference } from './rules/judge-order.ts'

const { countPostbacks, database, findTransaction, fixtures, nextOrder, close } = await openPostbackFixtures()
const { db, ownerDb } = database

afterAll(close)

type Parameters = Record<string, string>

/** Sends all postbacks in one turn of the event loop, so that those that count form one batch. */
async function sendTogether(
  postbacks: readonly Parameters[],
  source: PostbackSource = { ...fixtures.source, insertOrder: batchOrders(db) },
): Promise<PromiseSettledResult<Outcome>[]> {
  const ctx = testContext(db)
  return Promise.allSettled(
    postbacks.map((parameters) => {
      const given = { token: fixtures.token, amount: '10', ...parameters }
      return receivePostback(ctx, source, { channel: 'query', parameters: given, isReadable: true }) as Promise<Outcome>
    }),
  )
}

const read = (settled: readonly PromiseSettledResult<Outcome>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? `${one.value.result} ${one.value.reason}` : 'failed'))

const makeOrders = async (count: number, extra: Parameters = {}) => {
  const click_id = await fixtures.makeClick()
  return Array.from({ length: count }, () => ({ click_id, order_id: nextOrder(), ...extra }))
}

/** Counts the database transactions that recorded the orders, and their rows in each table. */
async function readRows(orderRefs: readonly string[]) {
  const { rows } = await sql<{ commits: number; keys: number; orders: number; states: number; postbacks: number }>`
    SELECT
      (SELECT count(DISTINCT xmin::text)::int FROM transaction WHERE order_ref = ANY(${orderRefs})) AS commits,
      (SELECT count(*)::int FROM transaction_key WHERE order_ref = ANY(${orderRefs})) AS keys,
      (SELECT count(*)::int FROM transaction WHERE order_ref = ANY(${orderRefs})) AS orders,
      (SELECT count(*)::int FROM transaction_state s JOIN transaction t
        ON t.publisher_id = s.publisher_id AND t.id = s.transaction_id
        WHERE t.order_ref = ANY(${orderRefs})) AS states,
      (SELECT count(*)::int FROM postback WHERE order_ref = ANY(${orderRefs})) AS postbacks`.execute(db)
  return rows[0]
}

describe('orders that wait together', () => {
  test('are recorded in one database transaction, each as if it came alone', async () => {
    const orders = await makeOrders(40)
    const sums = orders.map((order, index) => ({ ...order, amount: `${index + 1}.50` }))
    expect(new Set(read(await sendTogether(sums)))).toEqual(new Set(['recorded null']))
    const refs = orders.map(({ order_id }) => order_id)
    expect(await readRows(refs)).toEqual({ commits: 1, keys: 40, orders: 40, states: 40, postbacks: 40 })
    expect(await findTransaction(refs[6] ?? '')).toMatchObject({
      orderValue: 75_000n,
      commission: 7_500n,
      siteId: fixtures.siteId,
      channel: 'server',
      sourcePage: 'https://notes.example/best-shoes',
      sub1: null,
    })
    expect(await verifyLedger(db)).toEqual([])
  })

  test('are one transaction if they are the same order 50 times', async () => {
    const [order] = await makeOrders(1)
    const before = await countPostbacks()
    const outcomes = await sendTogether(Array.from({ length: 50 }, () => ({ ...order })))
    const results = read(outcomes)
    expect(results.filter((result) => result === 'recorded null')).toHaveLength(1)
    expect(results.filter((result) => result === 'duplicate null')).toHaveLength(49)
    const recorded = await findTransaction(order?.order_id ?? '')
    const ids = outcomes.map(
      (one) => one.status === 'fulfilled' && 'transactionId' in one.value && one.value.transactionId,
    )
    expect(new Set(ids)).toEqual(new Set([recorded?.id]))
    expect(await countPostbacks()).toBe(before + 50)
  })

  test('get the same answers as across batches when they contradict each other', async () => {
    const clicks = [await fixtures.makeClick(), await fixtures.makeClick()]
    const variants = [
      { click_id: clicks[0] ?? '', amount: '10' },
      { click_id: clicks[0] ?? '', amount: '11' },
      { click_id: clicks[1] ?? '', amount: '10' },
      { click_id: clicks[0] ?? '', amount: '10' },
    ]
    const order_id = nextOrder()
    const answers = read(await sendTogether(variants.map((variant) => ({ ...variant, order_id }))))
    const recorded = await findTransaction(order_id)
    if (!recorded) throw new Error('not recorded')
    const differences = variants.map(({ click_id, amount }) =>
      findDifference(recorded, {
        amount: parseAmount(amount),
        currency: undefined,
        clickId: fixtures.source.readClickToken(click_id)?.clickId,
      }),
    )
    const first = answers.indexOf('recorded null')
    expect(differences[first]).toBeNull()
    expect(answers).toEqual(differences.map((reason, at) => (at === first ? 'recorded null' : `duplicate ${reason}`)))
    const repeats = read(await sendTogether(variants.map((variant) => ({ ...variant, order_id }))))
    expect(repeats).toEqual(differences.map((reason) => `duplicate ${reason}`))
  })

  test('never block the same orders that wait in another worker in the opposite order', async () => {
    for (let round = 0; round < 5; round++) {
      const orders = await makeOrders(40)
      const [here, there] = await Promise.all([sendTogether(orders), sendTogether(orders.toReversed())])
      const results = [...read(here), ...read(there)]
      expect(results.filter((result) => result === 'recorded null')).toHaveLength(40)
      expect(results.filter((result) => result === 'duplicate null')).toHaveLength(40)
    }
  })

  test('may be credited by click and by coupon', async () => {
    const shop = await openCouponShop(testContext(db), 'code_without_click')
    const source = { ...(await shop.fixtures.loadSource()), insertOrder: batchOrders(db) }
    const { token } = shop.fixtures
    const byCoupon = Array.from({ length: 5 }, () => ({ token, coupon: 'tea10', order_id: nextOrder() }))
    const byClick = await makeOrders(5)
    expect(read(await sendTogether([...byCoupon, ...byClick], source))).toEqual(Array(10).fill('recorded null'))
    const [first] = byCoupon
    expect(await findTransaction(first?.order_id ?? '')).toMatchObject({
      attribution: 'coupon',
      clickId: null,
      publisherId: shop.publisherId,
      siteId: shop.siteId,
    })
    expect(await findTransaction(byClick[0]?.order_id ?? '')).toMatchObject({ attribution: 'click' })
  })

  test('are answered each for itself when good and bad ones are mixed', async () => {
    const [click, bot, old] = await Promise.all([
      fixtures.makeClick(),
      fixtures.makeClick({ verdict: 'bot' }),
      fixtures.makeClick({ agoMs: 31 * DAY_MS }),
    ])
    const gone = await fixtures.makeClick({ isSpooled: true, agoMs: 25 * HOUR_MS })
    const late = await fixtures.makeClick({ isSpooled: true })
    const ahead = await fixtures.makeClick({ agoMs: -HOUR_MS })
    const { termsId } = fixtures.otherAdvertiser
    const otherTerms = await fixtures.makeClick({ termsId })
    const cases: [Parameters, string][] = [
      [{ click_id: click }, 'recorded null'],
      [{ click_id: bot }, 'rejected click_not_payable'],
      [{ click_id: old }, 'rejected expired_click'],
      [{ click_id: gone }, 'rejected unknown_click'],
      [{ click_id: late }, 'retry click_not_here_yet'],
      [{ click_id: ahead }, 'accepted clock_ahead'],
      [{ click_id: otherTerms }, 'recorded null'],
      [{ click_id: click, event: 'lead' }, 'recorded null'],
      [{ click_id: click, test: '1' }, 'rejected test'],
      [{ click_id: click, amount: '1,00' }, 'rejected malformed_amount'],
      [{ click_id: 'forged' }, 'rejected forged_click_id'],
      [{ click_id: click }, 'recorded null'],
    ]
    const outcomes = await sendTogether(cases.map(([parameters]) => ({ order_id: nextOrder(), ...parameters })))
    expect(read(outcomes)).toEqual(cases.map(([, answer]) => answer))
  })
})

describe('an order that fails', () => {
  /** Terms with a negative commission, which no column may hold, for the orders of one event. */
  function breakLeads(): PostbackSource {
    const { terms } = fixtures.source
    const findTermsAt: PostbackSource['terms']['findTermsAt'] = (advertiserId, at) => {
      const inForce = terms.findTermsAt(advertiserId, at)
      const lead = inForce?.rates.get('lead')
      if (!inForce || lead?.kind !== 'fixed') return inForce
      return { ...inForce, rates: new Map([...inForce.rates, ['lead', { ...lead, fixedAmount: -50_000n }]]) }
    }
    return { ...fixtures.source, terms: { ...terms, findTermsAt }, insertOrder: batchOrders(db) }
  }

  /** Holds the key of an order until the transaction ends. */
  const lockKey = (holder: Db, orderRef: string) =>
    sql`INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
      VALUES (${fixtures.advertiserId}, ${orderRef}, 'sale', 1, gen_random_uuid())`.execute(holder)

  test('takes none of its batch down and leaves nothing behind', async () => {
    const good = await makeOrders(10)
    const bad = await makeOrders(2, { event: 'lead' })
    const answers = read(await sendTogether([...good.slice(0, 5), ...bad, ...good.slice(5)], breakLeads()))
    expect(answers.slice(5, 7)).toEqual(['failed', 'failed'])
    expect(answers.toSpliced(5, 2)).toEqual(Array(10).fill('recorded null'))
    const none = { keys: 0, orders: 0, states: 0, postbacks: 0, commits: 0 }
    expect(await readRows(bad.map(({ order_id }) => order_id))).toEqual(none)
    expect(await readRows(good.map(({ order_id }) => order_id))).toMatchObject({ keys: 10, orders: 10, postbacks: 10 })
  })

  test('because its key is locked does not hold up its neighbours', async () => {
    const impatient = createDatabase(
      { connectionString: database.connectionString },
      { max: 5, applicationName: 'test', lockTimeoutMs: 100, log: createLogger('silent', 'test') },
    )
    const source = { ...fixtures.source, insertOrder: batchOrders(impatient) }
    const [locked, ...free] = await makeOrders(6)
    const holder = await ownerDb.startTransaction().execute()
    await lockKey(holder, locked?.order_id ?? '')
    const answers = read(await sendTogether([locked ?? {}, ...free], source))
    await holder.rollback().execute()
    expect(answers).toEqual(['failed', ...free.map(() => 'recorded null')])
    expect(read(await sendTogether([locked ?? {}], source))).toEqual(['recorded null'])
    await impatient.destroy()
  })

  test('because it waited too long is not written, and may be sent again', async () => {
    let [nowMs, appended] = [0, 0]
    const batched = batchOrders(db, () => nowMs)
    const insertOrder: typeof batched = (order) => {
      appended++
      return batched(order)
    }
    const source = { ...fixtures.source, insertOrder }
    const [waits, ...locked] = await makeOrders(5)
    const holder = await ownerDb.startTransaction().execute()
    for (const order of locked) await lockKey(holder, order.order_id)
    const writes = []
    for (const order of locked) {
      writes.push(sendTogether([order], source))
      await awaitLockWaits(database, writes.length)
    }
    const late = sendTogether([waits ?? {}], source)
    await waitUntil(() => appended === 5)
    nowMs = MAX_WAIT_MS + 1
    await holder.rollback().execute()
    expect((await Promise.all(writes)).flatMap(read)).toEqual(locked.map(() => 'recorded null'))
    const [settled] = await late
    expect(settled?.status === 'rejected' && isRetryable(settled.reason)).toBe(true)
    expect(await readRows([waits?.order_id ?? ''])).toMatchObject({ orders: 0, postbacks: 0 })
    expect(read(await sendTogether([waits ?? {}], source))).toEqual(['recorded null'])
  })
})
