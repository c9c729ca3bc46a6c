import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import type { Logger } from '../log.ts'

/** A step of the clock, which NTP, an operator or the host of a virtual machine makes. */
export interface ClockStep {
  /** Positive if the clock was set forward. */
  ms: number
  /** The time that the clock showed after the step. */
  at: Date
}

/** What a `ClockWatch` knows. */
export interface ClockState {
  /** The last step since the start of the process. */
  lastStep: ClockStep | undefined
  /** The clock of the database minus that of this process; `undefined` while the database does not answer. */
  databaseAheadMs: number | undefined
}

/** Options of `ClockWatch`. */
export interface ClockWatchOptions {
  db: Db
  log: Logger
  intervalMs?: number
  clock?: () => Date
  /** The monotonic clock, in milliseconds. */
  monotonic?: () => number
}

/** A smaller difference to the monotonic clock is no step: NTP slews the clock by as much. */
const MIN_STEP_MS = 500
/** A larger difference to the database is worth a warning. */
const MAX_DIFFERENCE_MS = 1000
const WARN_FOR_MS = 24 * 3_600_000
/** Two clocks that were not read at the same time are read again. */
const MAX_READ_MS = 10

/**
 * Compares the clock of this process with the monotonic clock every few seconds, to notice steps, and with the clock of
 * the database. Logs each step.
 */
export class ClockWatch {
  readonly #options: Required<ClockWatchOptions>
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  /** The clock minus the monotonic clock at the last comparison. */
  #offsetMs: number
  #lastStep: (ClockStep & { monotonicMs: number }) | undefined
  #databaseAheadMs: number | undefined

  constructor(options: ClockWatchOptions) {
    this.#options = { intervalMs: 5000, clock: () => new Date(), monotonic: () => performance.now(), ...options }
    this.#offsetMs = this.#readOffset()
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  state(): ClockState {
    const { ms, at } = this.#lastStep ?? {}
    const lastStep = ms === undefined || at === undefined ? undefined : { ms, at }
    return { lastStep, databaseAheadMs: this.#databaseAheadMs }
  }

  /** Says what an operator should know: a step within the last day, a difference to the database. */
  listWarnings(): string[] {
    const step = this.#lastStep
    const isRecent = step !== undefined && this.#options.monotonic() - step.monotonicMs < WARN_FOR_MS
    const ahead = this.#databaseAheadMs ?? 0
    return [
      ...(isRecent ? [describeStep(step)] : []),
      ...(Math.abs(ahead) > MAX_DIFFERENCE_MS ? [describeDifference(ahead)] : []),
    ]
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#noticeStep()
      await this.#compareWithDatabase()
      await sleep(this.#options.intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #noticeStep(): void {
    const { clock, monotonic, log } = this.#options
    const offsetMs = this.#readOffset()
    const ms = Math.round(offsetMs - this.#offsetMs)
    this.#offsetMs = offsetMs
    if (Math.abs(ms) < MIN_STEP_MS) return
    this.#lastStep = { ms, at: clock(), monotonicMs: monotonic() }
    log.warn({ stepMs: ms }, 'The clock of this machine was set')
  }

  /** Reads the clock minus the monotonic clock. A process may be suspended between the readings. */
  #readOffset(): number {
    const { clock, monotonic } = this.#options
    for (;;) {
      const beforeMs = monotonic()
      const nowMs = clock().getTime()
      if (monotonic() - beforeMs < MAX_READ_MS) return nowMs - beforeMs
    }
  }

  async #compareWithDatabase(): Promise<void> {
    const { db, clock, monotonic } = this.#options
    try {
      const startedAt = monotonic()
      const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
      const nowMs = clock().getTime()
      const tookMs = monotonic() - startedAt
      // The error is at most half the time that the answer took.
      if (rows[0] === undefined || tookMs > MAX_DIFFERENCE_MS) return
      this.#databaseAheadMs = Math.round(rows[0].now.getTime() - (nowMs - tookMs / 2))
    } catch {
      // The readiness of the process says that the database does not answer.
      this.#databaseAheadMs = undefined
    }
  }
}

function describeStep({ ms, at }: ClockStep): string {
  const direction = ms > 0 ? 'forward' : 'back'
  return (
    `The clock of this machine was set ${direction} by ${toSeconds(ms)} s; it then showed ${at.toISOString()}. ` +
    'Orders whose click is newer than the clock wait for up to an hour. Let NTP slew the clock instead of setting it.'
  )
}

function describeDifference(ms: number): string {
  const direction = ms > 0 ? 'ahead of' : 'behind'
  return `The clock of the database is ${toSeconds(ms)} s ${direction} the one of this machine. Set both by NTP.`
}

function toSeconds(ms: number): string {
  return (Math.abs(ms) / 1000).toFixed(1)
}
