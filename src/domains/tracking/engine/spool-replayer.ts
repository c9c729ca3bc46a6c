import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '#platform/server/log.ts'
import type { ClickStore } from './click-store.ts'
import type { Spool, SpooledClick } from './spool.ts'

/** Brings spooled clicks home. */
export interface SpoolReplayer {
  /** There may be something to do. */
  wake(): void
  /** Ends after the batch that is under way; what is left stays on disk for the next process. */
  close(): Promise<void>
}

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

/** Starts a replayer; it sleeps until it is woken. */
export function createSpoolReplayer({ store, spools, log, retryMs, onAnswer }: SpoolReplayerOptions): SpoolReplayer {
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | undefined
  let isWoken = false

  return {
    wake,
    async close() {
      closing.abort()
      await running
    },
  }

  function wake(): void {
    isWoken = true
    running ??= run().finally(() => {
      running = undefined
      // Woken between its last look and its end.
      if (isWoken && !signal.aborted) wake()
    })
  }

  async function run(): Promise<void> {
    while (isWoken && !signal.aborted) {
      isWoken = false
      try {
        for (const spool of spools) await drain(spool)
        await probe()
      } catch (err) {
        isWoken = true
        log.info({ err }, 'The spool cannot be replayed yet')
        await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async function probe(): Promise<void> {
    if (signal.aborted) return
    await store.replay([])
    onAnswer()
  }

  async function drain(spool: Spool): Promise<void> {
    for (;;) {
      const clicks = signal.aborted ? [] : spool.read(BATCH)
      if (clicks.length === 0) return
      await replay(spool, clicks)
      onAnswer()
    }
  }

  /** Removed only after the commit: dying in between means a replay more, which changes nothing. */
  async function replay(spool: Spool, clicks: readonly SpooledClick[]): Promise<void> {
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
      for (const click of clicks) await replay(spool, [click])
    }
  }
}

/** Whether the database looked at the data and said no: classes 22 (data) and 23 (constraint). */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')
}
