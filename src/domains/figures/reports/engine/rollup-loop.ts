import type { Db } from '#database'
import { REPORT_DELAY_SECONDS } from '#kernel/report-delay.ts'
import type { Logger } from '#platform/server/log.ts'
import { advanceRollups } from '../commands/advance-rollups.ts'

/** The longest pause. It leaves the other half of the promised delay to the pass itself. */
const MAX_PAUSE_MS = REPORT_DELAY_SECONDS * 500

/** Dependencies and timing of a roll-up loop. */
export interface RollupLoopOptions {
  db: Db
  log: Logger
  /** One pass; it contains everything up to the given time. By default that of the hours, days and reports. */
  advance?: (db: Db, now: Date) => Promise<unknown>
  /** Pause between two passes. Reports lag by this pause plus the duration of a pass. */
  intervalMs?: number
  /**
   * The largest share of the time that passes should take. After a long pass the pause is longer, but at most half of
   * the delay that pages promise.
   */
  maxShare?: number
  clock?: () => Date
}

/**
 * Keeps the roll-ups up to date while it runs. Any number of processes may run a loop: a database lock admits one pass
 * at a time. The loop logs a failed pass and tries again, so the reports catch up when the database returns.
 */
export class RollupLoop {
  readonly #options: Required<RollupLoopOptions>
  #timer: NodeJS.Timeout | undefined
  #pass: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: RollupLoopOptions) {
    this.#options = { advance: advanceRollups, intervalMs: 2000, maxShare: 1, clock: () => new Date(), ...options }
  }

  /** Starts the first pass at once. */
  start(): void {
    this.#pass = this.#run()
  }

  /** Stops after the current pass. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#pass
  }

  async #run(): Promise<void> {
    const { db, log, advance, intervalMs, maxShare, clock } = this.#options
    const startedAt = performance.now()
    try {
      await advance(db, clock())
    } catch (err) {
      log.warn({ err }, 'The roll-ups could not be rebuilt; trying again')
    }
    if (this.#isStopped) return
    const restMs = (performance.now() - startedAt) * (1 / maxShare - 1)
    this.#timer = setTimeout(
      () => {
        this.#pass = this.#run()
      },
      Math.min(Math.max(intervalMs, restMs), MAX_PAUSE_MS),
    )
  }
}
