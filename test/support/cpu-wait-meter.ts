import { readWait } from './timing.ts'

const SAMPLE_MS = 20

/**
 * Measures while it runs how long processes wait for a processor, so that a test can subtract the load of the machine.
 * Measures 0 where the system does not report it.
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

  /** Returns the longest wait of one of the processes between two times of `performance.now()`, in milliseconds. */
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
