import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  TestNetwork,
  buildSite,
  findFreePort,
  listDescendants,
  signalProcess,
  waitUntil,
} from '#test/support/network.ts'
import { expectWithin, measureTime } from '#test/support/timing.ts'

const TOKEN = 'a-token-for-metrics'
const HITS = 40
/** An answer is promised in this time. */
const ANSWER_MS = 2000

let network: TestNetwork
let primary: ChildProcess

beforeAll(async () => {
  buildSite()
  network = new TestNetwork(await findFreePort(), { METRICS_TOKEN: TOKEN })
  ;({ primary } = await network.start())
})

afterAll(() => network.remove())

/** Asks on a new connection, so that the system chooses the worker anew. */
async function scrape(): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' }
  return (await fetch(`${network.url}/metrics`, { headers })).text()
}

/**
 * Asks until an answer contains the metrics of exactly the processes that are `up`: on a slow machine another one may
 * have been too late.
 */
async function scrapeFrom(up: Record<string, string>): Promise<string> {
  let text = ''
  await waitUntil(async () => {
    expectWithin(await measureTime(async () => (text = await scrape())), ANSWER_MS)
    return isDeepStrictEqual(readProcesses(text), up)
  })
  return text
}

/** Reads the value of a series, written as in the answer. */
function readValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

const unknownHits = (text: string) => readValue(text, 'tandem_hits_total{verdict="unknown_site"}')

/** Reads which processes are contained, by name. */
function readProcesses(text: string): Record<string, string | undefined> {
  const found = text.matchAll(/^tandem_process_up\{process="([^"]+)"\} ([01])$/gm)
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]))
}

const ALL = { primary: '1', jobs: '1', 'http-0': '1', 'http-1': '1' }

function findWorker(role: 'jobs' | 'http'): number {
  const found = listDescendants(primary, 'main.ts worker').find((pid) =>
    spawnSync('ps', ['eww', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(`TANDEM_ROLE=${role}`),
  )
  return found ?? 0
}

describe('/metrics', () => {
  test('adds up all workers, whichever answers', async () => {
    const hit = () => fetch(`${network.url}/r?key=none&url=https://shop.example/`, { headers: { connection: 'close' } })
    await Promise.all(Array.from({ length: HITS }, hit))
    for (let scrapes = 0; scrapes < 4; scrapes++) {
      expect(unknownHits(await scrapeFrom(ALL))).toBe(HITS)
    }
  })

  test('has each metric that the dashboard and the alert rules name', async () => {
    const files = ['dashboard.json', 'alerts.yml'].map((name) => readFileSync(`examples/grafana/${name}`, 'utf8'))
    const named = files.flatMap((text) => text.match(/\b(?:tandem|process|nodejs)_[a-z0-9_]+/g) ?? [])
    expect(new Set(named).size).toBeGreaterThan(15)
    await waitUntil(async () => (await scrape()).includes('tandem_rollup_age_seconds{rollup="rollups"}'))
    const text = await scrape()
    const present = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const missing = named.filter((name) => !present.has(name) && !present.has(name.replace(/_(bucket|count|sum)$/, '')))
    expect(missing).toEqual([])
    expect(readValue(text, 'tandem_database_up')).toBe(1)
    expect(text).not.toMatch(/ (NaN|null|undefined)$/im)
  })

  test('answers in time and names the process that hangs', async () => {
    const jobs = findWorker('jobs')
    signalProcess(jobs, 'SIGSTOP')
    const text = await scrapeFrom({ ...ALL, jobs: '0' }).finally(() => signalProcess(jobs, 'SIGCONT'))
    expect(unknownHits(text)).toBe(HITS)
    await waitUntil(async () => readProcesses(await scrape())['jobs'] === '1')
  })

  test('answers in time with one worker when the primary hangs', async () => {
    primary.kill('SIGSTOP')
    let text = ''
    const tookMs = await measureTime(async () => (text = await scrape())).finally(() => primary.kill('SIGCONT'))
    expectWithin(tookMs, ANSWER_MS)
    expect(readProcesses(text)).toMatchObject({ primary: '0' })
    expect(
      Object.values(readProcesses(text))
        .toSorted((one = '', other = '') => one.localeCompare(other))
        .join(''),
    ).toBe('01')
    await waitUntil(async () => Object.keys(readProcesses(await scrape())).length === 4)
  })

  test('counts a worker that was killed on, and that it was replaced', async () => {
    signalProcess(findWorker('http'), 'SIGKILL')
    await waitUntil(async () => {
      const text = await scrape().catch(() => '')
      return (
        readValue(text, 'tandem_worker_restarts_total{role="http"}') === 1 &&
        !text.includes('tandem_process_up{process="http-0"} 0')
      )
    })
    await waitUntil(async () => Object.values(readProcesses(await scrape().catch(() => ''))).join('') === '1111')
    expect(unknownHits(await scrapeFrom(ALL))).toBe(HITS)
  })
})
