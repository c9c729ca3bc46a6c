/** An LRU cache of promises: concurrent calls with the same key share one. */
export class PromiseCache<T> {
  readonly #capacity: number
  readonly #entries = new Map<string, Promise<T>>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const present = this.#entries.get(key)
    const value = present ?? this.#make(key, make)
    this.#entries.delete(key)
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#capacity) break
      this.#entries.delete(oldest)
    }
    return value
  }

  /** Removes a failed promise from the cache. */
  async #make(key: string, make: () => Promise<T>): Promise<T> {
    try {
      return await make()
    } catch (error) {
      this.#entries.delete(key)
      throw error
    }
  }
}
