import type { Config } from '#platform/server/config.ts'
import { startMetrics } from '#platform/server/metrics/metrics.ts'
import type { OutboundClient } from '#platform/server/outbound/outbound-client.ts'
import { startHttp } from './http-service.ts'
import { startJobs } from './jobs.ts'
import { runNetwork } from './primary.ts'
import { checkPublicStart } from './public-start.ts'

/** `npm run dev`: runs the network in one process; Vite compiles the pages on demand. */
export async function runDevelopment(config: Config, args: readonly string[]): Promise<void> {
  checkPublicStart(config, args)
  await runInOneProcess(config)
}

/** Runs the network in this process. Only tests pass `clients`. */
export async function runInOneProcess(config: Config, clients: { outbound?: OutboundClient } = {}): Promise<void> {
  startMetrics('dev')
  await runNetwork(config, async (runtime) => {
    // The jobs come last: loading the pages blocks a slow machine for longer than the lease of the jobs lasts.
    const http = await startHttp(runtime, clients)
    const services = [await startJobs({ ...runtime, ...clients }), http]
    return {
      drain: () => {
        for (const service of services) service.drain?.()
      },
      stop: async () => {
        for (const service of services.toReversed()) await service.stop()
      },
    }
  })
}
