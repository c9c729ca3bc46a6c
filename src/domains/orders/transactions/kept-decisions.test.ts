import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '#kernel/days.ts'
import { testContext } from '#test/support/context.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { decideWaitingOrders } from './commands/decide-waiting-orders.ts'
import { verifyLedger } from './queries/verify-ledger.ts'
import { MAX_KEPT_DECISIONS } from './rules/kept-decision.ts'

const { database, findTransaction, nextOrder, shop, fixtures, close } = await openPostbackFixtures()
const { db } = database
const { serverToken } = fixtures

afterAll(close)

const ACCEPTED = { status: 202, result: 'accepted', reason: 'clock_ahead', transaction_id: null }

const decideWaiting = () => decideWaitingOrders(testContext(db, 'waiting-orders', new Date(Date.now() + 3 * HOUR_MS)))

/** Sends a postback about an order over 100.00 whose click is two hours ahead of the clock. */
async function openWaiting() {
  const order_id = nextOrder()
  const click_id = await fixtures.makeClick({ agoMs: -2 * HOUR_MS })
  return {
    report: (given: Record<string, string> = {}) => shop.send({ click_id, order_id, amount: '100', ...given }),
    decide: (status: string, given: Record<string, string> = {}) =>
      shop.send({ token: serverToken, order_id, status, ...given }),
    readState: async () => {
      const recorded = await findTransaction(order_id)
      if (!recorded) return undefined
      const state = await db
        .selectFrom('transactionState')
        .select(['status', 'orderValue', 'reasonCode', 'sequence'])
        .where('transactionId', '=', recorded.id)
        .executeTakeFirstOrThrow()
      return [state.status, state.orderValue, state.reasonCode, state.sequence]
    },
    listResults: async () => {
      const rows = await db
        .selectFrom('postback')
        .innerJoin('postbackParameters as sent', 'sent.postbackId', 'postback.id')
        .select(['result', 'reason', 'sent.parameters'])
        .orderBy('id')
        .execute()
      return rows.filter(({ parameters }) => parameters['order_id'] === order_id).map(({ result }) => result)
    },
  }
}

test('what a postback decides on a waiting order is made when the order is decided, repeats once', async () => {
  const { report, decide, readState, listResults } = await openWaiting()
  expect(await report()).toMatchObject(ACCEPTED)
  const note = 'a'.repeat(500)
  for (const _ of [1, 2]) expect(await decide('amended', { amount: '60', note })).toMatchObject(ACCEPTED)
  for (const _ of [1, 2]) expect(await decide('confirmed')).toMatchObject(ACCEPTED)
  expect(await readState()).toBeUndefined()
  await decideWaiting()
  expect(await readState()).toEqual(['CONFIRMED', 600_000n, null, 2])
  expect(await listResults()).toEqual([...Array<string>(5).fill('accepted'), 'recorded', 'decided', 'decided'])
  const kept = await db.selectFrom('transactionDecision').select('note').where('note', '=', note).execute()
  expect(kept).toHaveLength(1)
  expect(await verifyLedger(db)).toEqual([])
})

test('a cancellation of a waiting order is not lost, nor a report that confirms it at once', async () => {
  const [cancelled, confirmed] = [await openWaiting(), await openWaiting()]
  await cancelled.report()
  expect(await cancelled.decide('cancelled', { reason: 'OUT_OF_STOCK' })).toMatchObject(ACCEPTED)
  for (const _ of [1, 2]) {
    expect(await confirmed.report({ token: serverToken, status: 'confirmed' })).toMatchObject(ACCEPTED)
  }
  await decideWaiting()
  expect(await cancelled.readState()).toEqual(['CANCELLED', 1_000_000n, 'OUT_OF_STOCK', 1])
  expect(await confirmed.readState()).toEqual(['CONFIRMED', 1_000_000n, null, 1])
})

test('a kept decision that cannot be made is stored as rejected, and the others are made', async () => {
  const { report, decide, readState, listResults } = await openWaiting()
  await report()
  await decide('amended', { amount: '120' })
  await decide('confirmed')
  await decideWaiting()
  expect(await readState()).toEqual(['CONFIRMED', 1_000_000n, null, 1])
  expect((await listResults()).slice(3)).toEqual(['recorded', 'rejected', 'decided'])
})

test('a shop repeats decisions beyond those that an order keeps', async () => {
  const { report, decide } = await openWaiting()
  await report()
  for (let step = 1; step <= MAX_KEPT_DECISIONS; step += 1) {
    expect(await decide('amended', { amount: String(90 - step) })).toMatchObject(ACCEPTED)
  }
  const refused = await decide('amended', { amount: '10' })
  expect(refused).toMatchObject({ status: 503, result: 'retry', reason: 'too_many_waiting' })
  await decideWaiting()
})

test('a secret that may only report decides no waiting order', async () => {
  const { report, decide, readState } = await openWaiting()
  await report()
  const reply = await decide('cancelled', { token: fixtures.token })
  expect(reply).toMatchObject({ status: 422, reason: 'report_only_secret' })
  await decideWaiting()
  expect(await readState()).toEqual(['PENDING', 1_000_000n, null, 0])
})
