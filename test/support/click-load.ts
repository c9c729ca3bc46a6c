import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The outcome of one request for the tracking link. */
export interface Visit {
  /** By `performance.now()`. */
  sentAt: number
  tookMs: number
  /** Where the visitor was sent; undefined when no redirect was received. */
  location: string | undefined
  /** Why no redirect was received. */
  failure: string | undefined
}

/** The request, and the rate at which it is sent. */
export interface LoadOptions {
  port: number
  path: string
  userAgent: string
  perSecond: number
}

const TICK_MS = 10
/** Longer than any promised time, so a request that takes as long was lost. */
const TIMEOUT_MS = 5000

/** Sends requests at a steady rate, whether or not the earlier ones have been answered. */
export class ClickLoad {
  readonly #options: LoadOptions
  readonly #agent = new Agent({ keepAlive: true })
  readonly #visits: Promise<Visit>[] = []
  #isOver = false
  #sending: Promise<void> = Promise.resolve()

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start(): void {
    this.#sending = this.#send()
  }

  /** Stops sending and waits for the requests in flight. */
  async stop(): Promise<Visit[]> {
    this.#isOver = true
    await this.#sending
    const visits = await Promise.all(this.#visits)
    this.#agent.destroy()
    return visits
  }

  async #send(): Promise<void> {
    const startedAt = performance.now()
    while (!this.#isOver) {
      const due = ((performance.now() - startedAt) / 1000) * this.#options.perSecond
      while (this.#visits.length < due) this.#visits.push(this.#visit())
      await sleep(TICK_MS)
    }
  }

  #visit(): Promise<Visit> {
    const { port, path, userAgent } = this.#options
    const { promise, resolve } = Promise.withResolvers<Visit>()
    const sentAt = performance.now()
    const end = (location: string | undefined, failure: string | undefined) =>
      resolve({ sentAt, tookMs: performance.now() - sentAt, location, failure })
    const headers = { 'user-agent': userAgent }
    const options = { host: '127.0.0.1', port, path, headers, agent: this.#agent, timeout: TIMEOUT_MS }
    const sent = request(options, (response) => {
      const { statusCode } = response
      const { location } = response.headers
      response.resume().on('error', () => undefined)
      end(location, statusCode === 302 ? undefined : `status ${statusCode}`)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => end(undefined, error.message)).end()
    return promise
  }
}
