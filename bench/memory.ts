import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER } from '#test/support/click-world.ts'
import { descendantsOf } from '#test/support/network.ts'
import { startClickNetwork } from './support/click-network.ts'
import { loadHttp } from './support/http-load.ts'

const CLICKS_PER_WORKER = 1_000_000
const CONNECTIONS = 64
const OBSERVED_SECONDS = 60
const MOST_MEGABYTES = 350
const MOST_SLOPE = 1

/** Resident memory of the workers after a million clicks each, and how it goes on under the same load. */
async function main(): Promise<void> {
  const workers = availableParallelism()
  const product = await startClickNetwork(workers)
  const load = (seconds: number) =>
    loadHttp({ url: product.url, userAgent: BROWSER, connections: CONNECTIONS, seconds })
  try {
    const serving = () => descendantsOf(product.primary, 'src/main.ts worker')
    const atStart = Math.max(...serving().map(residentMegabytes))
    let clicks = 0
    while (clicks < CLICKS_PER_WORKER * workers) clicks += (await load(5)).answers
    const [samples, { answers }] = await Promise.all([observe(product.primary), load(OBSERVED_SECONDS)])
    const most = Math.max(...samples.flatMap(({ megabytes }) => megabytes))
    const slope = Math.max(...serving().map((_, index) => slopePerMinute(samples, index)))
    const millions = ((clicks + answers) / workers / 1e6).toFixed(1)
    say(
      `${most.toFixed(0)} MB after ${millions} million clicks (fresh: ${atStart.toFixed(0)} MB)`,
      `at most ${MOST_MEGABYTES} MB: ${most <= MOST_MEGABYTES ? 'met' : 'MISSED'}`,
    )
    say(
      `${slope.toFixed(2)} MB a minute, over ${OBSERVED_SECONDS} s under load`,
      `less than ${MOST_SLOPE}: ${slope < MOST_SLOPE ? 'met' : 'MISSED'}`,
    )
  } finally {
    await product.close()
  }
}

interface Sample {
  minute: number
  /** Of every worker, in the same order. */
  megabytes: number[]
}

async function observe(primary: ChildProcess): Promise<Sample[]> {
  const pids = descendantsOf(primary, 'src/main.ts worker')
  const samples: Sample[] = []
  for (let second = 0; second < OBSERVED_SECONDS; second++) {
    samples.push({ minute: second / 60, megabytes: pids.map(residentMegabytes) })
    await sleep(1000)
  }
  return samples
}

function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout) / 1024
}

/** The least-squares line through one worker's samples. */
function slopePerMinute(samples: readonly Sample[], index: number): number {
  const points = samples.map(({ minute, megabytes }) => ({ x: minute, y: megabytes[index] ?? 0 }))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const rise = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0)
  return rise / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
}

function say(figure: string, verdict: string): void {
  process.stdout.write(`${'memory of a worker'.padEnd(30)} ${figure.padEnd(52)} ${verdict}\n`)
}

await main()
