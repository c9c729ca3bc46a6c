import { readWait } from './timing.ts'

const SAMPLE_MS = 20

/**
 * Notes while it runs how long processes are kept waiting for a processor, so that a busy machine is not held against
 * them. Where the system does not say, nobody ever waits.
 */
export class WaitMeter {
  readonly #pids: readonly number[]
  readonly #samples: { at: number; waitsMs: number[] }[] = []
  readonly #clock: NodeJS.Timeout

  constructor(pids: readonly number[]) {
    this.#pids = pids
    this.#sample()
    this.#clock = setInterval(() => this.#sample(), SAMPLE_MS).unref()
  }

  stop(): void {
    clearInterval(this.#clock)
    this.#sample()
  }

  /** The longest that one of them was kept waiting between these moments of `performance.now()`, in milliseconds. */
  longestBetween(from: number, until: number): number {
    const before = this.#samples.findLast(({ at }) => at <= from)
    const after = this.#samples.find(({ at }) => at >= until)
    if (before === undefined || after === undefined) return 0
    return Math.max(0, ...after.waitsMs.map((waitMs, index) => waitMs - (before.waitsMs[index] ?? 0)))
  }

  #sample(): void {
    this.#samples.push({ at: performance.now(), waitsMs: this.#pids.map(readWait) })
  }
}
