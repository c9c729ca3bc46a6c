import { Server as NetServer } from 'node:net'
import type { ListenOptions } from 'node:net'
import process from 'node:process'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { describeListenError } from './listen-error.ts'
import type { Runtime, Service } from './runtime.ts'
import { buildServer } from './server.ts'

/**
 * Time for all workers to stop accepting connections. A client whose connection is closed earlier may reconnect to a
 * worker that is about to stop, and lose that connection.
 */
const othersStopForMs = 200
/** Time for requests that clients are already sending on open connections. */
const lastRequestsForMs = 500
/** Interval for closing connections that have become idle. */
const closeIdleEveryMs = 100

/** Limit for emptying the accept queue; shorter than the time that the other workers wait. */
const queueEmptyForMs = 150

/**
 * On Linux every worker has its own accept queue (SO_REUSEPORT), and the kernel distributes new connections over the
 * queues. With a shared queue the first worker to wake takes most of a burst: one of two workers got three times the
 * work of the other. Other systems share the queue.
 */
const hasOwnQueues = process.platform === 'linux'

/** Serves HTTP on the configured port. Throws a StartError when the port is taken. */
export async function startHttp(runtime: Runtime): Promise<Service> {
  const { host, port } = runtime.config
  // Fastify passes `reusePort` on, although its types do not declare it.
  const listening: FastifyListenOptions & ListenOptions = { host, port, reusePort: hasOwnQueues }
  const server = await buildServer(runtime)
  try {
    await server.listen(listening)
  } catch (error) {
    throw describeListenError(error, runtime.config)
  }
  return { stop: () => stopGracefully(server) }
}

/**
 * Stops the server without failing a request. First it accepts the queued connections and stops listening. Then it
 * answers one more request per connection and sends `Connection: close`. At last it closes the remaining connections
 * and the server.
 */
async function stopGracefully(server: FastifyInstance): Promise<void> {
  const http = server.server
  await emptyAcceptQueue(http)
  // `http.Server#close` closes idle connections, on which a request may already be on its way.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(http, resolve))
  await Promise.race([closed, sleep(othersStopForMs)])
  http.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await Promise.race([closed, sleep(lastRequestsForMs)])
  // Requests that were already being answered got no `Connection: close`, so their connections become idle afterwards.
  const closing = setInterval(() => http.closeIdleConnections(), closeIdleEveryMs)
  await server.close()
  await closed
  clearInterval(closing)
}

/**
 * Resolves when the accept queue is empty, because closing the socket drops the connections in it. The event loop
 * accepts one connection per turn, so a turn without a new connection means an empty queue. Only a connection that
 * arrives between that turn and the close is dropped.
 */
async function emptyAcceptQueue(http: NetServer): Promise<void> {
  const deadline = performance.now() + queueEmptyForMs
  let hasAccepted = true
  const onConnection = () => (hasAccepted = true)
  http.on('connection', onConnection)
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false
    await nextTurn()
  }
  http.off('connection', onConnection)
}
