import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { ListenOptions } from 'node:net'
import process from 'node:process'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describeListenError, getListening } from './listen-error.ts'
import type { Listening } from './listen-error.ts'
import type { Runtime, Service } from './runtime.ts'
import { buildServers } from './server.ts'

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

/**
 * Serves HTTP on the configured port, and tracking on its own port if there is one. Throws a StartError when a port is
 * taken.
 */
export async function startHttp(runtime: Runtime): Promise<Service> {
  const ports = getListening(runtime.config)
  let isDraining = false
  const { pages, tracking } = await buildServers(runtime, { isDraining: () => isDraining })
  await listen(ports.pages, (options) => pages.listen(options))
  if (tracking && ports.tracking) {
    await listen(ports.tracking, (options) => once(tracking.listen(options), 'listening'))
  }
  return {
    drain: () => {
      isDraining = true
    },
    stop: () => stopGracefully(pages, tracking ? [pages.server, tracking] : [pages.server]),
  }
}

async function listen(at: Listening, start: (options: ListenOptions) => Promise<unknown>): Promise<void> {
  try {
    // Fastify passes `reusePort` on, although its types do not declare it.
    await start({ host: at.host, port: at.port, reusePort: hasOwnQueues })
  } catch (error) {
    throw describeListenError(error, at)
  }
}

/**
 * Stops the servers without failing a request. First they accept the queued connections and stop listening. Then they
 * answer one more request per connection and send `Connection: close`. At last it closes the remaining connections, and
 * `pages` with the services that all of them use.
 */
async function stopGracefully(pages: FastifyInstance, servers: readonly HttpServer[]): Promise<void> {
  await Promise.all(servers.map(emptyAcceptQueue))
  const closed = Promise.all(servers.map(stopListening))
  await Promise.race([closed, sleep(othersStopForMs)])
  for (const server of servers) {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
  }
  await Promise.race([closed, sleep(lastRequestsForMs)])
  // Requests that were already being answered got no `Connection: close`, so their connections become idle afterwards.
  const closing = setInterval(() => {
    for (const server of servers) server.closeIdleConnections()
  }, closeIdleEveryMs)
  await closed
  clearInterval(closing)
  await pages.close()
}

/** Resolves when all connections have ended. `http.Server#close` closes idle ones, whose request may be on its way. */
function stopListening(server: HttpServer): Promise<unknown> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
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
