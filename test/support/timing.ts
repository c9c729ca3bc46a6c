import { expect, onTestFinished, vi } from 'vitest'
import { isSoak, rounds } from './rounds.ts'

/** The actions to compare, and when to stop. */
export interface Comparison<Name extends string> {
  actions: Record<Name, () => Promise<unknown>>
  /** Whether the shortest times so far suffice. */
  isEnough: (shortestMs: Record<Name, number>) => boolean
  /** The minimum of rounds; by default the number in `rounds`. */
  leastRounds?: number
  mostRounds: number
}

/**
 * Runs the actions in turn, round after round, and returns the shortest time of each in milliseconds. The shortest time
 * excludes the occasional load of the machine, but not a cost that each run has.
 */
export async function compareTimes<Name extends string>(comparison: Comparison<Name>): Promise<Record<Name, number>> {
  const { actions, isEnough, leastRounds = rounds.comparisons, mostRounds } = comparison
  const names = Object.keys(actions) as Name[]
  const shortestMs = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<Name, number>
  for (let round = 1; round <= mostRounds; round++) {
    for (const name of names) shortestMs[name] = Math.min(shortestMs[name], await measureTime(actions[name]))
    if (round >= leastRounds && isEnough(shortestMs)) break
  }
  return shortestMs
}

/**
 * Expects that something took at most as long as users are promised, in `npm run soak` only: how long a thing takes in
 * `npm test` depends on the machine.
 */
export function expectWithin(tookMs: number, promisedMs: number): void {
  if (isSoak) expect(tookMs).toBeLessThan(promisedMs)
}

/** Runs `work` and returns how long it takes, in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const QUARTER_MS = 900_000

/**
 * Returns a clock that stops at the end of the present quarter of an hour. The windows of rate limits, hours and days
 * begin only with a quarter, so all requests at this clock fall into one of each, however slow the machine is.
 */
export function createQuarterClock(): () => Date {
  const lastMs = Date.now() - (Date.now() % QUARTER_MS) + QUARTER_MS - 1
  return () => new Date(Math.min(Date.now(), lastMs))
}

/** Stops `Date` until the end of the test, for what reads the time by itself. `now` is its time. */
export function stopDate(now = new Date()): void {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
