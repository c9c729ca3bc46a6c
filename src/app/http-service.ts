import { once } from 'node:events'
import type { ListenOptions } from 'node:net'
import process from 'node:process'
import { stopGracefully } from './graceful-stop.ts'
import { describeListenError, getListening } from './listen-error.ts'
import type { Listening } from './listen-error.ts'
import type { Runtime, Service } from './runtime.ts'
import { buildServers } from './server.ts'
import type { BuildOptions } from './server.ts'

/**
 * On Linux every worker has its own accept queue (SO_REUSEPORT), and the kernel distributes new connections over the
 * queues. With a shared queue the first worker to wake takes most of a burst: one of two workers got three times the
 * work of the other. Other systems share the queue.
 */
const hasOwnQueues = process.platform === 'linux'

/**
 * Serves HTTP on the configured port, and tracking on its own port if there is one. Throws a StartError when a port is
 * taken. Only tests pass `outbound`.
 */
export async function startHttp(runtime: Runtime, { outbound }: Pick<BuildOptions, 'outbound'> = {}): Promise<Service> {
  const ports = getListening(runtime.config)
  let isDraining = false
  const { pages, tracking } = await buildServers(runtime, { outbound, isDraining: () => isDraining })
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
