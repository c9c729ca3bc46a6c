import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { findRunningPostgres } from '#platform/server/postgres/supervisor.ts'
import {
  TestNetwork,
  buildSite,
  listDescendants,
  findFreePort,
  isRunning,
  kill,
  signalProcess,
  waitUntil,
} from '#test/support/network.ts'
import type { Db } from '#database'
import { OrderLoad } from '#test/support/order-load.ts'
import { createOrderFixtures } from '../support/order-fixtures.ts'
import type { OrderFixtures } from '../support/order-fixtures.ts'

const ORDERS = 1000
/** Orders whose click is newer than the clock. */
const WAITING_ORDERS = 20
const WORKER = 'src/main.ts worker'
/** Adds runs to the queue of the network, and does no work of it. */
const QUEUE = { schema: 'jobs', migrate: false, supervise: false, schedule: false }

let network: TestNetwork
let primary: ChildProcess
/** Connected until the first kill. */
let db: Db
let fixtures: OrderFixtures
let token: string
let clickTokens: string[]

beforeAll(async () => {
  buildSite()
  network = new TestNetwork(await findFreePort())
  ;({ primary } = await network.start())
  db = network.connect()
  fixtures = await createOrderFixtures(db, (await network.loadSecrets(db)).clickToken)
  token = fixtures.token
  clickTokens = await Promise.all(Array.from({ length: 50 }, () => fixtures.makeClick()))
  // Each worker loads the new advertiser at its own time. Until then it rejects the postback, which it records.
  await waitUntil(async () => {
    const probes = await Promise.all(Array.from({ length: 8 }, () => send({ order_id: 'probe', test: '1' })))
    return probes.every(({ reason }) => reason === 'test')
  })
})

afterAll(() => network.remove())

interface Reply {
  result: string
  reason: string | null
  transaction_id: string
}

async function send(parameters: Record<string, string>): Promise<Reply> {
  const query = new URLSearchParams({ token, click_id: clickTokens[0] ?? '', amount: '10', ...parameters })
  const response = await fetch(`${network.url}/postback?${query}`, { headers: { connection: 'close' } })
  return (await response.json()) as Reply
}

/** Sends a postback again, as shops do, as long as the network asks for it. */
async function sendUntilKnown(parameters: Record<string, string>): Promise<Reply> {
  for (;;) {
    const reply = await send(parameters)
    if (reply.result !== 'retry') return reply
    await sleep(200)
  }
}

/** Reports orders of a click that the clock has not reached. They are accepted and wait. */
async function reportAhead(): Promise<Record<string, string>[]> {
  const click_id = await fixtures.makeClick({ agoMs: -20 * 60_000 })
  const orders = Array.from({ length: WAITING_ORDERS }, (_, index) => ({ click_id, order_id: `ahead-${index}` }))
  const replies = await Promise.all(orders.map(sendUntilKnown))
  expect(new Set(replies.map(({ result, reason }) => `${result} ${reason}`))).toEqual(new Set(['accepted clock_ahead']))
  return orders
}

/** Lets the waiting orders become due, and queues the job that decides them as its schedule does each minute. */
async function endWait(): Promise<void> {
  const reader = network.connect()
  await reader.updateTable('waitingOrder').set({ clickedAt: new Date() }).execute()
  await reader.destroy()
  const queue = new PgBoss({ ...findRunningPostgres(network.dataDir)?.owner, ...QUEUE })
  await queue.start()
  await queue.send('waiting-orders')
  await queue.stop()
}

async function readTransactions(prefix: string): Promise<{ id: string; orderRef: string }[]> {
  const reader = network.connect()
  try {
    return await reader
      .selectFrom('transaction')
      .select(['id', 'orderRef'])
      .where('orderRef', 'like', `${prefix}%`)
      .execute()
  } finally {
    await reader.destroy()
  }
}

describe('postbacks', () => {
  test('make one transaction of an order that is sent 50 times at once by query, JSON and pixel', async () => {
    const given = { token, click_id: clickTokens[0] ?? '', order_id: 'once', amount: '25' }
    const senders = [
      () => send(given),
      async () => {
        const headers = { 'Content-Type': 'application/json' }
        const response = await fetch(`${network.url}/postback`, {
          method: 'POST',
          body: JSON.stringify(given),
          headers,
        })
        return (await response.json()) as Reply
      },
      async () => {
        const response = await fetch(`${network.url}/p.gif?${new URLSearchParams(given)}`)
        await response.arrayBuffer()
        return response.status
      },
    ]
    const replies = await Promise.all(Array.from({ length: 50 }, async (_, index) => senders[index % 3]?.()))
    const replied = replies.filter((reply) => typeof reply === 'object')
    expect(replies.filter((reply) => typeof reply === 'number' && reply !== 200)).toEqual([])
    expect(new Set(replied.map((reply) => reply.transaction_id)).size).toBe(1)
    const transactions = await readTransactions('once')
    expect(transactions.map(({ id }) => id)).toEqual([replied[0]?.transaction_id])
    const postbacks = await db
      .selectFrom('postback')
      .select('result')
      .where('transactionId', '=', replied[0]?.transaction_id ?? '')
      .execute()
    expect(postbacks.filter(({ result }) => result === 'duplicate')).toHaveLength(49)
  })

  test('make 1,000 transactions of 1,000 orders that a shop retries through three kills', async () => {
    const waiting = await reportAhead()
    await db.destroy()
    const load = new OrderLoad({ url: network.url, token })
    const orders = Array.from({ length: ORDERS }, (_, index) => ({
      orderId: `kill-${index}`,
      clickToken: clickTokens[index % clickTokens.length] ?? '',
    }))
    const answered = (count: number) => waitUntil(() => load.answered.length >= count)
    const isDone = load.send(orders)
    await answered(200)
    for (const worker of listDescendants(primary, WORKER)) signalProcess(worker, 'SIGKILL')
    await answered(450)
    signalProcess(network.postgresPid, 'SIGKILL')
    await answered(700)
    const others = [network.postgresPid, ...listDescendants(primary)]
    await kill(primary, 'SIGKILL')
    for (const pid of others) if (isRunning(pid)) signalProcess(pid, 'SIGKILL')
    ;({ primary } = await network.start())
    await isDone

    const transactions = await readTransactions('kill-')
    expect(transactions).toHaveLength(ORDERS)
    const ids = new Map(transactions.map(({ id, orderRef }) => [orderRef, id]))
    expect(load.answered.filter(({ orderId, transactionId }) => ids.get(orderId) !== transactionId)).toEqual([])
    // The jobs process was killed between the answer and the decision.
    await endWait()
    await waitUntil(async () => (await readTransactions('ahead-')).length === WAITING_ORDERS)
    const repeats = await Promise.all(waiting.map((parameters) => send(parameters)))
    expect(new Set(repeats.map(({ result }) => result))).toEqual(new Set(['duplicate']))
    expect(new Set(repeats.map((reply) => reply.transaction_id)).size).toBe(WAITING_ORDERS)
    db = network.connect()
    expect(await db.selectFrom('waitingOrder').selectAll().execute()).toEqual([])
    expect(await verifyLedger(db)).toEqual([])
    await db.destroy()
  })
})
