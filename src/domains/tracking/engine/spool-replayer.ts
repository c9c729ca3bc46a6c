import { setTimeout as sleep } from 'node:timers/promises'
import { runCoalesced } from '#kernel/run-coalesced.ts'
import type { Logger } from '#platform/server/log.ts'
import type { ClickStore } from './click-store.ts'
import type { Spool, SpooledClick } from './spool.ts'

/** Dependencies and timing of a spool replayer. */
export interface SpoolReplayerOptions {
  store: ClickStore
  spools: readonly Spool[]
  log: Logger
  retryMs: number
  /** Called each time the database has answered. */
  onAnswer: () => void
}

const BATCH = 500

/** Moves spooled clicks into the database, each exactly once, for as long as it runs. */
export class SpoolReplayer {
  readonly #options: SpoolReplayerOptions
  readonly #stopping = new AbortController()
  readonly #replaying = runCoalesced(() => this.#replayAll())

  constructor(options: SpoolReplayerOptions) {
    this.#options = options
  }

  /** Starts with the clicks that an earlier process left in the spools. */
  start(): void {
    this.wake()
  }

  /** Requests a replay of all spools. */
  wake(): void {
    if (!this.#stopping.signal.aborted) void this.#replaying.request()
  }

  /** Stops after the current batch. The other clicks stay on disk for the next process. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#replaying.idle()
  }

  async #replayAll(): Promise<void> {
    const { spools, log, retryMs } = this.#options
    const { signal } = this.#stopping
    try {
      for (const spool of spools) await this.#replaySpool(spool)
      await this.#probe()
    } catch (err) {
      log.info({ err }, 'The spool could not be replayed; trying again')
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      this.wake()
    }
  }

  async #probe(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    await this.#options.store.replay([])
    this.#options.onAnswer()
  }

  async #replaySpool(spool: Spool): Promise<void> {
    for (;;) {
      const clicks = this.#stopping.signal.aborted ? [] : spool.read(BATCH)
      if (clicks.length === 0) return
      await this.#replayBatch(spool, clicks)
      this.#options.onAnswer()
    }
  }

  /** Removes the clicks only after the commit. A crash in between causes a second replay, which changes nothing. */
  async #replayBatch(spool: Spool, clicks: readonly SpooledClick[]): Promise<void> {
    const { store, log } = this.#options
    try {
      await store.replay(clicks.map((click) => click.json))
      spool.remove(clicks)
    } catch (error) {
      if (!isDataError(error)) throw error
      const [first, ...rest] = clicks
      if (first !== undefined && rest.length === 0) {
        log.error({ err: error }, 'The database rejects a click; the spool quarantines it')
        spool.quarantine(first, error.message)
        return
      }
      for (const click of clicks) await this.#replayBatch(spool, [click])
    }
  }
}

/** Tells whether the database rejected the data: error classes 22 (data) and 23 (constraint). */
function isDataError(error: unknown): error is Error {
  return error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')
}
