/** Keeps what was made, by key, and makes it once however many ask; the one asked for longest ago leaves first. */
export class PromiseCache<T> {
  readonly #capacity: number
  readonly #kept = new Map<string, Promise<T>>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const present = this.#kept.get(key)
    const value = present ?? this.#make(key, make)
    this.#kept.delete(key)
    this.#kept.set(key, value)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#capacity) break
      this.#kept.delete(oldest)
    }
    return value
  }

  /** What failed is not kept. */
  async #make(key: string, make: () => Promise<T>): Promise<T> {
    try {
      return await make()
    } catch (error) {
      this.#kept.delete(key)
      throw error
    }
  }
}
