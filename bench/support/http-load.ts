import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import autocannon from 'autocannon'

/** The result of one run of load. */
export interface Load {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers received. */
  answers: number
  /** Broken connections, timed-out requests and error answers. */
  errors: number
}

/** The settings of one run. */
export interface LoadOptions {
  /** The address; with `paths` only its origin. */
  url: string
  headers?: Record<string, string>
  paths?: Paths
  connections: number
  seconds: number
}

/** Generates distinct paths: `{value}` stands for each of the values in turn, `{count}` for a running number. */
export interface Paths {
  template: string
  values: readonly string[]
}

/** The load generator of this machine: wrk if installed, because it uses less processor time than autocannon. */
export const generator = spawnSync('wrk', ['-v']).error === undefined ? 'wrk' : 'autocannon'

/** Requests one address, or the paths in turn, repeatedly on the given number of connections. */
export function loadHttp(options: LoadOptions): Promise<Load> {
  return generator === 'wrk' ? loadByWrk(options) : loadByAutocannon(options)
}

const FIGURES = `
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("\\nFIGURES %d %d %f %f %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`

/** Builds the script of the requests for wrk. There is one thread, so its count is unique. */
function buildRequestScript({ template, values }: Paths): string {
  const pieces = template.split(/(\{value\}|\{count\})/).map((piece) => {
    if (piece === '{value}') return 'values[count % #values + 1]'
    return piece === '{count}' ? 'count' : JSON.stringify(piece)
  })
  return `
local values = { ${values.map((value) => JSON.stringify(value)).join(', ')} }
local count = 0
request = function()
  count = count + 1
  return wrk.format("GET", ${pieces.join(' .. ')})
end
`
}

async function loadByWrk({ url, headers = {}, connections, seconds, paths }: LoadOptions): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-wrk-'))
  const script = join(folder, 'figures.lua')
  writeFileSync(script, (paths ? buildRequestScript(paths) : '') + FIGURES)
  const options = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--latency']
  const fields = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const child = spawn('wrk', [...options, '--script', script, ...fields, url])
  const output = await text(child.stdout)
  rmSync(folder, { recursive: true })
  const [, answers = 0, durationUs = 0, p50Us = 0, p99Us = 0, errors = 0] =
    output.match(/FIGURES (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)/) ?? []
  if (Number(durationUs) === 0) throw new Error(`wrk failed: ${output}`)
  return {
    perSecond: (Number(answers) * 1e6) / Number(durationUs),
    p50Ms: Number(p50Us) / 1000,
    p99Ms: Number(p99Us) / 1000,
    answers: Number(answers),
    errors: Number(errors),
  }
}

function createRequestSetup({ template, values }: Paths) {
  let count = 0
  return (request: autocannon.Request) => {
    count += 1
    const value = values[count % values.length] ?? ''
    return { ...request, path: template.replaceAll('{value}', value).replaceAll('{count}', String(count)) }
  }
}

async function loadByAutocannon({ url, headers = {}, connections, seconds, paths }: LoadOptions): Promise<Load> {
  const requests = paths ? [{ setupRequest: createRequestSetup(paths) }] : [{}]
  const result = await autocannon({ url, connections, duration: seconds, headers, requests })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    answers: result.requests.total,
    errors: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  }
}
