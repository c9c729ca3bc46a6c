import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from './network.ts'
import { patienceMs } from './patience.ts'

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
/** More requests would only wait for one another, on a machine that is too slow for the rate. */
const MAX_IN_FLIGHT = 500

/** Sends requests at a steady rate, whether or not the earlier ones have been answered, up to `MAX_IN_FLIGHT`. */
export class ClickLoad {
  readonly #options: LoadOptions
  readonly #agent = new Agent({ keepAlive: true })
  readonly #visits: Promise<Visit>[] = []
  readonly #leaving = new AbortController()
  #ended = 0
  #redirected = 0
  #isOver = false
  #sending: Promise<void> = Promise.resolve()

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start(): void {
    this.#sending = this.#send()
  }

  /** Waits until the requests in flight have ended, and then until `count` later ones were redirected. */
  async awaitRedirects(count: number): Promise<void> {
    await Promise.all(this.#visits)
    const before = this.#redirected
    await waitUntil(() => this.#redirected >= before + count)
  }

  /** Stops sending and waits for the requests in flight. */
  async stop(): Promise<Visit[]> {
    this.#isOver = true
    await this.#sending
    const visits = await Promise.all(this.#visits)
    this.#agent.destroy()
    return visits
  }

  /** Stops sending and gives the requests in flight up, which a suspended network would not answer. */
  abandon(): Promise<Visit[]> {
    this.#isOver = true
    this.#leaving.abort()
    return this.stop()
  }

  async #send(): Promise<void> {
    const startedAt = performance.now()
    while (!this.#isOver) {
      const due = ((performance.now() - startedAt) / 1000) * this.#options.perSecond
      while (this.#visits.length < Math.min(due, this.#ended + MAX_IN_FLIGHT)) this.#visits.push(this.#click())
      await sleep(TICK_MS)
    }
  }

  async #click(): Promise<Visit> {
    const visit = await this.visit()
    this.#ended += 1
    if (visit.failure === undefined) this.#redirected += 1
    return visit
  }

  /** Sends one request beside those of the rate. */
  visit(): Promise<Visit> {
    const { port, path, userAgent } = this.#options
    const { promise, resolve } = Promise.withResolvers<Visit>()
    const sentAt = performance.now()
    const end = (location: string | undefined, failure: string | undefined) =>
      resolve({ sentAt, tookMs: performance.now() - sentAt, location, failure })
    const headers = { 'user-agent': userAgent }
    const { signal } = this.#leaving
    const options = { host: '127.0.0.1', port, path, headers, agent: this.#agent, timeout: patienceMs, signal }
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
