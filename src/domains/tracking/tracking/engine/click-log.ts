import { BatchWriter } from '#platform/server/database/batch-writer.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Click } from '../tables.ts'
import { clickToJson } from '../views.ts'
import type { ClickStore } from './click-store.ts'
import { SpoolReplayer } from './spool-replayer.ts'
import type { Spool } from './spool.ts'

/** Makes every hit durable before its visitor is answered. */
export interface ClickLog {
  /**
   * Resolves once the click is durable: committed, or on this machine's disk if the database does not answer in time.
   * Rejects if both fail; then the visitor must not be redirected.
   */
  append(click: Click): Promise<void>
  /** Reads the current state, for metrics. */
  state(): ClickLogState
  /** Counts the clicks in the spools, which wait for the database. */
  countWaiting(): number
  /** Opens the spools and replays the clicks that an earlier process left in them. */
  start(): void
  /** Writes all appended clicks and closes the spools. Afterwards `append` rejects. */
  stop(): Promise<void>
}

/** The state of a click log. */
export interface ClickLogState {
  /** The database does not answer, so clicks go straight to the spool. */
  isSpooling: boolean
  /** Neither the database nor the disk stores clicks, so visitors are not redirected. */
  isRefusing: boolean
  /** Clicks that went to the spool since the start. */
  spooled: number
}

/** Dependencies and timing of a click log. */
export interface ClickLogOptions {
  store: ClickStore
  /** The first is this process's own; the others are only replayed. The log opens and closes them. */
  spools: [own: Spool, ...leftovers: Spool[]]
  log: Logger
  /** How long a batch may wait for the database before its clicks go to the spool. */
  patienceMs?: number
  /** Pause before the database is tried again. */
  retryMs?: number
}

// The database writes a batch of this size in a fraction of `patienceMs`.
const MAX_BATCH = 2000
// The longest time that a batch waits for more clicks. A visitor does not notice it.
const GATHER_MS = 5

/** A click log that commits one batch of clicks after another. Every redirect passes here. */
export class GroupCommitClickLog implements ClickLog {
  readonly #store: ClickStore
  readonly #spools: ClickLogOptions['spools']
  readonly #log: Logger
  readonly #patienceMs: number
  readonly #replayer: SpoolReplayer
  readonly #writer: BatchWriter<Click, void>
  #isSpooling = false
  /** A click that neither the database nor the disk stored, while that is so. */
  #refused: Click | undefined
  #isRunning = false
  #spooled = 0

  constructor({ store, spools, log, patienceMs = 400, retryMs = 250 }: ClickLogOptions) {
    this.#store = store
    this.#spools = spools
    this.#log = log
    this.#patienceMs = patienceMs
    const probe = () => this.#probe()
    this.#replayer = new SpoolReplayer({ store, spools, log, retryMs, probe, onAnswer: () => this.#stopSpooling() })
    this.#writer = new BatchWriter({
      write: (clicks) => this.#write(clicks),
      maxItems: MAX_BATCH,
      gatherMs: GATHER_MS,
    })
  }

  start(): void {
    for (const spool of this.#spools) spool.start()
    this.#isRunning = true
    this.#replayer.start()
  }

  append(click: Click): Promise<void> {
    if (!this.#isRunning) return Promise.reject(new Error('The click log is not running'))
    return this.#writer.append(click)
  }

  state(): ClickLogState {
    return { isSpooling: this.#isSpooling, isRefusing: this.#refused !== undefined, spooled: this.#spooled }
  }

  countWaiting(): number {
    return this.#isRunning ? this.#spools.reduce((sum, spool) => sum + spool.count(), 0) : 0
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#writer.idle()
    await this.#replayer.stop()
    for (const spool of this.#spools) spool.stop()
  }

  async #write(clicks: readonly Click[]): Promise<void> {
    if (!this.#isSpooling) {
      try {
        await this.#withTimeout(this.#store.insert(clicks))
        return
      } catch (err) {
        // The batch may be committed all the same. The replay skips ids that the database has.
        this.#startSpooling(err)
      }
    }
    this.#spool(clicks)
  }

  #withTimeout(work: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(new Error(`The database has not answered for ${this.#patienceMs} ms`))
      // After a pause of this process the answer may have arrived already. Node reads it before it runs setImmediate.
      const timer = setTimeout(() => setImmediate(abort), this.#patienceMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  #spool(clicks: readonly Click[]): void {
    try {
      this.#spools[0].add(clicks)
    } catch (err) {
      if (!this.#refused) this.#log.error({ err }, 'Clicks can be stored neither in the database nor on disk')
      this.#refused = clicks[0]
      throw err
    }
    if (this.#refused) this.#log.warn('The disk stores clicks again')
    this.#refused = undefined
    this.#spooled += clicks.length
    this.#replayer.wake()
  }

  #startSpooling(err: unknown): void {
    if (!this.#isSpooling) this.#log.warn({ err }, 'The database does not accept clicks; they go to the spool')
    this.#isSpooling = true
    this.#replayer.wake()
  }

  #stopSpooling(): void {
    if (this.#isSpooling) this.#log.warn('The database accepts clicks again')
    this.#isSpooling = false
    this.#refused = undefined
  }

  /** A database whose disk is full answers, and still stores no click; so the one that it refused is tried out. */
  #probe(): Promise<unknown> {
    return this.#refused ? this.#store.tryOut([clickToJson(this.#refused)]) : this.#store.replay([])
  }
}
