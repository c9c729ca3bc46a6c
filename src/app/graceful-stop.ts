import type { Server as HttpServer } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

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
 * Stops the servers without failing a request. First they accept the queued connections and stop listening. Then they
 * answer one more request per connection and send `Connection: close`. When all connections have ended, it closes
 * `pages`, which stops the services that all servers use.
 */
export async function stopGracefully(pages: FastifyInstance, servers: readonly HttpServer[]): Promise<void> {
  const endings = await Promise.all(servers.map(stopAccepting))
  const closed = Promise.all(endings.map(({ closed }) => closed))
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

/**
 * Stops listening as soon as the server's own accept queue is empty: while it waited for the queue of another server,
 * its own would fill again. `closed` resolves when all connections have ended.
 */
async function stopAccepting(server: HttpServer): Promise<{ closed: Promise<unknown> }> {
  await emptyAcceptQueue(server)
  return { closed: stopListening(server) }
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
