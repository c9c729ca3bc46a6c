/** How a batch writer writes. */
export interface BatchWriterOptions<T, R> {
  /** Writes a batch. The callers of all its items get its result or its error. */
  write: (items: readonly T[]) => Promise<R>
  maxItems: number
  /** The longest time for which a batch waits for more items, in milliseconds. */
  gatherMs: number
  /** When the latest write has taken this long, in milliseconds, one more may begin beside it. */
  patienceMs?: number
  /** The most writes at a time; 1 by default. */
  maxWrites?: number
}

/** Items that are written together. The callers of all of them wait for one promise. */
interface Batch<T, R> {
  items: T[]
  written: PromiseWithResolvers<R>
}

/** After a write, this share of the callers that it answers, and of the items that wait already, is waited for. */
const SHARE_THAT_RETURNS = 0.75
/** Timers of Node cannot be shorter. */
const SHORTEST_TIMER_MS = 1

/**
 * Writes items in batches, one after another, or up to `maxWrites` at a time when a write is slow. Items that arrive
 * during a write form the next batch.
 *
 * A write costs much more than an item in it, so few full batches carry more than many small ones. Under load the
 * callers that a write answers soon append again: the next batch waits until most of them have, at most for as long as
 * the write took. An item that arrives when nothing was written for longer waits only for those that arrive with it.
 */
export class BatchWriter<T, R> {
  readonly #options: Required<BatchWriterOptions<T, R>>
  readonly #waiting: Batch<T, R>[] = []
  #writes = 0
  /** Runs while the latest write may still end soon. */
  #patience: NodeJS.Timeout | undefined
  #isGathering = false
  /** Runs while a batch waits for the callers that the last write answered. */
  #returnTimer: NodeJS.Timeout | undefined
  #returnUntil = 0
  /** The size of a batch that waits no longer for these callers. */
  #expectedItems = 0
  #onIdle: (() => void)[] = []

  constructor(options: BatchWriterOptions<T, R>) {
    this.#options = { patienceMs: 0, maxWrites: 1, ...options }
  }

  /** Resolves with the result of the item's batch; rejects with its error. */
  append(item: T): Promise<R> {
    let batch = this.#waiting.at(-1)
    if (batch === undefined || batch.items.length >= this.#options.maxItems) {
      batch = { items: [], written: Promise.withResolvers() }
      this.#waiting.push(batch)
    }
    batch.items.push(item)
    this.#schedule()
    return batch.written.promise
  }

  /** Resolves when all appended items are written. */
  async idle(): Promise<void> {
    if (this.#waiting.length === 0 && this.#writes === 0) return
    await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }

  #schedule(): void {
    const [next] = this.#waiting
    if (next === undefined || this.#isGathering || this.#isBusy()) return
    let until = performance.now() + this.#options.gatherMs
    if (this.#returnTimer !== undefined) {
      if (next.items.length < this.#expectedItems) return
      clearTimeout(this.#returnTimer)
      this.#returnTimer = undefined
      until = Math.min(until, this.#returnUntil)
    }
    this.#isGathering = true
    this.#gather(next, { before: 0, until })
  }

  #isBusy(): boolean {
    return this.#writes >= this.#options.maxWrites || this.#patience !== undefined
  }

  /** Waits until a turn of the event loop adds no item, because Node reads simultaneous requests within a few turns. */
  #gather(batch: Batch<T, R>, { before, until }: { before: number; until: number }): void {
    setImmediate(() => {
      const { length } = batch.items
      const now = performance.now()
      if (length > before && length < this.#options.maxItems && now < until) {
        this.#gather(batch, { before: length, until })
        return
      }
      this.#isGathering = false
      if (length < this.#expectedItems && now < this.#returnUntil) {
        this.#awaitReturn(this.#returnUntil - now)
      } else {
        this.#begin()
      }
    })
  }

  #awaitReturn(forMs: number): void {
    this.#returnTimer = setTimeout(
      () => {
        this.#returnTimer = undefined
        this.#begin()
      },
      Math.max(forMs, SHORTEST_TIMER_MS),
    )
  }

  #begin(): void {
    const batch = this.#waiting.shift()
    if (batch !== undefined) void this.#write(batch)
  }

  async #write({ items, written }: Batch<T, R>): Promise<void> {
    const { write, maxItems, gatherMs } = this.#options
    const beganAt = performance.now()
    this.#writes += 1
    const patience = this.#startPatience()
    try {
      written.resolve(await write(items))
    } catch (error) {
      written.reject(error)
    }
    this.#writes -= 1
    if (patience === this.#patience) this.#endPatience()
    const now = performance.now()
    const left = this.#waiting.reduce((sum, batch) => sum + batch.items.length, 0)
    this.#expectedItems = Math.min(maxItems, Math.ceil((items.length + left) * SHARE_THAT_RETURNS))
    this.#returnUntil = now + Math.min(now - beganAt, gatherMs)
    this.#schedule()
    if (left === 0 && this.#writes === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  /** The writes that began before the latest one have used up their patience. */
  #startPatience(): NodeJS.Timeout | undefined {
    const { maxWrites, patienceMs } = this.#options
    if (maxWrites === 1) return undefined
    this.#patience = setTimeout(() => {
      this.#patience = undefined
      this.#schedule()
    }, patienceMs)
    return this.#patience
  }

  #endPatience(): void {
    clearTimeout(this.#patience)
    this.#patience = undefined
  }
}
