import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { listDescendants } from '#test/support/network.ts'
import { startClickNetwork } from './support/click-network.ts'
import type { ClickNetwork } from './support/click-network.ts'
import { loadHttp } from './support/http-load.ts'

const CLICKS_PER_WORKER = 1_000_000
const CONNECTIONS = 64
const LOAD_SECONDS = 5
const SAMPLE_MS = 1000
const MOST_MEGABYTES = 350
const MOST_GROWTH = 1

/**
 * Resident memory of the workers after a million clicks each, over a second and a third million. V8 lets its heap grow
 * by some 40 MB before it collects all of it, about once in a million clicks, so it is the peaks that are compared: a
 * line through a minute would tell no more than which side of a tooth the minute was on.
 */
async function main(): Promise<void> {
  const product = await startClickNetwork(availableParallelism())
  try {
    const fresh = Math.max(...listWorkers(product).map(residentMegabytes))
    await loadMillion(product)
    const [before, after] = [await loadMillion(product), await loadMillion(product)]
    const most = Math.max(...before.peaks, ...after.peaks)
    const growth = Math.max(...after.peaks.map((peak, index) => (peak - (before.peaks[index] ?? 0)) / after.minutes))
    say(
      `${most.toFixed(0)} MB after 3 million clicks (fresh: ${fresh.toFixed(0)} MB)`,
      `at most ${MOST_MEGABYTES} MB: ${most <= MOST_MEGABYTES ? 'met' : 'MISSED'}`,
    )
    say(
      `${growth.toFixed(2)} MB a minute, from peak to peak`,
      `less than ${MOST_GROWTH}: ${growth < MOST_GROWTH ? 'met' : 'MISSED'}`,
    )
  } finally {
    await product.close()
  }
}

/** What a million clicks for each worker came to. */
interface Stretch {
  /** The most megabytes of every worker, in the same order. */
  peaks: number[]
  minutes: number
}

async function loadMillion(product: ClickNetwork): Promise<Stretch> {
  const pids = listWorkers(product)
  const peaks = pids.map(() => 0)
  const sample = () =>
    pids.forEach((pid, index) => (peaks[index] = Math.max(peaks[index] ?? 0, residentMegabytes(pid))))
  const sampling = setInterval(sample, SAMPLE_MS)
  const startedAt = performance.now()
  const { url } = product
  for (let clicks = 0; clicks < CLICKS_PER_WORKER * availableParallelism();) {
    const load = await loadHttp({ url, userAgent: BROWSER, connections: CONNECTIONS, seconds: LOAD_SECONDS })
    clicks += load.answers
  }
  clearInterval(sampling)
  return { peaks, minutes: (performance.now() - startedAt) / 60_000 }
}

function listWorkers({ primary }: ClickNetwork): number[] {
  return listDescendants(primary, 'src/main.ts worker')
}

function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout) / 1024
}

function say(figure: string, verdict: string): void {
  process.stdout.write(`${'memory of a worker'.padEnd(30)} ${figure.padEnd(52)} ${verdict}\n`)
}

await main()
