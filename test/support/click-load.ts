import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** How one visitor fared. */
export interface Visit {
  /** By `performance.now()`. */
  sentAt: number
  tookMs: number
  /** Where the visitor was sent; undefined when no redirect was received. */
  location: string | undefined
  /** Why not. */
  failure: string | undefined
}

/** What is sent, and how much of it. */
export interface LoadOptions {
  port: number
  path: string
  userAgent: string
  perSecond: number
}

const TICK_MS = 10
/** Longer than anything that is promised: whoever waits so long was forgotten. */
const GIVE_UP_MS = 5000

/** Visitors that come at a steady pace, whatever happens to the ones before them. */
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

  /** Ends the stream and waits for every visitor that is under way. */
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
    const options = { host: '127.0.0.1', port, path, headers, agent: this.#agent, timeout: GIVE_UP_MS }
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
