import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#database'
import { runCoalesced } from '#kernel/run-coalesced.ts'
import type { Connection } from '#platform/server/database.ts'
import { ChannelListener } from '#platform/server/listen.ts'
import type { Logger } from '#platform/server/log.ts'
import { CATALOG_CHANNEL } from '#platform/server/notify.ts'
import { loadCatalog } from '../queries/catalog.ts'
import type { Catalog } from '../queries/catalog.ts'

/** Dependencies and timing of a live catalog. */
export interface LiveCatalogOptions {
  db: Db
  /** Opens the one connection that listens. */
  connection: Connection
  log: Logger
  /** Changes within this time cause one reload. */
  settleMs?: number
  /** Interval of the periodic reload. */
  reloadEveryMs?: number
  /** Pause before a failed connection or reload is retried. */
  retryMs?: number
}

/**
 * Keeps the current catalog in this process's memory. Commands announce every change on the channel `catalog`. A lost
 * connection is reopened, and a reload follows. A periodic reload catches any change that both miss.
 */
export class LiveCatalog {
  readonly #options: Required<LiveCatalogOptions>
  readonly #stopping = new AbortController()
  readonly #reloading = runCoalesced(() => this.#reload())
  readonly #listener: ChannelListener
  #current: Catalog | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: LiveCatalogOptions) {
    this.#options = { settleMs: 20, reloadEveryMs: 60_000, retryMs: 500, ...options }
    const { connection, log, retryMs } = this.#options
    this.#listener = new ChannelListener({
      connection,
      channel: CATALOG_CHANNEL,
      log,
      retryMs,
      onChange: () => this.#refresh(),
    })
  }

  /** The newest catalog that could be read. It stays in use while the database is down. Throws before `start`. */
  get current(): Catalog {
    if (this.#current === undefined) throw new Error('The catalog has not been loaded')
    return this.#current
  }

  /** Loads the catalog and keeps it fresh; rejects when the first load fails. */
  async start(): Promise<void> {
    this.#current = await loadCatalog(this.#options.db)
    // The listener causes a reload after its first connection, so no earlier change is missed.
    this.#listener.start()
    this.#timer = setInterval(() => this.#refresh(), this.#options.reloadEveryMs).unref()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#listener.stop()
    await this.#reloading.idle()
  }

  #refresh(): void {
    if (!this.#stopping.signal.aborted) void this.#reloading.request()
  }

  async #reload(): Promise<void> {
    const { db, log, settleMs, retryMs } = this.#options
    await this.#pause(settleMs)
    if (this.#stopping.signal.aborted) return
    try {
      this.#current = await loadCatalog(db)
    } catch (err) {
      log.warn({ err }, 'The catalog could not be read; the last one stays in use')
      await this.#pause(retryMs)
      this.#refresh()
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined)
  }
}
