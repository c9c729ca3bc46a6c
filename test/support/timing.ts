import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rounds } from './rounds.ts'

/** What is compared, and when it is enough. */
export interface Comparison<JoinAction extends string> {
  ways: Record<JoinAction, () => Promise<unknown>>
  /** Whether the shortest times so far show what was to be shown. */
  isEnough: (shortestMs: Record<JoinAction, number>) => boolean
  /** Where to stop at the earliest: else as `rounds` says. */
  leastRounds?: number
  mostRounds: number
}

/**
 * Goes the ways in turn, round after round, and answers the shortest time of each in milliseconds. What a busy machine
 * adds now and then falls out; what a way costs every time does not.
 */
export async function compareTimes<JoinAction extends string>(
  comparison: Comparison<JoinAction>,
): Promise<Record<JoinAction, number>> {
  const { ways, isEnough, leastRounds = rounds.comparisons, mostRounds } = comparison
  const names = Object.keys(ways) as JoinAction[]
  const shortestMs = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<JoinAction, number>
  for (let round = 1; round <= mostRounds; round++) {
    for (const name of names) shortestMs[name] = Math.min(shortestMs[name], await measureTime(ways[name]))
    if (round >= leastRounds && isEnough(shortestMs)) break
  }
  return shortestMs
}

/** How long it takes, in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const QUARTER_MS = 900_000

/**
 * Waits until the present quarter of an hour lasts for `roomMs` more. Limits, hours and days turn only with a quarter,
 * so what happens meanwhile falls into one of each.
 */
export async function avoidTurn(roomMs = 15_000): Promise<void> {
  const leftMs = QUARTER_MS - (Date.now() % QUARTER_MS)
  if (leftMs < roomMs) await sleep(leftMs)
}

/** How long each of these processes has waited for a processor so far, in milliseconds by its number. */
export function readWaits(pids: readonly number[]): Map<number, number> {
  return new Map(pids.map((pid) => [pid, readWait(pid)]))
}

/** How long they have waited since then, together. */
export function waitedSince(before: Map<number, number>, pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + readWait(pid) - (before.get(pid) ?? 0), 0)
}

/** How long a process has waited for a processor so far, in milliseconds; 0 where the system does not say. */
export function readWait(pid: number): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1e6
  } catch {
    return 0
  }
}
