import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#database'
import { runCoalesced } from '#kernel/run-coalesced.ts'
import type { Connection } from '#platform/server/database/database.ts'
import { ChannelListener } from '#platform/server/database/listen.ts'
import type { Logger } from '#platform/server/log.ts'
import { CATALOG_CHANNEL } from '#platform/server/database/notify.ts'
import { readMembershipRow } from '#domains/programmes/programs/rules.ts'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'
import { loadCatalog } from '../queries/catalog.ts'
import type { Catalog } from '../queries/catalog.ts'
import { Members, refreshMembers, updateMembers } from '../queries/members.ts'

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

/** With more changed memberships at once, all are compared with the database. */
const MAX_CHANGED = 500

/**
 * Keeps the current catalog in this process's memory. Commands announce every change on the channel `catalog`. After a
 * change of one membership only that membership is read. A lost connection is reopened, and a reload follows. A
 * periodic reload catches any change that both miss. A reload reads the members only of programmes whose members
 * differ.
 */
export class LiveCatalog {
  readonly #options: Required<LiveCatalogOptions>
  readonly #stopping = new AbortController()
  readonly #reloading = runCoalesced(() => this.#reload())
  readonly #listener: ChannelListener
  #current: Catalog | undefined
  #readAtMs = performance.now()
  readonly #members = new Members()
  #changed = new Map<string, MembershipKey>()
  #isStale = false
  #areMembersStale = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: LiveCatalogOptions) {
    this.#options = { settleMs: 20, reloadEveryMs: 60_000, retryMs: 500, ...options }
    const { connection, log, retryMs } = this.#options
    this.#listener = new ChannelListener({
      connection,
      channel: CATALOG_CHANNEL,
      log,
      retryMs,
      onChange: (payload) => this.#hear(payload),
    })
  }

  /** The newest catalog that could be read. It stays in use while the database is down. Throws before `start`. */
  get current(): Catalog {
    if (this.#current === undefined) throw new Error('The catalog has not been loaded')
    return this.#current
  }

  /** The time since the catalog was read, in milliseconds; little above `reloadEveryMs` while the database answers. */
  get ageMs(): number {
    return performance.now() - this.#readAtMs
  }

  /** Loads the catalog and keeps it fresh; rejects when the first load fails. */
  async start(): Promise<void> {
    await refreshMembers(this.#options.db, this.#members)
    await this.#load()
    // The listener causes a reload after its first connection, so no earlier change is missed.
    this.#listener.start()
    this.#timer = setInterval(() => this.#hear(), this.#options.reloadEveryMs).unref()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#listener.stop()
    await this.#reloading.idle()
  }

  /** Notes what has to be read again: one membership, all but the memberships, or all. */
  #hear(payload?: string): void {
    const membership = payload === undefined ? undefined : readMembershipRow(payload)
    if (payload !== undefined && membership) this.#changed.set(payload, membership)
    else this.#isStale = true
    if (payload === undefined || this.#changed.size > MAX_CHANGED) this.#areMembersStale = true
    this.#refresh()
  }

  #refresh(): void {
    if (!this.#stopping.signal.aborted) void this.#reloading.request()
  }

  async #reload(): Promise<void> {
    const { log, settleMs, retryMs } = this.#options
    await this.#pause(settleMs)
    if (this.#stopping.signal.aborted) return
    try {
      await this.#catchUp()
    } catch (err) {
      log.warn({ err }, 'The catalog could not be read; the last one stays in use')
      await this.#pause(retryMs)
      this.#hear()
    }
  }

  /** Reads the single memberships last, because they may have changed while the others were read. */
  async #catchUp(): Promise<void> {
    const { db } = this.#options
    if (this.#areMembersStale) {
      this.#areMembersStale = false
      this.#isStale = true
      this.#changed.clear()
      await refreshMembers(db, this.#members)
    }
    if (this.#isStale) {
      this.#isStale = false
      await this.#load()
    }
    const changed = [...this.#changed.values()]
    this.#changed.clear()
    await updateMembers(db, this.#members, changed)
  }

  async #load(): Promise<void> {
    const readAtMs = performance.now()
    this.#current = await loadCatalog(this.#options.db, this.#members)
    this.#readAtMs = readAtMs
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined)
  }
}
