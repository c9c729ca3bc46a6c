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
  /** Rejects unless the database accepts clicks. */
  probe: () => Promise<unknown>
  /** Called each time the database has accepted clicks. */
  onAnswer: () => void
}

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
    const { spools, store, log, retryMs, onAnswer } = this.#options
    const { signal } = this.#stopping
    try {
      for (const spool of spools) await replaySpool({ spool, store, log, signal, onBatch: onAnswer })
      await this.#probe()
    } catch (err) {
      log.info({ err }, 'The spool could not be replayed; trying again')
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      this.wake()
    }
  }

  async #probe(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    await this.#options.probe()
    this.#options.onAnswer()
  }
}

/** What happened to the clicks of one batch. */
export interface ReplayCounts {
  /** They are in the database now. */
  recorded: number
  /** The database had them already. */
  present: number
  /** The database rejects them; they stay in the spool's table `refused`. */
  refused: number
}

/** A spool to replay, and where to. */
export interface SpoolReplay {
  spool: Spool
  store: ClickStore
  log: Logger
  /** Called after each batch. */
  onBatch: (counts: ReplayCounts) => void
  /** Stops after the current batch. */
  signal?: AbortSignal
}

const BATCH = 500

/** Moves the clicks of a spool into the database, batch by batch, until none is left. */
export async function replaySpool({ spool, store, log, onBatch, signal }: SpoolReplay): Promise<void> {
  for (;;) {
    const clicks = signal?.aborted ? [] : spool.read(BATCH)
    if (clicks.length === 0) return
    onBatch(await replayBatch({ spool, store, log }, clicks))
  }
}

/** Removes the clicks only after the commit. A crash in between causes a second replay, which changes nothing. */
async function replayBatch(
  target: Pick<SpoolReplay, 'spool' | 'store' | 'log'>,
  clicks: readonly SpooledClick[],
): Promise<ReplayCounts> {
  const { spool, store, log } = target
  try {
    const recorded = await store.replay(clicks.map((click) => click.json))
    spool.remove(clicks)
    return { recorded, present: clicks.length - recorded, refused: 0 }
  } catch (error) {
    if (!isDataError(error)) throw error
    const [first, ...rest] = clicks
    if (first !== undefined && rest.length === 0) {
      log.error({ err: error }, 'The database rejects a click; the spool quarantines it')
      spool.quarantine(first, error.message)
      return { recorded: 0, present: 0, refused: 1 }
    }
    const counts = { recorded: 0, present: 0, refused: 0 }
    for (const click of clicks) addCounts(counts, await replayBatch(target, [click]))
    return counts
  }
}

/** Adds the counts of a batch to a sum. */
export function addCounts(sum: ReplayCounts, { recorded, present, refused }: ReplayCounts): void {
  sum.recorded += recorded
  sum.present += present
  sum.refused += refused
}

/** Tells whether the database rejected the data: error classes 22 (data) and 23 (constraint). */
function isDataError(error: unknown): error is Error {
  return error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '')
}
