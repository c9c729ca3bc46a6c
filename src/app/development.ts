import type { Config } from '#platform/server/config.ts'
import { startMetrics } from '#platform/server/metrics.ts'
import { startHttp } from './http-service.ts'
import { startJobs } from './jobs.ts'
import { runNetwork } from './primary.ts'
import { checkPublicStart } from './public-start.ts'

/** `npm run dev`: runs the network in one process; Vite compiles the pages on demand. */
export async function runDevelopment(config: Config, args: readonly string[]): Promise<void> {
  checkPublicStart(config, args)
  startMetrics('dev')
  await runNetwork(config, async (runtime) => {
    const services = [await startJobs(runtime), await startHttp(runtime)]
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
