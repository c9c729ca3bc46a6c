import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import { createLogger, logProcessFailures } from '#platform/server/log.ts'
import type { Logger } from '#platform/server/log.ts'
import { readOwnMetrics, startMetrics } from '#platform/server/metrics/metrics.ts'
import { StartError, explainStart } from '#platform/server/start-error.ts'
import type { OwnerRuntime, Runtime, Service } from './runtime.ts'
import type { PrimaryMessage, Role, WorkerMessage } from './workers.ts'

const stopForMs = 6000
/** Shorter, because a worker without its primary blocks the port for the next start. */
const orphanStopForMs = 2000

/** Runs a worker process until the primary stops it or exits. */
export async function runWorker(config: Config): Promise<void> {
  const role = process.env['TANDEM_ROLE'] === 'jobs' ? 'jobs' : 'http'
  const log = createLogger(config.logLevel, role)
  logProcessFailures(log)
  const connections = JSON.parse(process.env['TANDEM_CONNECTIONS'] ?? '{}') as Omit<OwnerRuntime, 'config' | 'log'>
  const runtime = { config, log, ...connections }
  startMetrics(role)
  const starting = startService(role, runtime)
  const stop = stopOnce(starting, runtime)
  // Ctrl-C in the terminal reaches every process of the group. The primary decides when the workers stop.
  process.on('SIGINT', () => {}).on('SIGHUP', () => {})
  const drain = () => void starting.then((service) => service.drain?.()).catch(() => undefined)
  // A service manager may send the signal to all processes. The primary says when its own lead is over.
  process.on('SIGTERM', () => {
    drain()
    void sleep(config.stopLeadMs).then(() => stop(stopForMs))
  })
  process.on('disconnect', () => stop(orphanStopForMs))
  process.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'drain') drain()
    if (message.kind === 'stop') stop(stopForMs)
    if (message.kind === 'ask-metrics') void sendMetrics(log)
  })
  try {
    await starting
    process.send?.({ kind: 'ready' } satisfies WorkerMessage)
  } catch (caught) {
    const error = explainStart(caught, config.dataDir)
    if (!(error instanceof StartError)) throw error
    process.send?.({ kind: 'failed', message: error.message } satisfies WorkerMessage, () => process.exit(1))
  }
}

/** Answers the primary in any case, because it asks again only after an answer. */
async function sendMetrics(log: Logger): Promise<void> {
  const values = await readOwnMetrics().catch((err: unknown) => {
    log.warn({ err }, 'The metrics could not be read')
    return undefined
  })
  if (process.connected) process.send?.({ kind: 'own-metrics', values } satisfies WorkerMessage)
}

/** Imports only the modules that the role needs. Only the jobs process gets the connection of the owner. */
async function startService(role: Role, runtime: OwnerRuntime): Promise<Service> {
  if (role === 'jobs') return (await import('./jobs.ts')).startJobs(runtime)
  return (await import('./http-service.ts')).startHttp(runtime)
}

/**
 * Returns a function that stops the service and ends the process, at the latest after the time that its first call
 * gives.
 */
function stopOnce(starting: Promise<Service>, { log }: Runtime): (forMs: number) => void {
  let isStopping = false
  return (forMs) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      log.error('The services did not stop in time')
      process.exit(1)
    }, forMs).unref()
    starting
      .then((service) => service.stop())
      .then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, 'The services failed to stop')
          process.exit(1)
        },
      )
  }
}
