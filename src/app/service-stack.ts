import type { Logger } from '#platform/server/log.ts'
import type { Service } from './runtime.ts'

const stopForMs = 9500

/** The services that a program has started. It stops them in reverse order. */
export class ServiceStack {
  readonly #log: Logger
  readonly #services: Service[] = []
  #stopping: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** Stops all services and exits with 0 on a signal. Replaces the signal listeners of other modules. */
  endOnSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.removeAllListeners(signal)
      process.on(signal, () => {
        setTimeout(() => process.exit(1), stopForMs).unref()
        void this.stop().then(() => process.exit(0))
      })
    }
  }

  /** Adds a service, or stops it at once if the stack is already stopping. */
  async add<T extends Service>(starting: Promise<T>): Promise<T> {
    const service = await starting
    if (this.#stopping === undefined) this.#services.push(service)
    else await service.stop()
    return service
  }

  /** Stops all services, the newest first. Every call returns the same promise. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  async #stopAll(): Promise<void> {
    for (const service of this.#services.toReversed()) {
      try {
        await service.stop()
      } catch (err) {
        this.#log.error({ err }, 'A service failed to stop')
      }
    }
  }
}
