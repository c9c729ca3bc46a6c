import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#platform/server/config.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Service } from './runtime.ts'

const stopForMs = 9500

/** The services that a program has started. It stops them in reverse order. */
export class ServiceStack {
  readonly #log: Logger
  readonly #stopLeadMs: number
  readonly #services: Service[] = []
  #isEnding = false
  #stopping: Promise<void> | undefined

  constructor(log: Logger, { stopLeadMs = 0 }: Partial<Pick<Config, 'stopLeadMs'>> = {}) {
    this.#log = log
    this.#stopLeadMs = stopLeadMs
  }

  /**
   * On a signal, waits until balancers have left (see `Service.drain`), stops all services and exits with 0. Further
   * signals change nothing, because service managers and npm repeat them. Replaces the signal listeners of other
   * modules.
   */
  endOnSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.removeAllListeners(signal)
      process.on(signal, () => void this.#end())
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

  async #end(): Promise<void> {
    if (this.#isEnding) return
    this.#isEnding = true
    await this.#drain()
    setTimeout(() => process.exit(1), stopForMs).unref()
    await this.stop()
    process.exit(0)
  }

  /** Only a network that serves has requests that could go elsewhere. */
  async #drain(): Promise<void> {
    const serving = this.#services.filter((service) => service.drain !== undefined)
    if (this.#stopLeadMs === 0 || serving.length === 0) return
    for (const service of serving) service.drain?.()
    await sleep(this.#stopLeadMs)
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
