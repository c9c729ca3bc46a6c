/** A body that is not complete. */
export interface IncompleteBody {
  /** Refuses its request. Returns `false` while the client waits for the response to an earlier request. */
  refuse(): boolean
}

/** The rough memory that a part of a body takes besides its bytes: a client may send a body byte by byte. */
const PART_BYTES = 600

/** Bounds the memory that incomplete bodies take. Beyond the bound, refuses the largest, of equal ones the oldest. */
export class BodyBytes {
  readonly #max: number
  readonly #byBody = new Map<IncompleteBody, number>()
  #total = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Counts a part of a body that has arrived. */
  add(body: IncompleteBody, bytes: number): void {
    const cost = bytes + PART_BYTES
    this.#byBody.set(body, (this.#byBody.get(body) ?? 0) + cost)
    this.#total += cost
    if (this.#total > this.#max) this.#refuseLargest()
  }

  /** Stops counting a body, which is complete or will not be. */
  end(body: IncompleteBody): void {
    this.#total -= this.#byBody.get(body) ?? 0
    this.#byBody.delete(body)
  }

  #refuseLargest(): void {
    const bySize = [...this.#byBody].toSorted(([, one], [, other]) => other - one)
    for (const [body] of bySize) {
      if (this.#total <= this.#max) return
      if (body.refuse()) this.end(body)
    }
  }
}
