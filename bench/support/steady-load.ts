import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER } from '#test/support/click-fixtures.ts'
import { p95 } from './filled-network.ts'
import { median } from './rounds.ts'

/** One answer to a request of a steady load. */
export interface SteadyAnswer {
  path: string
  /** The time from when the request was due until the last byte, so a late start counts. */
  tookMs: number
  /** 0 when the connection broke. */
  status: number
}

/** The settings of one run. */
export interface SteadyLoadOptions {
  url: string
  /** The paths to request in turn. */
  paths: readonly string[]
  perSecond: number
  seconds: number
  /** Headers besides those of a browser's first visit. */
  headers?: Record<string, string>
}

/**
 * Sends requests at a fixed rate, whether or not the earlier ones have been answered, so a slow server does not lower
 * the rate. Each request is a first visit: without a cookie, and with the compression that browsers ask for.
 */
export async function loadSteadily(options: SteadyLoadOptions): Promise<SteadyAnswer[]> {
  const { url, paths, perSecond, seconds, headers = {} } = options
  const agent = new Agent({ keepAlive: true })
  const running: Promise<SteadyAnswer>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    running.push(ask(agent, { url, path: paths[index % paths.length] ?? '/', dueAt, headers }))
  }
  const answers = await Promise.all(running)
  agent.destroy()
  return answers
}

type Asked = Required<Pick<SteadyLoadOptions, 'url' | 'headers'>> & { path: string; dueAt: number }

async function ask(agent: Agent, { url, path, dueAt, headers: own }: Asked): Promise<SteadyAnswer> {
  const headers = { 'User-Agent': BROWSER, 'Accept-Encoding': 'br, gzip', Accept: 'text/html', ...own }
  const status = await new Promise<number>((resolve) => {
    const request = get(`${url}${path}`, { agent, headers, timeout: 10_000 }, (response) => {
      once(response.resume(), 'end').then(
        () => resolve(response.statusCode ?? 0),
        () => resolve(0),
      )
    })
    request.on('timeout', () => request.destroy()).on('error', () => resolve(0))
  })
  return { path, tookMs: performance.now() - dueAt, status }
}

/** Repeats a step until it is stopped; the step under way is finished. */
export function repeatUntilStopped(step: () => Promise<unknown>): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) await step()
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

interface Stoppable {
  stop: () => Promise<void>
}

/** What is compared by `compareP99`. */
interface Comparison {
  load: () => Promise<SteadyAnswer[]>
  /** Begins work that lasts until it is stopped. */
  begin: () => Stoppable | Promise<Stoppable>
  rounds: number
}

/**
 * Measures the p99 of redirects without and during work, the medians of rounds in turns, so that other load on the
 * machine affects both. Throws when an answer is no redirect.
 */
export async function compareP99({ load, begin, rounds }: Comparison): Promise<{ without: number; during: number }> {
  const [without, during]: [number[], number[]] = [[], []]
  await load()
  for (let round = 0; round < rounds; round++) {
    without.push(getRedirectP99Ms(await load()))
    const work = await begin()
    during.push(getRedirectP99Ms(await load()))
    await work.stop()
  }
  return { without: median(without), during: median(during) }
}

/** Returns the 99th percentile of the times of redirects. Throws when an answer is none. */
export function getRedirectP99Ms(answers: readonly SteadyAnswer[]): number {
  if (answers.some(({ status }) => status !== 302)) throw new Error('A redirect failed')
  const times = answers.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/** Returns the 95th percentile of the times of answers. */
export function getP95Ms(answers: readonly SteadyAnswer[]): number {
  return p95(answers.map(({ tookMs }) => tookMs))
}
