import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { metrics } from '#platform/server/metrics.ts'
import { openPostbackFixtures } from '#test/support/postback-shop.ts'
import { openConnection } from '#test/support/raw-http.ts'

const { close, fixtures, nextOrder, shop } = await openPostbackFixtures()
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
  socket.write(unfinished)
  await sleep(20)
  socket.destroy()
  await sleep(50)
  expect(await countAnswers()).toBe(before)
})

async function countAnswers(): Promise<number> {
  const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('tandem_postbacks_total{'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
