import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '#database'
import type { Logger } from '#platform/server/log.ts'
import { loadDirectory } from './catalog.ts'
import type { Directory } from './catalog.ts'

/** The directory as it is now, in this process's memory. */
export interface LiveDirectory {
  /** The newest that could be read; it stays while the database is away. */
  readonly current: Directory
  close(): Promise<void>
}

/** What a live directory is kept from. */
export interface LiveDirectoryOptions {
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
 * Loads the directory and keeps it fresh: the database announces every change on the channel `directory`, a lost
 * connection is made again and followed by a reload, and a reload by the clock stands behind both. Throws when the
 * first load fails.
 */
export async function startDirectory(options: LiveDirectoryOptions): Promise<LiveDirectory> {
  const keeper = new DirectoryKeeper(options)
  await keeper.start()
  return keeper
}

class DirectoryKeeper implements LiveDirectory {
  readonly #options: Required<LiveDirectoryOptions>
  readonly #closing = new AbortController()
  #current: Directory | undefined
  #client: pg.PoolClient | undefined
  #isStale = false
  #reloading: Promise<void> | undefined
  #clock: NodeJS.Timeout | undefined

  constructor(options: LiveDirectoryOptions) {
    this.#options = { settleMs: 20, reloadEveryMs: 60_000, retryMs: 500, ...options }
  }

  get current(): Directory {
    if (this.#current === undefined) throw new Error('The directory has not been loaded')
    return this.#current
  }

  async start(): Promise<void> {
    await this.#listen()
    this.#current = await loadDirectory(this.#options.db)
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
      await client.query('LISTEN directory')
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
        this.#options.log.warn({ err }, 'The directory cannot listen for changes; trying again')
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
        this.#current = await loadDirectory(this.#options.db)
      } catch (err) {
        this.#isStale = true
        this.#options.log.warn({ err }, 'The directory could not be read; the last one stays in use')
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
