import type { Logger } from '#platform/server/log.ts'
import type { Service } from './runtime.ts'

const stopForMs = 9500

/** What a program has started, and its orderly end. */
export class ServiceStack {
  readonly #log: Logger
  readonly #services: Service[] = []
  #stopping: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** From now on a signal stops what has been added and ends the process with 0, whoever listened for it before. */
  endOnSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.removeAllListeners(signal)
      process.on(signal, () => {
        setTimeout(() => process.exit(1), stopForMs).unref()
        void this.stop().then(() => process.exit(0))
      })
    }
  }

  /** `service` is stopped at the end, before those that were added earlier; at once when the end has begun. */
  async add<T extends Service>(starting: Promise<T>): Promise<T> {
    const service = await starting
    if (this.#stopping === undefined) this.#services.push(service)
    else await service.stop()
    return service
  }

  /** Stops everything, the newest first; the same promise for every caller. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    for (const service of this.#services.toReversed()) {
      try {
        await service.stop()
      } catch (err) {
        this.#log.error({ err }, 'The stop was not clean')
      }
    }
  }
}
