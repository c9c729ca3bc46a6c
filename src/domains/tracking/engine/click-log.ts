import type { Logger } from '#platform/server/log.ts'
import type { Click } from '../tables.ts'
import type { ClickStore } from './click-store.ts'
import { SpoolReplayer } from './spool-replayer.ts'
import type { Spool } from './spool.ts'

/** Where every hit goes before its visitor is answered. */
export interface ClickLog {
  /**
   * Resolves as soon as the click cannot be lost any more: committed, or on this machine's disk when the database does
   * not answer in time. Rejects when neither took it; then the visitor must not be redirected.
   */
  append(click: Click): Promise<void>
  /** How things stand, for metrics. */
  state(): ClickLogState
  /** Opens the spools; what an earlier process has left in them is replayed. */
  start(): void
  /** Writes out what is under way and closes the spools. Nothing may be appended afterwards. */
  stop(): Promise<void>
}

/** The state of a click log. */
export interface ClickLogState {
  /** The database does not answer, and clicks go to the spool at once. */
  isSpooling: boolean
  /** Clicks that went by way of the spool since the start. */
  spooled: number
}

/** What a click log is made of. */
export interface ClickLogOptions {
  store: ClickStore
  /** The first is this process's own; the others are only drained. The log starts and stops them. */
  spools: [own: Spool, ...leftovers: Spool[]]
  log: Logger
  /** How long a batch may wait for the database before its clicks go to the spool. */
  patienceMs?: number
  /** Pause before the database is tried again. */
  retryMs?: number
}

/** Clicks that are kept or lost together; those who wait for any of them wait for all. */
interface Batch {
  clicks: Click[]
  kept: PromiseWithResolvers<void>
}

// The database takes a batch of this size in a fraction of the patience.
const MAX_BATCH = 2000
// No click waits longer for company, and so few milliseconds nobody notices.
const GATHER_MS = 5

/**
 * A click log that commits one batch after the other; what arrives in the meantime goes with the next. It does not use
 * `runCoalesced`: each click waits for its own batch alone, and no promise is made for a request beyond the batch's,
 * because every redirect passes here.
 */
export class GroupCommitClickLog implements ClickLog {
  readonly #store: ClickStore
  readonly #spools: ClickLogOptions['spools']
  readonly #log: Logger
  readonly #patienceMs: number
  readonly #replayer: SpoolReplayer
  #waiting: Batch[] = []
  #isUnderWay = false
  #isGathering = false
  #isSpooling = false
  #isRunning = false
  #spooled = 0
  #onIdle: (() => void) | undefined

  constructor({ store, spools, log, patienceMs = 400, retryMs = 250 }: ClickLogOptions) {
    this.#store = store
    this.#spools = spools
    this.#log = log
    this.#patienceMs = patienceMs
    this.#replayer = new SpoolReplayer({ store, spools, log, retryMs, onAnswer: () => this.#trustDatabase() })
  }

  start(): void {
    for (const spool of this.#spools) spool.start()
    this.#isRunning = true
    this.#replayer.start()
  }

  append(click: Click): Promise<void> {
    if (!this.#isRunning) return Promise.reject(new Error('The click log is not running'))
    let batch = this.#waiting.at(-1)
    if (batch === undefined || batch.clicks.length >= MAX_BATCH) {
      batch = { clicks: [], kept: Promise.withResolvers() }
      this.#waiting.push(batch)
    }
    batch.clicks.push(click)
    this.#schedule()
    return batch.kept.promise
  }

  state(): ClickLogState {
    return { isSpooling: this.#isSpooling, spooled: this.#spooled }
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    if (this.#waiting.length > 0 || this.#isUnderWay) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    }
    await this.#replayer.stop()
    for (const spool of this.#spools) spool.stop()
  }

  #schedule(): void {
    if (this.#isGathering || this.#isUnderWay || this.#waiting.length === 0) return
    this.#isGathering = true
    this.#gather(0, performance.now() + GATHER_MS)
  }

  /**
   * A batch leaves when a turn of the event loop has brought nothing new: who arrives together is read within a few
   * turns, and a commit for each of them costs more than the wait.
   */
  #gather(before: number, until: number): void {
    setImmediate(() => {
      const { length } = this.#waiting[0]?.clicks ?? []
      if (length > before && length < MAX_BATCH && performance.now() < until) this.#gather(length, until)
      else this.#dispatch()
    })
  }

  #dispatch(): void {
    this.#isGathering = false
    const batch = this.#waiting.shift()
    if (batch && this.#isSpooling) this.#spoolBatch(batch)
    else if (batch) void this.#commit(batch)
    this.#goOn()
  }

  #goOn(): void {
    this.#schedule()
    if (this.#waiting.length === 0 && !this.#isUnderWay) this.#onIdle?.()
  }

  async #commit(batch: Batch): Promise<void> {
    this.#isUnderWay = true
    try {
      await this.#withPatience(this.#store.insert(batch.clicks))
      batch.kept.resolve()
    } catch (err) {
      // It may have been committed all the same: the replay finds out by the ids.
      this.#doubtDatabase(err)
      this.#spoolBatch(batch)
    } finally {
      this.#isUnderWay = false
    }
    this.#goOn()
  }

  #withPatience(work: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(new Error(`The database has not answered for ${this.#patienceMs} ms`))
      // After a pause of this process the answer may be there already: it is read before setImmediate runs.
      const timer = setTimeout(() => setImmediate(abort), this.#patienceMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  #spoolBatch(batch: Batch): void {
    try {
      this.#spools[0].add(batch.clicks)
    } catch (err) {
      this.#log.error({ err }, 'Clicks could be kept neither in the database nor on disk')
      batch.kept.reject(err)
      return
    }
    this.#spooled += batch.clicks.length
    batch.kept.resolve()
    this.#replayer.wake()
  }

  #doubtDatabase(err: unknown): void {
    if (!this.#isSpooling) this.#log.warn({ err }, 'The database does not take clicks; they go to the spool')
    this.#isSpooling = true
    this.#replayer.wake()
  }

  #trustDatabase(): void {
    if (this.#isSpooling) this.#log.warn('The database takes clicks again')
    this.#isSpooling = false
  }
}
