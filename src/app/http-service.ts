import { Server as NetServer } from 'node:net'
import type { ListenOptions } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
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
 * Fails no request: first nobody new may connect, then every open connection is answered once more and told to close,
 * then the rest is closed and everything behind the server with it.
 */
async function drain(server: FastifyInstance): Promise<void> {
  const http = server.server
  // The close of http.Server would cut idle connections, on which a request may already be under way.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(http, resolve))
  await Promise.race([closed, sleep(othersStopForMs)])
  http.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await Promise.race([closed, sleep(lastRequestsForMs)])
  http.closeIdleConnections()
  await server.close()
  await closed
}
