import { setTimeout as sleep } from 'node:timers/promises'
import { runCoalesced } from '#kernel/run-coalesced.ts'
import type { Logger } from '#platform/server/log.ts'
import type { ClickStore } from './click-store.ts'
import type { Spool, SpooledClick } from './spool.ts'

/** What a replayer works on. */
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

  /** Begins with the clicks that an earlier process has left. */
  start(): void {
    this.wake()
  }

  /** There may be something to do. */
  wake(): void {
    if (!this.#stopping.signal.aborted) void this.#replaying.request()
  }

  /** Ends after the batch that is under way; what is left stays on disk for the next process. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#replaying.idle()
  }

  async #replayAll(): Promise<void> {
    const { spools, log, retryMs } = this.#options
    const { signal } = this.#stopping
    try {
      for (const spool of spools) await this.#drain(spool)
      await this.#probe()
    } catch (err) {
      log.info({ err }, 'The spool cannot be replayed yet')
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      this.wake()
    }
  }

  async #probe(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    await this.#options.store.replay([])
    this.#options.onAnswer()
  }

  async #drain(spool: Spool): Promise<void> {
    for (;;) {
      const clicks = this.#stopping.signal.aborted ? [] : spool.read(BATCH)
      if (clicks.length === 0) return
      await this.#replay(spool, clicks)
      this.#options.onAnswer()
    }
  }

  /** Removed only after the commit: dying in between means a replay more, which changes nothing. */
  async #replay(spool: Spool, clicks: readonly SpooledClick[]): Promise<void> {
    const { store, log } = this.#options
    try {
      await store.replay(clicks.map((click) => click.json))
      spool.remove(clicks)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const [first, ...rest] = clicks
      if (first !== undefined && rest.length === 0) {
        log.error({ err: error }, 'The database refuses a click; it is set aside in the spool')
        spool.quarantine(first, error.message)
        return
      }
      for (const click of clicks) await this.#replay(spool, [click])
    }
  }
}

/** Whether the database looked at the data and said no: classes 22 (data) and 23 (constraint). */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')
}
