import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { metrics } from '#platform/server/metrics/metrics.ts'
import { openPostbackFixtures, openPostbackShop } from '#test/support/postback-shop.ts'
import { openConnection } from '#test/support/raw-http.ts'

const { close, database, findTransaction, fixtures, nextOrder, shop } = await openPostbackFixtures()
const port = Number(new URL(shop.origin).port)
const unfinished = 'POST /postback HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na=1'

afterAll(close)

test('only complete postbacks are in flight: 2,100 unfinished ones hold up no order', async () => {
  const slow = await Promise.all(Array.from({ length: 2100 }, () => openConnection(port)))
  for (const { socket } of slow) socket.write(unfinished)
  const reply = await shop.send({ click_id: await fixtures.makeClick(), order_id: nextOrder(), amount: '10' })
  for (const { socket } of slow) socket.destroy()
  expect(reply).toMatchObject({ status: 200, result: 'recorded' })
})

test('a client that hangs up is not counted as an answer', async () => {
  const before = await countAnswers()
  const { socket } = await openConnection(port)
  const { localPort } = socket
  const isGone = Promise.withResolvers<void>()
  // The server may still read what the clients of another test have sent.
  shop.server.on('request', (request) => {
    if (request.socket.remotePort !== localPort) return
    request.once('close', () => isGone.resolve())
    socket.destroy()
  })
  socket.write(unfinished)
  await isGone.promise
  for (let turn = 0; turn < 5; turn++) await nextTurn()
  expect(await countAnswers()).toBe(before)
})

test('a postback is in flight until its work ends, also after the answer that it is late', async () => {
  const { db, ownerDb } = database
  const small = await openPostbackShop(db, { ...fixtures.source, timeoutMs: 100, maxInFlight: 2 }, fixtures.token)
  const click_id = await fixtures.makeClick()
  const [one, other, next] = [nextOrder(), nextOrder(), nextOrder()]
  const send = (order_id: string) => small.send({ click_id, order_id, amount: '10' })
  const holder = await ownerDb.startTransaction().execute()
  for (const order of [one, other]) {
    await sql`INSERT INTO transaction_key (advertiser_id, order_ref, event, publisher_id, transaction_id)
      VALUES (${fixtures.advertiserId}, ${order}, 'sale', 1, gen_random_uuid())`.execute(holder)
  }
  const busy = { status: 503, result: 'retry', reason: 'unavailable' }
  expect(await Promise.all([send(one), send(other)])).toMatchObject([busy, busy])
  expect(await send(next)).toMatchObject(busy)
  await holder.rollback().execute()
  await expect.poll(() => findTransaction(one)).toBeDefined()
  await expect.poll(() => findTransaction(other)).toBeDefined()
  expect(await findTransaction(next)).toBeUndefined()
  const sendAgain = async () => {
    await send(next)
    return findTransaction(next)
  }
  await expect.poll(sendAgain).toBeDefined()
  small.close()
})

async function countAnswers(): Promise<number> {
  const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('tandem_postbacks_total{'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
