import cluster from 'node:cluster'
import type { Db } from '#database'
import { writeMetrics } from '#platform/server/metrics/metric-sum.ts'
import { readOwnMetrics } from '#platform/server/metrics/metrics.ts'
import { settleWithin } from '#platform/server/settle-within.ts'
import { DatabaseFigures } from './database-figures.ts'
import type { PrimaryMessage, WorkerMessage } from './workers.ts'

/** How long the primary may take; longer than it waits for the workers. */
const ANSWER_MS = 1500

/**
 * Composes the answer to `/metrics`, within two seconds: the sum over all processes, which the primary makes, and the
 * figures of the database. While the primary has no answer, this worker tells only its own.
 */
export class NetworkMetrics {
  readonly #place: string
  readonly #figures: DatabaseFigures
  /** The question that the primary has not answered; all scrapes share it. */
  #asked: PromiseWithResolvers<string | undefined> | undefined

  constructor({ db, slot }: { db: Db; slot: number }) {
    this.#place = `http-${slot}`
    this.#figures = new DatabaseFigures(db)
    if (cluster.isWorker) process.on('message', (message: PrimaryMessage) => this.#receive(message))
  }

  async read(): Promise<string> {
    const [processes, database] = await Promise.all([this.#readProcesses(), this.#figures.read()])
    return `${processes}\n${database}`
  }

  async #readProcesses(): Promise<string> {
    const sum = cluster.isWorker ? await settleWithin(this.#askPrimary(), ANSWER_MS) : undefined
    if (sum !== undefined) return sum
    const others = cluster.isWorker ? [['primary', false] as const] : []
    return writeMetrics([await readOwnMetrics()], new Map([...others, [this.#place, true]]))
  }

  #askPrimary(): Promise<string | undefined> {
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers()
      process.send?.({ kind: 'ask-sum' } satisfies WorkerMessage)
    }
    return this.#asked.promise
  }

  #receive(message: PrimaryMessage): void {
    if (message.kind !== 'sum') return
    this.#asked?.resolve(message.text)
    this.#asked = undefined
  }
}
