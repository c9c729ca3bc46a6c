interface CacheBounds {
  maxEntries: number
  /** The bytes of all keys and of the entries themselves, roughly. */
  maxBytes: number
}

/** The rough cost of an entry besides its key: the entry of the map and a small value. */
const ENTRY_BYTES = 128

/**
 * A cache for keys that strangers choose, bounded by entries and by bytes. It drops the oldest entries first, and keeps
 * no key that would take more than a hundredth of the bytes.
 */
export class BoundedCache<V> {
  readonly #bounds: CacheBounds
  readonly #entries = new Map<string, V>()
  #bytes = 0

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: V): void {
    const { maxEntries, maxBytes } = this.#bounds
    const cost = costOf(key)
    if (cost > maxBytes / 100) return
    if (!this.#entries.has(key)) this.#bytes += cost
    this.#entries.set(key, value)
    while (this.#entries.size > maxEntries || this.#bytes > maxBytes) this.#dropOldest()
  }

  /** How many entries the cache has, and how many bytes they take, roughly. */
  size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes }
  }

  #dropOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key)
      this.#bytes -= costOf(key)
      return
    }
  }
}

function costOf(key: string): number {
  return key.length * 2 + ENTRY_BYTES
}
