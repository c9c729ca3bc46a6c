import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '#database'
import type { Logger } from '#platform/server/log.ts'
import { loadCatalog } from './catalog.ts'
import type { Catalog } from './catalog.ts'

/** The catalog as it is now, in this process's memory. */
export interface LiveCatalog {
  /** The newest that could be read; it stays while the database is away. */
  readonly current: Catalog
  close(): Promise<void>
}

/** What a live catalog is kept from. */
export interface LiveCatalogOptions {
  db: Db
  /** For the one connection that listens; closing it is the caller's. */
  pool: pg.Pool
  log: Logger
  /** Changes within this time cost one reload. */
  settleMs?: number
  /** Reloaded at least this often, whether a change was announced or not. */
  reloadEveryMs?: number
  /** Pause before a failed connection or reload is tried again. */
  retryMs?: number
}

/**
 * Loads the catalog and keeps it fresh: the database announces every change on the channel `catalog`, a lost connection
 * is made again and followed by a reload, and a reload by the clock stands behind both. Throws when the first load
 * fails.
 */
export async function startLiveCatalog(options: LiveCatalogOptions): Promise<LiveCatalog> {
  const keeper = new ReloadingCatalog(options)
  await keeper.start()
  return keeper
}

class ReloadingCatalog implements LiveCatalog {
  readonly #options: Required<LiveCatalogOptions>
  readonly #closing = new AbortController()
  #current: Catalog | undefined
  #client: pg.PoolClient | undefined
  #isStale = false
  #reloading: Promise<void> | undefined
  #clock: NodeJS.Timeout | undefined

  constructor(options: LiveCatalogOptions) {
    this.#options = { settleMs: 20, reloadEveryMs: 60_000, retryMs: 500, ...options }
  }

  get current(): Catalog {
    if (this.#current === undefined) throw new Error('The catalog has not been loaded')
    return this.#current
  }

  async start(): Promise<void> {
    await this.#listen()
    this.#current = await loadCatalog(this.#options.db)
    this.#clock = setInterval(() => this.#refresh(), this.#options.reloadEveryMs).unref()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#clock)
    const client = this.#client
    this.#client = undefined
    client?.release(true)
    await this.#reloading
  }

  async #listen(): Promise<void> {
    const client = await this.#options.pool.connect()
    client.on('error', ignore)
    try {
      await client.query('LISTEN catalog')
    } catch (error) {
      client.release(true)
      throw error
    }
    // A loss may be reported twice, as an error and as an end; the first report counts.
    const onLost = () => {
      if (this.#client !== client) return
      this.#client = undefined
      client.release(true)
      void this.#listenAgain()
    }
    this.#client = client
      .on('notification', () => this.#refresh())
      .on('error', onLost)
      .on('end', onLost)
  }

  async #listenAgain(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#pause(this.#options.retryMs)
      if (this.#closing.signal.aborted) return
      try {
        await this.#listen()
        this.#refresh()
        return
      } catch (err) {
        this.#options.log.warn({ err }, 'The catalog cannot listen for changes; trying again')
      }
    }
  }

  #refresh(): void {
    this.#isStale = true
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = undefined
    })
  }

  async #reload(): Promise<void> {
    while (this.#isStale && !this.#closing.signal.aborted) {
      await this.#pause(this.#options.settleMs)
      this.#isStale = false
      try {
        this.#current = await loadCatalog(this.#options.db)
      } catch (err) {
        this.#isStale = true
        this.#options.log.warn({ err }, 'The catalog could not be read; the last one stays in use')
        await this.#pause(this.#options.retryMs)
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }
}

function ignore(): void {
  // The query that was under way rejects with the same error.
}
