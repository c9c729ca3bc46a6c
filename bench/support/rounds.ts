import type { ChildProcess } from 'node:child_process'
import type { Load } from './http-load.ts'
import { measureUsage } from './usage.ts'
import type { Usage } from './usage.ts'

/** A server under load: its process, whose children belong to it, and one run of load. */
export interface Measured {
  name: string
  root: Pick<ChildProcess, 'pid'>
  load: () => Promise<Load>
}

/** What one server did in one round. */
export interface Run extends Load, Usage {}

/**
 * Runs the servers in turn, round after round, so that other load on the machine affects all of them. Returns the runs
 * by the names of the servers.
 */
export async function measureInTurns(servers: readonly Measured[], rounds: number): Promise<Map<string, Run[]>> {
  const runs = new Map(servers.map(({ name }) => [name, [] as Run[]]))
  for (let round = 0; round < rounds; round++) {
    for (const { name, root, load } of servers) {
      const { result, usage } = await measureUsage(root, load)
      runs.get(name)?.push({ ...result, ...usage })
    }
  }
  return runs
}

/** Returns the median of a figure over runs. */
export function medianOf(runs: readonly Run[], figure: (run: Run) => number): number {
  return median(runs.map(figure))
}

/** Returns the median of the ratios that runs of the same round have. */
export function medianRatio(
  runs: readonly Run[],
  others: readonly Run[],
  figure: (run: Run) => number = ({ perSecond }) => perSecond,
): number {
  return median(runs.map((run, round) => figure(run) / figure(others[round] ?? run)))
}

/** Returns the median of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Writes the medians of the rate and of the percentiles over runs. */
export function describeSpeed(runs: readonly Run[]): { perSecond: string; percentiles: string } {
  const p50Ms = medianOf(runs, (run) => run.p50Ms).toFixed(1)
  const p99Ms = medianOf(runs, (run) => run.p99Ms).toFixed(1)
  const perSecond = `${medianOf(runs, (run) => run.perSecond).toFixed(0)}/s`
  return { perSecond, percentiles: `p50 ${p50Ms}, p99 ${p99Ms} ms` }
}

/** What limits a server, beside its figures. */
export interface Limit {
  runs: readonly Run[]
  bare: readonly Run[]
  /** The median time of a sync of the disk. */
  syncMs: number
  /** Rows of one commit. */
  perCommit: number
  /** What a row is: clicks, orders. */
  rows: string
}

/** Says what limits a server: processors, disk or batches. */
export function describeLimit({ runs, bare, syncMs, perCommit, rows }: Limit): string {
  const commits = `fsync ${syncMs.toFixed(2)} ms, ${perCommit.toFixed(1)} ${rows} per commit`
  return `${describeProcessors(runs, bare)}, ${commits}`
}

/** Says how busy the processors were, and what a request cost them. */
export function describeProcessors(runs: readonly Run[], bare: readonly Run[]): string {
  const idle = medianOf(runs, ({ idleShare }) => idleShare * 100)
  const [cost, bareCost] = [medianOf(runs, perRequestUs), medianOf(bare, perRequestUs)]
  const perRequest = `${cost.toFixed(0)} µs of processor time per request (bare ${bareCost.toFixed(0)} µs)`
  return `processors idle ${idle.toFixed(0)} %, ${perRequest}`
}

/** The processor time of a server per request, in microseconds. */
export function perRequestUs({ serverUs, answers }: Run): number {
  return serverUs / answers
}

/** Prints a figure and whether it meets its target. */
export function say(name: string, figure: string, verdict = ''): void {
  process.stdout.write(`${name.padEnd(30)} ${figure.padEnd(60)} ${verdict}`.trimEnd().concat('\n'))
}

/** Says whether a figure reaches a target. */
export function atLeast(value: number, target: number): string {
  return `at least ${target.toFixed(2)}: ${value >= target ? 'met' : 'MISSED'}`
}

/** Says whether a figure stays within a target. */
export function atMost(value: number, target: number, unit: string): string {
  return `at most ${target} ${unit}: ${value <= target ? 'met' : 'MISSED'}`
}
