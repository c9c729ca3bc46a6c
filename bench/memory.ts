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
const MAX_MEGABYTES = 350
const MAX_GROWTH = 1

/**
 * Measures the resident memory of the workers while each serves three million clicks. Compares the peak of the third
 * million with that of the second: V8 lets its heap grow by about 40 MB before a full collection, about once in a
 * million clicks, so two samples would show only the state of that cycle.
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
      `at most ${MAX_MEGABYTES} MB: ${most <= MAX_MEGABYTES ? 'met' : 'MISSED'}`,
    )
    say(
      `${growth.toFixed(2)} MB a minute, from peak to peak`,
      `less than ${MAX_GROWTH}: ${growth < MAX_GROWTH ? 'met' : 'MISSED'}`,
    )
  } finally {
    await product.close()
  }
}

/** The measurements of a million clicks per worker. */
interface Stretch {
  /** The most megabytes of each worker, in the order of the process ids. */
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
    const load = await loadHttp({
      url,
      headers: { 'User-Agent': BROWSER },
      connections: CONNECTIONS,
      seconds: LOAD_SECONDS,
    })
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
