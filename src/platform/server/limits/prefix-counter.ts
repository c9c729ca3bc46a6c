/** How a `PrefixCounter` counts. */
export interface PrefixCounterOptions {
  /** Counts begin again with every window; windows begin at multiples of their length. */
  windowMs: number
  /** Events from one prefix beyond which it is over its limit. */
  max: number
  /** As many prefixes have a count of their own; all others share one. */
  maxPrefixes?: number
}

/** The count of the prefixes that have none of their own, and of requests without an address. */
const SHARED = ''

/**
 * Counts events by IP prefix in the memory of this process. Its memory is bounded, however many prefixes strangers come
 * from.
 */
export class PrefixCounter {
  readonly #options: Required<PrefixCounterOptions>
  #counts = new Map<string, number>()
  #windowStart = 0
  #max: number

  constructor({ maxPrefixes = 10_000, ...options }: PrefixCounterOptions) {
    this.#options = { ...options, maxPrefixes }
    this.#max = options.max
  }

  /** Changes the limit, also for the current window. */
  limitTo(max: number): void {
    this.#max = max
  }

  /** Counts an event. Returns whether the prefix is now over its limit. */
  isOver(prefix: string | undefined, now: number): boolean {
    this.#turn(now)
    const key = this.#keyOf(prefix)
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count > this.#max
  }

  /** The whole seconds until the counts begin again. */
  secondsLeft(now: number): number {
    const { windowMs } = this.#options
    return Math.max(1, Math.ceil((windowMs - (now % windowMs)) / 1000))
  }

  #turn(now: number): void {
    const start = now - (now % this.#options.windowMs)
    if (start === this.#windowStart) return
    this.#windowStart = start
    this.#counts = new Map()
  }

  #keyOf(prefix: string | undefined): string {
    if (prefix === undefined) return SHARED
    return this.#counts.has(prefix) || this.#counts.size < this.#options.maxPrefixes ? prefix : SHARED
  }
}
