/** A generator of pseudo-random numbers: the same seed gives the same numbers on each run. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  isTrue(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns one of the keys, with a probability by weight. */
  weighted<T>(weights: readonly (readonly [T, number])[]): T {
    let rest = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of weights) {
      rest -= weight
      if (rest < 0) return value
    }
    throw new Error('Nothing to choose from')
  }

  pick<T>(values: readonly T[]): T {
    return this.weighted(values.map((value) => [value, 1] as const))
  }

  /** Returns a Poisson count (Knuth for small means, the normal approximation for large ones). */
  poisson(mean: number): number {
    if (mean > 30) return Math.max(0, Math.round(mean + this.normal() * Math.sqrt(mean)))
    const limit = Math.exp(-mean)
    let count = 0
    for (let product = this.next(); product > limit; product *= this.next()) count++
    return count
  }

  /** Returns a normal number of mean 0 and standard deviation 1 (Box-Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  /** Returns an exponential number, like a waiting time: most are short, a few are long. */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }
}
