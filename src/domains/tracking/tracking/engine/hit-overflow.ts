import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import { HOUR_MS } from '#kernel/days.ts'
import { countListeners } from '#platform/server/database/listen.ts'
import type { Logger } from '#platform/server/log.ts'
import { CATALOG_CHANNEL } from '#platform/server/database/notify.ts'
import { PrefixCounter } from '#platform/server/limits/prefix-counter.ts'
import { markLateHours } from '../commands/late-hours.ts'
import type { Verdict } from '../rules/verdict.ts'

/** Hits with an unknown key that are stored from one IP prefix in an hour, by all workers of all nodes together. */
export const MAX_STORED_PER_PREFIX = 1000

/** Dependencies of `HitOverflow`. */
export interface HitOverflowOptions {
  db: Db
  log: Logger
  /** The number of this worker, from 0, and of the workers of this node. */
  slot: number
  workers: number
  /** How often the counts go to the database, and the workers of all nodes are counted. */
  intervalMs?: number
}

/**
 * Bounds the rows that strangers can make us store by hits with unknown keys. Beyond the bound a hit is counted in
 * `hit_overflow`, by hour, verdict and worker, from which the roll-ups take it. Counts that the database did not take
 * stay in memory until it does. An hour that is over by then is marked as late.
 */
export class HitOverflow {
  readonly #options: Required<HitOverflowOptions>
  readonly #prefixes: PrefixCounter
  #counts = new Map<string, { hour: Date; verdict: Verdict; hits: bigint }>()
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor({ intervalMs = 5000, ...options }: HitOverflowOptions) {
    this.#options = { ...options, intervalMs }
    this.#prefixes = new PrefixCounter({ windowMs: HOUR_MS, max: shareOf(options.workers) })
  }

  /** Counts a hit when its prefix is over the bound. Returns whether it did; the hit is then not stored. */
  takes({ verdict, ipPrefix, at }: { verdict: Verdict; ipPrefix: string | undefined; at: Date }): boolean {
    if (verdict !== 'unknown_site' || !this.#prefixes.isOver(ipPrefix, at.getTime())) return false
    const hour = new Date(at.getTime() - (at.getTime() % HOUR_MS))
    const key = `${hour.getTime()} ${verdict}`
    const entry = this.#counts.get(key) ?? { hour, verdict, hits: 0n }
    this.#counts.set(key, { ...entry, hits: entry.hits + 1n })
    return true
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Writes the last counts. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await this.#flush()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await sleep(this.#options.intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      await this.#flush()
      await this.#divide()
    }
  }

  /** Divides the bound among the workers of all nodes; each of them listens to changes of the catalog. */
  async #divide(): Promise<void> {
    const { db, workers, log } = this.#options
    try {
      this.#prefixes.limitTo(shareOf(Math.max(workers, await countListeners(db, CATALOG_CHANNEL))))
    } catch (err) {
      log.warn({ err }, 'The workers of the network could not be counted yet')
    }
  }

  async #flush(): Promise<void> {
    const counts = this.#counts
    if (counts.size === 0) return
    this.#counts = new Map()
    try {
      const { db, slot: worker } = this.#options
      const rows = [...counts.values()].map((count) => ({ ...count, worker }))
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('hitOverflow')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['hour', 'verdict', 'worker'])
              .doUpdateSet({ hits: sql<bigint>`hit_overflow.hits + excluded.hits` }),
          )
          .execute()
        await markLateHours(tx, listPastHours(rows))
      })
    } catch (err) {
      this.#options.log.warn({ err }, 'The hits beyond the bound could not be counted yet')
      for (const [key, count] of counts) this.#counts.set(key, addHits(count, this.#counts.get(key)))
    }
  }
}

function shareOf(workers: number): number {
  return Math.ceil(MAX_STORED_PER_PREFIX / workers)
}

/** Lists the hours that are over, each once. */
function listPastHours(counts: readonly { hour: Date }[]): Date[] {
  const past = counts.filter(({ hour }) => hour.getTime() + HOUR_MS <= Date.now())
  return [...new Map(past.map(({ hour }) => [hour.getTime(), hour])).values()]
}

function addHits<T extends { hits: bigint }>(count: T, more: { hits: bigint } | undefined): T {
  return { ...count, hits: count.hits + (more?.hits ?? 0n) }
}
