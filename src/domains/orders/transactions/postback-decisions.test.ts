import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { testContext } from '#test/support/context.ts'
import { verifyCorrupted } from '#test/support/corruption.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { recordRate } from '#test/support/exchange-rates.ts'
import { createMoneyNetwork, verifyMoney } from '#test/support/money-network.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { decideTransaction } from './commands/decide-transactions.ts'
import { fillRates } from './commands/fill-rates.ts'
import { makeKeptConfirmations } from './commands/make-kept-confirmations.ts'
import { receivePostback } from './commands/receive-postback.ts'
import type { CancelReason } from './contract/vocabulary.ts'
import { getTransactionTimeline } from './queries/transaction-timeline.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import type { Decision } from './rules/decide.ts'
import { viewTimeline } from './routes/view-timeline.ts'

const { countPostbacks, database, findTransaction, fixtures, nextOrder, shop, close } = await openPostbackFixtures()
const { db } = database
const { serverToken } = fixtures

afterAll(close)

/** Reports an order over 100.00 by the secret that can only report. */
async function report(given: Record<string, string> = {}) {
  const order_id = nextOrder()
  const reply = await shop.send({ click_id: await fixtures.makeClick(), order_id, amount: '100', ...given })
  expect(reply.result).toBe('recorded')
  return { order_id, transaction_id: reply.transaction_id ?? '' }
}

const decide = (order_id: string, status: string, given: Record<string, string> = {}) =>
  shop.send({ token: serverToken, order_id, status, ...given })

/** Decides an order as a person does. */
const decideByHand = (transactionId: string, decision: Decision) =>
  decideTransaction(testContext(db), { publisherId: fixtures.publisherId, transactionId, ...decision })

async function readState(transactionId: string) {
  const { status, orderValue, commission, reasonCode, sequence } = await db
    .selectFrom('transactionState')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  return { status, orderValue, commission, reasonCode, sequence }
}

async function readTimeline(transactionId: string) {
  const rows = await getTransactionTimeline(db, { publisherId: fixtures.publisherId, transactionId })
  return viewTimeline(rows, { locale: 'en', reader: 'operator', path: '' })
}

const SERVED = { status: 200, reason: null }

describe('a postback with a server secret', () => {
  test('amends, confirms and cancels its order for the advertiser, each once', async () => {
    const { order_id, transaction_id } = await report()
    const steps = [
      ['amended', { amount: '60' }, { status: 'PENDING', orderValue: 600_000n, commission: 60_000n, sequence: 1 }],
      ['Confirmed', { amount: '60.00', currency: 'usd' }, { status: 'CONFIRMED', orderValue: 600_000n, sequence: 2 }],
      ['amended', { amount: '40' }, { status: 'CONFIRMED', commission: 40_000n, sequence: 3 }],
      ['cancelled', {}, { status: 'CANCELLED', reasonCode: 'ORDER_CANCELLED', sequence: 4 }],
    ] as const
    for (const [status, given, after] of steps) {
      expect(await decide(order_id, status, given)).toEqual({ ...SERVED, result: 'decided', transaction_id })
      expect(await decide(order_id, status, given)).toEqual({ ...SERVED, result: 'unchanged', transaction_id })
      expect(await readState(transaction_id)).toMatchObject(after)
    }
    const { decisions, reports } = await readTimeline(transaction_id)
    expect(decisions.map(({ decided_as: as, decided_by: by }) => `${as} ${by}`)).toEqual(
      Array.from({ length: 4 }, () => 'postback null'),
    )
    expect(reports).toHaveLength(1)
    const lines = await db
      .selectFrom('auditLine')
      .select(['action', 'actorName'])
      .where('target', '=', `transaction:${transaction_id}`)
      .orderBy('id')
      .execute()
    expect(lines.map(({ action, actorName }) => `${actorName} ${action}`)).toEqual([
      'postback transaction.amend',
      'postback transaction.confirm',
      'postback transaction.amend',
      'postback transaction.cancel',
    ])
    expect(await verifyLedger(db)).toEqual([])
  })

  test('sent 20 times at once decides once', async () => {
    const { order_id, transaction_id } = await report()
    const replies = await Promise.all(Array.from({ length: 20 }, () => decide(order_id, 'confirmed')))
    const results = replies.map(({ result }) => result).toSorted()
    expect(results).toEqual(['decided', ...Array.from({ length: 19 }, () => 'unchanged')])
    expect(await readState(transaction_id)).toMatchObject({ status: 'CONFIRMED', sequence: 1 })
  })

  test('gives its reason and its evidence, and decides the event that it names', async () => {
    const lead = await report({ event: 'lead', amount: '' })
    const given = { event: 'lead', reason: 'fraud', note: 'stolen card' }
    expect(await decide(lead.order_id, 'cancelled', given)).toMatchObject({ result: 'decided' })
    const { decisions } = await readTimeline(lead.transaction_id)
    expect(decisions).toMatchObject([{ action: 'cancel', reason: 'FRAUD', note: 'stolen card' }])
  })

  test('reports and confirms an order that is not recorded yet', async () => {
    const [order_id, click_id] = [nextOrder(), await fixtures.makeClick()]
    const reply = await decide(order_id, 'confirmed', { click_id, amount: '100' })
    expect(reply).toMatchObject({ ...SERVED, result: 'decided' })
    expect(await readState(reply.transaction_id ?? '')).toMatchObject({ status: 'CONFIRMED', sequence: 1 })
    const refused = await decide(nextOrder(), 'confirmed', { click_id: 'forged', amount: '100' })
    expect(refused).toMatchObject({ status: 422, reason: 'forged_click_id' })
  })

  test('says of an order that it reports and confirms that its items are left out', async () => {
    const given = { amount: '100', items: 'CD:50', click_id: await fixtures.makeClick() }
    const reply = await decide(nextOrder(), 'confirmed', given)
    expect(reply).toMatchObject({ status: 200, result: 'decided', reason: 'items_differ' })
    const [order_id, click_id] = [nextOrder(), await fixtures.makeClick()]
    const unpriced = await decide(order_id, 'confirmed', { ...given, click_id, currency: 'KWD' })
    expect(unpriced).toMatchObject({ status: 200, result: 'recorded', reason: 'items_differ' })
    expect(await readState(unpriced.transaction_id ?? '')).toMatchObject({ status: 'PENDING', sequence: 0 })
  })

  test('ends a hold, and confirms again what a person has reopened', async () => {
    const { order_id, transaction_id } = await report()
    await decideByHand(transaction_id, { action: 'hold', holdReason: 'UNDER_REVIEW' })
    await decide(order_id, 'confirmed')
    await decideByHand(transaction_id, { action: 'reopen' })
    expect(await decide(order_id, 'confirmed')).toMatchObject({ result: 'decided' })
    expect(await readState(transaction_id)).toMatchObject({ status: 'CONFIRMED', sequence: 4 })
  })

  test('comes as a form or JSON too', async () => {
    const { order_id } = await report()
    const given = { token: serverToken, order_id, status: 'amended', amount: '50.00' }
    const form = await shop.post(new URLSearchParams(given).toString(), 'application/x-www-form-urlencoded')
    expect(form).toMatchObject({ result: 'decided' })
    const json = await shop.post(JSON.stringify({ ...given, amount: 49.5 }), 'application/json')
    expect(json).toMatchObject({ result: 'decided' })
  })
})

test('an order without an exchange rate is amended in its currency, and confirmed when there is one', async () => {
  const { order_id, transaction_id } = await report({ currency: 'ISK', amount: '20000000' })
  const wait = { status: 202, result: 'accepted', reason: 'confirm_without_rate' }
  expect(await decide(order_id, 'confirmed')).toMatchObject(wait)
  expect(await decide(order_id, 'confirmed')).toMatchObject(wait)
  expect(await decide(order_id, 'amended', { amount: '15000000' })).toMatchObject({ result: 'decided' })
  const [first, click_id] = [nextOrder(), await fixtures.makeClick()]
  const unpriced = await decide(first, 'confirmed', { click_id, amount: '100', currency: 'ISK' })
  expect(unpriced).toMatchObject({ status: 200, result: 'recorded', reason: 'no_rate' })
  expect(await readState(transaction_id)).toMatchObject({ status: 'PENDING', sequence: 1 })
  const job = testContext(db, 'exchange-orders')
  await makeKeptConfirmations(job)
  expect(await readState(transaction_id)).toMatchObject({ status: 'PENDING', sequence: 1 })
  await recordRate(db, { currency: 'ISK', rate: '0.0066' })
  await fillRates(job)
  await makeKeptConfirmations(job)
  expect(await readState(transaction_id)).toMatchObject({ status: 'CONFIRMED', sequence: 2 })
  expect(await readState(unpriced.transaction_id ?? '')).toMatchObject({ status: 'CONFIRMED', sequence: 1 })
  const kept = await db.selectFrom('keptConfirmation').select('decision').execute()
  expect(kept.filter(({ decision }) => decision.currency === 'ISK')).toEqual([])
  expect(await verifyLedger(db)).toEqual([])
})

test('a hold since a confirmation without an exchange rate keeps it until the hold ends', async () => {
  const { order_id, transaction_id } = await report({ currency: 'KES', amount: '10000' })
  await decide(order_id, 'confirmed')
  await decideByHand(transaction_id, { action: 'hold', holdReason: 'UNDER_REVIEW' })
  await recordRate(db, { currency: 'KES', rate: '0.0077' })
  const job = testContext(db, 'exchange-orders')
  await fillRates(job)
  await makeKeptConfirmations(job)
  expect(await readState(transaction_id)).toMatchObject({ status: 'PENDING', sequence: 1 })
  await decideByHand(transaction_id, { action: 'reopen' })
  await makeKeptConfirmations(job)
  expect(await readState(transaction_id)).toMatchObject({ status: 'CONFIRMED', sequence: 3 })
})

const FRAUD: CancelReason = 'FRAUD'

describe('a decision by postback is refused', () => {
  test.each<[string, string, Record<string, string>]>([
    ['amend_amount', 'amended', {}],
    ['amend_amount', 'amended', { amount: '0' }],
    ['amend_above', 'amended', { amount: '100.01' }],
    ['negative_amount', 'amended', { amount: '-5' }],
    ['amend_items', 'amended', { amount: '60', items: 'CD:50' }],
    ['amend_items', 'amended', { amount: '60', items: 'CD' }],
    ['value_differs', 'confirmed', { amount: '99' }],
    ['currency_differs', 'confirmed', { currency: 'EUR' }],
    ['unknown_reason', 'cancelled', { reason: 'BECAUSE' }],
    ['missing_evidence', 'cancelled', { reason: FRAUD }],
    ['malformed_field', 'cancelled', { test: 'maybe' }],
    ['malformed_field', 'cancelled', { note: 'x'.repeat(501) }],
    ['unknown_order', 'confirmed', { event: 'lead' }],
    ['unknown_order', 'amended', { order_id: 'never-reported', amount: '5' }],
    ['cancelled_order', 'cancelled', { order_id: 'never-reported' }],
    ['missing_order_id', 'confirmed', { order_id: '' }],
    ['cancelled_order', 'refunded', { click_id: 'needed' }],
    ['test', 'confirmed', { test: '1' }],
  ])('%s: %s with %j', async (reason, status, given) => {
    const { order_id, transaction_id } = await report()
    expect(await decide(order_id, status, given)).toMatchObject({ status: 422, result: 'rejected', reason })
    expect(await readState(transaction_id)).toMatchObject({ status: 'PENDING', orderValue: 1_000_000n, sequence: 0 })
  })

  test('when it would bring back what is cancelled, or raise what was lowered', async () => {
    const { order_id, transaction_id } = await report()
    await decide(order_id, 'amended', { amount: '60' })
    expect(await decide(order_id, 'amended', { amount: '80' })).toMatchObject({ reason: 'amend_above' })
    await decideByHand(transaction_id, { action: 'cancel', reasonCode: 'RETURNED_MERCHANDISE' })
    expect(await decide(order_id, 'cancelled')).toMatchObject({ result: 'unchanged' })
    expect(await decide(order_id, 'confirmed')).toMatchObject({ reason: 'already_cancelled' })
    expect(await decide(order_id, 'amended', { amount: '50' })).toMatchObject({ reason: 'already_cancelled' })
    const { rejections } = await readTimeline(transaction_id)
    expect(rejections.map(({ reason }) => reason)).toEqual(['amend_above', 'already_cancelled', 'already_cancelled'])
  })

  test('while its commission is in payment', async () => {
    const own = await createTestDatabase()
    onTestFinished(() => own.close())
    const network = await createMoneyNetwork(own)
    const order = await network.order(network.publisherIds[0], 20_000_000n)
    await network.decide(order, { action: 'confirm' })
    await network.deposit(50_000_000n)
    await network.cover()
    network.wait(40)
    await network.approve(await network.draft())
    const { orderRef } = await own.db.selectFrom('transaction').select('orderRef').executeTakeFirstOrThrow()
    for (const asked of [{ status: 'cancelled' }, { status: 'amended', amount: '50' }]) {
      const parameters = { token: network.serverToken, order_id: orderRef, ...asked }
      const postback = { channel: 'query', parameters, isReadable: true } as const
      const outcome = await receivePostback(testContext(own.db), network.source, postback)
      expect(outcome).toEqual({ result: 'rejected', reason: 'in_payment', transactionId: null })
    }
    expect(await verifyMoney(own.ownerDb)).toEqual([])
  })

  test('for the order of another advertiser as for one that does not exist', async () => {
    const { order_id } = await report()
    const foreign = { token: fixtures.otherAdvertiser.serverToken }
    const [theirs, unknown] = [
      await decide(order_id, 'confirmed', foreign),
      await decide('no-such', 'confirmed', foreign),
    ]
    expect(theirs).toEqual(unknown)
    expect(theirs).toMatchObject({ status: 422, reason: 'unknown_order' })
  })
})

describe('a secret that can only report', () => {
  test.each(['confirmed', 'cancelled', 'amended'])('does not decide by %s', async (status) => {
    const { order_id, transaction_id } = await report()
    const reply = await shop.send({ order_id, status, amount: '50' })
    expect(reply).toMatchObject({ status: 422, result: 'rejected', reason: 'report_only_secret' })
    expect(await readState(transaction_id)).toMatchObject({ status: 'PENDING', sequence: 0 })
  })

  test('still records an order that says it is confirmed, undecided, and says so', async () => {
    const { transaction_id } = await report({ status: 'confirmed' })
    expect(await readState(transaction_id)).toMatchObject({ status: 'PENDING', sequence: 0 })
    expect((await readTimeline(transaction_id)).reported).toMatchObject({ remark: 'report_only_secret' })
  })

  test.each([{ status: '' }, { status: 'approved' }])('repeats an order whatever its amount: %j', async (given) => {
    const { order_id, transaction_id } = await report()
    for (const token of [fixtures.token, serverToken]) {
      const click_id = await fixtures.makeClick()
      const repeat = await shop.send({ token, order_id, click_id, amount: '70', ...given })
      expect(repeat).toMatchObject({ status: 200, result: 'duplicate', reason: 'amount_differs', transaction_id })
    }
    expect(await readState(transaction_id)).toMatchObject({ orderValue: 1_000_000n, sequence: 0 })
  })
})

test('the check finds a decision by postback without its postback', async () => {
  const { order_id, transaction_id } = await report()
  await decide(order_id, 'confirmed')
  const remove = sql`DELETE FROM postback WHERE transaction_id = ${transaction_id} AND result = 'decided'`
  expect(await verifyCorrupted(database.ownerDb, [remove], verifyLedger)).toEqual([
    `transaction ${transaction_id} of publisher ${fixtures.publisherId}: expected 1 decisions by postback, ` +
      'found 0 postbacks that decide',
  ])
})

test('a pixel with a server secret is refused and seen among the rejected postbacks', async () => {
  const [order_id, before] = [nextOrder(), await countPostbacks()]
  const given = { token: serverToken, click_id: await fixtures.makeClick(), order_id, amount: '10' }
  const pixel = await fetch(`${shop.origin}/p.gif?${new URLSearchParams(given)}`)
  expect([pixel.status, pixel.headers.get('content-type')]).toEqual([422, 'image/gif'])
  expect(await findTransaction(order_id)).toBeUndefined()
  expect(await countPostbacks()).toBe(before + 1)
  const last = await db.selectFrom('postback').select('reason').orderBy('id', 'desc').executeTakeFirst()
  expect(last).toEqual({ reason: 'server_secret_in_pixel' })
})
