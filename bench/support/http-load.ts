import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

/** What came of one run of load. */
export interface Load {
  perSecond: number
  p99Ms: number
  /** Answers received. */
  answers: number
  /** Connections that broke, requests that ran out of time, answers that were errors. */
  errors: number
}

/** One run. */
export interface LoadOptions {
  url: string
  userAgent: string
  connections: number
  seconds: number
}

/** The load generator of this machine: wrk where it is installed, because it takes less from those it measures. */
export const generator = spawnSync('wrk', ['-v']).error === undefined ? 'wrk' : 'autocannon'

/** Asks for one address over and over again on so many connections. */
export function loadHttp(options: LoadOptions): Promise<Load> {
  return generator === 'wrk' ? loadByWrk(options) : loadByAutocannon(options)
}

const SCRIPT = `
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("\\nFIGURES %d %d %f %d\\n", summary.requests, summary.duration, latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`

async function loadByWrk({ url, userAgent, connections, seconds }: LoadOptions): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-wrk-'))
  const script = join(folder, 'figures.lua')
  writeFileSync(script, SCRIPT)
  const options = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--latency']
  const child = spawn('wrk', [...options, '--script', script, '--header', `User-Agent: ${userAgent}`, url])
  const output = await text(child.stdout)
  rmSync(folder, { recursive: true })
  const [, answers = 0, durationUs = 0, p99Us = 0, errors = 0] =
    output.match(/FIGURES (\d+) (\d+) ([\d.]+) (\d+)/) ?? []
  if (Number(durationUs) === 0) throw new Error(`wrk failed: ${output}`)
  return {
    perSecond: (Number(answers) * 1e6) / Number(durationUs),
    p99Ms: Number(p99Us) / 1000,
    answers: Number(answers),
    errors: Number(errors),
  }
}

async function loadByAutocannon({ url, userAgent, connections, seconds }: LoadOptions): Promise<Load> {
  const headers = { 'user-agent': userAgent }
  const result = await autocannon({ url, connections, duration: seconds, headers })
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    answers: result.requests.total,
    errors: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  }
}
