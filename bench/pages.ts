import { startPublicNetwork } from './support/public-network.ts'
import { loadSteadily } from './support/steady-load.ts'
import type { SteadyAnswer } from './support/steady-load.ts'

const PER_SECOND = 200
const ROUNDS = 2
const SECONDS = 5
const BASELINE_SECONDS = 3
// V8 needs this long to optimise the code that renders pages.
const WARM_UP_SECONDS = 6
const MAX_P95_MS = 50

/** Measures the HTML of all public pages at a steady rate, beside `/healthz` of the same server at that rate. */
async function main(): Promise<void> {
  const { network, paths } = await startPublicNetwork()
  const load = (asked: readonly string[], seconds: number) =>
    loadSteadily({ url: network.url, paths: asked, perSecond: PER_SECOND, seconds })
  const pages: SteadyAnswer[] = []
  const baseline: SteadyAnswer[] = []
  try {
    await load(paths, WARM_UP_SECONDS)
    for (let index = 0; index < ROUNDS; index++) {
      baseline.push(...(await load(['/healthz'], BASELINE_SECONDS)))
      pages.push(...(await load(paths, SECONDS)))
    }
  } finally {
    await network.remove()
  }
  printResult(pages, { name: 'all public pages', baselineMs: p95(baseline) })
  for (const path of paths) {
    const own = pages.filter((answer) => answer.path === path)
    printResult(own, { name: path, baselineMs: p95(baseline) })
  }
}

function printResult(
  answers: readonly SteadyAnswer[],
  { name, baselineMs }: { name: string; baselineMs: number },
): void {
  const p95Ms = p95(answers)
  const failed = answers.filter(({ status }) => status !== 200).length
  const isMet = p95Ms <= MAX_P95_MS && failed === 0
  const figure = `p95 ${p95Ms.toFixed(1)} ms, ${failed} errors (/healthz ${baselineMs.toFixed(1)} ms)`
  const verdict = `at most ${MAX_P95_MS} ms, none: ${isMet ? 'met' : 'MISSED'}`
  process.stdout.write(`${name.slice(0, 29).padEnd(30)} ${figure.padEnd(52)} ${verdict}\n`)
}

function p95(answers: readonly SteadyAnswer[]): number {
  const times = answers.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN
}

await main()
