import type { Db } from '#database'
import type { Logger } from '#platform/server/log.ts'
import { advanceRollups } from '../commands/advance-rollups.ts'

/** What the loop works with. */
export interface RollupLoopOptions {
  db: Db
  log: Logger
  /** Pause between two passes; reports are behind by this and the time of a pass. */
  intervalMs?: number
  clock?: () => Date
}

/**
 * Keeps the roll-ups up to date for as long as it runs. Any number of processes may run one: the database lets one pass
 * at a time. A pass that fails is logged and done again, so a database that comes back finds its reports catching up.
 */
export class RollupLoop {
  readonly #options: Required<RollupLoopOptions>
  #timer: NodeJS.Timeout | undefined
  #pass: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: RollupLoopOptions) {
    this.#options = { intervalMs: 2000, clock: () => new Date(), ...options }
  }

  /** Begins with a pass at once. */
  start(): void {
    this.#pass = this.#run()
  }

  /** Ends after the pass that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#pass
  }

  async #run(): Promise<void> {
    const { db, log, intervalMs, clock } = this.#options
    try {
      await advanceRollups(db, clock())
    } catch (err) {
      log.warn({ err }, 'The roll-ups could not be rebuilt; trying again')
    }
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#pass = this.#run()
    }, intervalMs)
  }
}
