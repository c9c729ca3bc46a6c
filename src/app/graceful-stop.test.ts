import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { stopGracefully } from './graceful-stop.ts'

test('a server stops listening when its own accept queue is empty, whatever waits at the other', async () => {
  const pages = fastify()
  await pages.listen({ host: '127.0.0.1', port: 0 })
  const tracking = createServer()
  await once(tracking.listen(0, '127.0.0.1'), 'listening')
  const { port } = tracking.address() as AddressInfo
  const clients = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
  await nextTurn()
  // The time for emptying the queues never ends, however slow the machine is.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const stopped = stopGracefully(pages, [pages.server, tracking])
  await once(pages.server, 'close')
  clock.mockRestore()
  expect(tracking.listening).toBe(true)
  for (const client of clients) client.destroy()
  await stopped
  expect(tracking.listening).toBe(false)
})
