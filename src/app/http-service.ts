import { Server as NetServer } from 'node:net'
import type { ListenOptions } from 'node:net'
import process from 'node:process'
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { describeListenError } from './listen-error.ts'
import type { Runtime, Service } from './runtime.ts'
import { buildServer } from './server.ts'

/**
 * How long the other workers get to stop accepting too. Who is told to close earlier connects again, and would be cut
 * when the last worker goes.
 */
const othersStopForMs = 200
/** How long open connections get to send the request they may be about to send. */
const lastRequestsForMs = 500
/** How often connections are looked for that have fallen idle since. */
const closeIdleEveryMs = 100

/** How long a queue that never runs empty is waited for; less than the other workers wait for this one. */
const queueEmptyForMs = 150

/**
 * Every worker listens with a queue of its own, and the system spreads new connections over them. At one shared queue
 * whoever wakes first takes most of a burst: of two workers one had three times the work of the other. Elsewhere the
 * queue is shared.
 */
const hasOwnQueues = process.platform === 'linux'

/** Serves HTTP on the configured port. Throws a StartError when the port is taken. */
export async function startHttp(runtime: Runtime): Promise<Service> {
  const { host, port } = runtime.config
  // Fastify hands on what its types do not name.
  const listening: FastifyListenOptions & ListenOptions = { host, port, reusePort: hasOwnQueues }
  const server = await buildServer(runtime)
  try {
    await server.listen(listening)
  } catch (error) {
    throw describeListenError(error, runtime.config)
  }
  return { stop: () => drain(server) }
}

/**
 * Fails no request: first who waits in the queue is let in and nobody new may connect, then every open connection is
 * answered once more and told to close, then the rest is closed and everything behind the server with it.
 */
async function drain(server: FastifyInstance): Promise<void> {
  const http = server.server
  await acceptWaiting(http)
  // The close of http.Server would cut idle connections, on which a request may already be under way.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(http, resolve))
  await Promise.race([closed, sleep(othersStopForMs)])
  http.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await Promise.race([closed, sleep(lastRequestsForMs)])
  // Who is still waiting for an answer was not told to close, so the connection falls idle when it comes.
  const closing = setInterval(() => http.closeIdleConnections(), closeIdleEveryMs)
  await server.close()
  await closed
  clearInterval(closing)
}

/**
 * Resolves in a moment in which nobody waits to be accepted: the close would cut whoever does. One connection is
 * accepted in a turn of the event loop, so a turn without any has found the queue empty. Only who comes between that
 * look and the close is cut, for the system cannot be asked to refuse some and keep others.
 */
async function acceptWaiting(http: NetServer): Promise<void> {
  const deadline = performance.now() + queueEmptyForMs
  let hasAccepted = true
  const note = () => (hasAccepted = true)
  http.on('connection', note)
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false
    await turnOfLoop()
  }
  http.off('connection', note)
}
