import { MINUTE_MS } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import type { KeptPage } from './kept-page.ts'

/** What a page shows besides texts and settings, which stay the same while the process runs. */
export type ShownData =
  | 'none'
  /** Data whose every change is announced, except that terms which come into force show at the next full minute. */
  | 'announced'
  | 'other'

/** A response that is not kept. */
export interface PlainResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** The outcome of a render, for all who wait for it. */
export type Outcome =
  | { kind: 'page'; page: KeptPage; data: ShownData }
  | { kind: 'response'; response: PlainResponse }
  /** The page uses something of its visitor, so each gets an own one. */
  | { kind: 'personal' }

/** The bounds of a page store. */
export interface PageStoreBounds {
  /** The bytes of all kept pages. */
  bytes: number
  /** Renders at the same time. */
  renders: number
  /** Pages that wait for their render; a further one is refused. */
  waiting: number
}

/** The bounds of the page store of each worker. `docs/proxy.md` repeats them. */
export const PAGE_STORE_BOUNDS: PageStoreBounds = { bytes: 32 * 1024 * 1024, renders: 4, waiting: 200 }

/** How long a page is kept whose data may change without an announcement. */
const UNANNOUNCED_MS = 1000
/** What an entry takes besides its key and its page: headers, and the entry of the map. */
const ENTRY_BYTES = 1500

interface Entry {
  page: KeptPage
  data: ShownData
  bytes: number
  freshUntil: number
  generation: number
}

interface Render {
  generation: number
  outcome: Promise<Outcome>
}

/**
 * The pages that a worker keeps, within a bound of bytes: a new page drops those that were asked for least recently. A
 * change of the data makes all pages that show data stale. A page that was being rendered during a change is not kept,
 * and visitors who come after the change do not wait for it.
 */
export class PageStore {
  readonly #bounds: PageStoreBounds
  readonly #entries = new Map<string, Entry>()
  readonly #renders = new Map<string, Render>()
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** Counts the changes of the data. */
  #generation = 0
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(bounds: PageStoreBounds = PAGE_STORE_BOUNDS) {
    this.#bounds = bounds
  }

  /** Returns a page that is kept and fresh. */
  find(key: string): KeptPage | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#drop(key, entry)
    if (!this.#isFresh(entry)) return undefined
    this.#insert(key, entry)
    this.#hits += 1
    return entry.page
  }

  /**
   * Renders a page and keeps it if it may be kept. Calls with the same key share one render. Refuses a page while too
   * many others wait for theirs.
   */
  render(key: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const present = this.#renders.get(key)
    if (present?.generation === this.#generation) {
      this.#hits += 1
      return present.outcome
    }
    this.#misses += 1
    const render = { generation: this.#generation, outcome: this.#run(key, work) }
    this.#renders.set(key, render)
    const forget = () => this.#renders.get(key) === render && this.#renders.delete(key)
    render.outcome.then(forget, forget)
    return render.outcome
  }

  /** Makes the pages stale that show data. */
  noteChange(): void {
    this.#generation += 1
  }

  /** The hits and misses since the start, and the present bytes and pages. */
  stats(): { hits: number; misses: number; bytes: number; pages: number } {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#bytes, pages: this.#entries.size }
  }

  async #run(key: string, work: () => Promise<Outcome>): Promise<Outcome> {
    await this.#takeTurn()
    try {
      const [generation, startedAt] = [this.#generation, Date.now()]
      const outcome = await work()
      if (outcome.kind === 'page') this.#keep(key, outcome, { generation, startedAt })
      return outcome
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#running < this.#bounds.renders) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= this.#bounds.waiting) {
      throw new Refusal({ code: 'unavailable', status: 503, retryAfterSeconds: 2 })
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #keep(key: string, { page, data }: { page: KeptPage; data: ShownData }, began: Began): void {
    const { generation, startedAt } = began
    const bytes = page.brotli.length + key.length * 2 + ENTRY_BYTES
    const entry = { page, data, bytes, generation, freshUntil: findEnd(data, startedAt) }
    if (!this.#isFresh(entry) || bytes > this.#bounds.bytes) return
    const present = this.#entries.get(key)
    if (present) this.#drop(key, present)
    this.#insert(key, entry)
    for (const [oldest, dropped] of this.#entries) {
      if (this.#bytes <= this.#bounds.bytes) return
      this.#drop(oldest, dropped)
    }
  }

  #isFresh({ data, generation, freshUntil }: Entry): boolean {
    return data === 'none' || (generation === this.#generation && Date.now() < freshUntil)
  }

  #insert(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }
}

/** The state of the store when a render began. */
interface Began {
  generation: number
  startedAt: number
}

/** Announced data can depend on the time: terms that come into force show at the next full minute. */
function findEnd(data: ShownData, startedAt: number): number {
  if (data === 'none') return Number.POSITIVE_INFINITY
  return data === 'announced' ? (Math.floor(startedAt / MINUTE_MS) + 1) * MINUTE_MS : startedAt + UNANNOUNCED_MS
}
