import type { Config } from '#platform/server/config.ts'
import { startHttp } from './http-service.ts'
import { startJobs } from './jobs.ts'
import { runNetwork } from './primary.ts'

/** `npm run dev`: runs the network in one process; Vite compiles the pages on demand. */
export function runDevelopment(config: Config): Promise<void> {
  return runNetwork(config, async (runtime) => {
    const services = [await startJobs(runtime), await startHttp(runtime)]
    return {
      stop: async () => {
        for (const service of services.toReversed()) await service.stop()
      },
    }
  })
}
