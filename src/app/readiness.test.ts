import { expect, onTestFinished, test } from 'vitest'
import { uuid7 } from '#kernel/uuid7.ts'
import { ClockWatch } from '#platform/server/metrics/clock-watch.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLogger } from '#platform/server/log.ts'
import { branding } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { ProxyWatch } from './proxy-warning.ts'
import { createServer } from '#platform/server/http/server.ts'
import { loadTestSecrets } from '#test/support/sealing.ts'
import { describeReadiness, listFaults } from './readiness.ts'

const database = await openTestDatabase()

function describeNow() {
  const { db } = database
  const clock = new ClockWatch({ db, log: createLogger('silent', 'test') })
  return describeReadiness({ db, proxies: new ProxyWatch(readConfig({})), clock })
}

async function insertWaitingOrder(receivedAt: Date): Promise<void> {
  const clickedAt = new Date(receivedAt.getTime() + 7_200_000)
  await database.db
    .insertInto('waitingOrder')
    .values({
      advertiserId: 1n,
      orderRef: receivedAt.toISOString(),
      event: 'sale',
      position: receivedAt.getUTCMinutes() + 1,
      publisherId: 1n,
      clickId: uuid7(clickedAt.getTime()),
      clickedAt,
      amount: 10_000n,
      currency: 'USD',
      coupon: null,
      customerStatus: null,
      channel: 'query',
      parameters: '{}',
      receivedAt,
    })
    .execute()
}

test('counts the waiting orders and warns when one waits for more than an hour', async () => {
  expect(await describeNow()).toEqual({
    warnings: [],
    clock: { last_step: null, database_ahead_ms: null },
    waiting_orders: { count: 0, oldest_at: null },
  })
  const recently = new Date(Date.now() - 50 * 60_000)
  await insertWaitingOrder(recently)
  expect(await describeNow()).toMatchObject({
    warnings: [],
    waiting_orders: { count: 1, oldest_at: recently.toISOString() },
  })
  const longAgo = new Date(Date.now() - 61 * 60_000)
  await insertWaitingOrder(longAgo)
  expect(await describeNow()).toMatchObject({
    warnings: [expect.stringContaining('waited for more than an hour')],
    waiting_orders: { count: 2, oldest_at: longAgo.toISOString() },
  })
})

test('a worker that can store no clicks is not ready, and says why', async () => {
  let isRefusing = true
  const server = await createServer({
    db: database.db,
    branding,
    secrets: await loadTestSecrets(database.db),
    trackingOrigin: 'http://localhost:3000',
    resolveActor: async () => ({ kind: 'visitor' }),
    logger: createLogger('silent', 'test'),
    trustProxy: false,
    routes: [],
    isReady: async () => true,
    listFaults: () => listFaults({ isRefusingClicks: isRefusing }),
    metrics: async () => '',
  })
  onTestFinished(() => server.close())
  const refusing = await server.inject('/readyz')
  expect([refusing.statusCode, refusing.json()]).toEqual([
    503,
    { status: 'failing', warnings: [expect.stringContaining('Clicks can be stored neither')] },
  ])
  isRefusing = false
  expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready' })
})
