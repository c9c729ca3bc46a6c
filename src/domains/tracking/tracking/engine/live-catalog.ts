import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#database'
import { runCoalesced } from '#kernel/run-coalesced.ts'
import type { Connection } from '#platform/server/database/database.ts'
import { ChannelListener } from '#platform/server/database/listen.ts'
import type { Logger } from '#platform/server/log.ts'
import { CATALOG_CHANNEL, readSitesOwner } from '#platform/server/database/notify.ts'
import type { SitesOwner } from '#platform/server/database/notify.ts'
import { readMembershipRow } from '#domains/programmes/programs/rules.ts'
import type { MembershipKey } from '#domains/programmes/programs/rules.ts'
import { loadCatalog } from '../queries/catalog.ts'
import type { Catalog } from '../queries/catalog.ts'
import { Members, refreshMembers, updateMembers } from '../queries/members.ts'
import { ShortLinks, refreshShortLinks, updateShortLinks } from '../queries/short-links.ts'
import { refreshSites, updateSites } from '../queries/sites.ts'
import type { CatalogSites } from '../queries/sites.ts'
import { readShortLinkOf } from '../rules/ending.ts'

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

/** With more changed memberships, short links and owners of sites at once, all are compared with the database. */
const MAX_CHANGED = 500

/**
 * After a reload the next one waits this many times as long as it took, because a job may change all programmes, one by
 * one; but no longer than `MAX_REST_MS`, because a change counts within a second.
 */
const REST = 4
/** @see REST */
const MAX_REST_MS = 500

/**
 * Keeps the current catalog in this process's memory. Commands announce every change on the channel `catalog`. After a
 * change of one membership or short link only that is read, and after one of a site the sites of its publisher. A lost
 * connection is reopened, and a reload follows. A periodic reload catches any change that both miss. A reload reads the
 * members only of programmes whose members differ.
 */
export class LiveCatalog {
  readonly #options: Required<LiveCatalogOptions>
  readonly #stopping = new AbortController()
  readonly #reloading = runCoalesced(() => this.#reload())
  readonly #listener: ChannelListener
  #current: Catalog | undefined
  #readAtMs = performance.now()
  #restUntilMs = 0
  readonly #sites: CatalogSites = new Map()
  readonly #shortLinks = new ShortLinks()
  readonly #members = new Members()
  #changedMembers = new Map<string, MembershipKey>()
  #changedSites = new Map<string, SitesOwner>()
  readonly #changedLinks = new Set<string>()
  #isStale = false
  #isAllStale = false
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
    const { db } = this.#options
    await refreshSites(db, this.#sites)
    await refreshShortLinks(db, this.#shortLinks)
    await refreshMembers(db, this.#members)
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

  /** Notes what has to be read again: one membership or short link, the sites of one publisher, the rest, or all. */
  #hear(payload?: string): void {
    const ending = readShortLinkOf(payload ?? '')
    const membership = readMembershipRow(payload ?? '')
    const owner = readSitesOwner(payload ?? '')
    if (payload !== undefined && membership) this.#changedMembers.set(payload, membership)
    else if (payload !== undefined && owner) this.#changedSites.set(payload, owner)
    else if (ending !== undefined) this.#changedLinks.add(ending)
    else this.#isStale = true
    const changed = this.#changedMembers.size + this.#changedSites.size + this.#changedLinks.size
    if (payload === undefined || changed > MAX_CHANGED) {
      this.#isAllStale = true
    }
    this.#refresh()
  }

  #refresh(): void {
    if (!this.#stopping.signal.aborted) void this.#reloading.request()
  }

  async #reload(): Promise<void> {
    const { log, settleMs, retryMs } = this.#options
    // A single site, short link or membership needs no reload.
    const restMs = this.#isStale ? this.#restUntilMs - performance.now() : 0
    await this.#pause(Math.max(settleMs, restMs))
    if (this.#stopping.signal.aborted) return
    try {
      await this.#catchUp()
    } catch (err) {
      log.warn({ err }, 'The catalog could not be read; the last one stays in use')
      await this.#pause(retryMs)
      this.#hear()
    }
  }

  /** Reads single sites, short links and memberships last, because they may have changed while the others were read. */
  async #catchUp(): Promise<void> {
    const { db } = this.#options
    if (this.#isAllStale) {
      this.#isAllStale = false
      this.#isStale = true
      this.#changedMembers.clear()
      this.#changedSites.clear()
      this.#changedLinks.clear()
      await refreshSites(db, this.#sites)
      await refreshShortLinks(db, this.#shortLinks)
      await refreshMembers(db, this.#members)
    }
    if (this.#isStale) {
      this.#isStale = false
      await this.#load()
    }
    const owners = [...this.#changedSites.values()]
    this.#changedSites.clear()
    await updateSites(db, this.#sites, owners)
    const endings = [...this.#changedLinks]
    this.#changedLinks.clear()
    await updateShortLinks(db, this.#shortLinks, endings)
    const memberships = [...this.#changedMembers.values()]
    this.#changedMembers.clear()
    await updateMembers(db, this.#members, memberships)
  }

  async #load(): Promise<void> {
    const readAtMs = performance.now()
    this.#current = await loadCatalog(this.#options.db, {
      sites: this.#sites,
      shortLinks: this.#shortLinks,
      members: this.#members,
    })
    this.#readAtMs = readAtMs
    const now = performance.now()
    this.#restUntilMs = now + Math.min(REST * (now - readAtMs), MAX_REST_MS)
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined)
  }
}
