import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER } from '#test/support/click-fixtures.ts'

/** One answer to a request of a steady load. */
export interface SteadyAnswer {
  path: string
  /** Until the last byte, from the moment when the request was due: a late start counts as waiting. */
  tookMs: number
  /** 0 when the connection broke. */
  status: number
}

/** One run. */
export interface SteadyLoadOptions {
  url: string
  /** Asked for in turn. */
  paths: readonly string[]
  perSecond: number
  seconds: number
}

/**
 * Asks at a fixed rate whether or not the answers before have come, as visitors do who know nothing of each other; a
 * slow server gets no rest by being slow. Every request is a first visit: no cookie, compressed as browsers ask for
 * it.
 */
export async function loadSteadily({ url, paths, perSecond, seconds }: SteadyLoadOptions): Promise<SteadyAnswer[]> {
  const agent = new Agent({ keepAlive: true })
  const running: Promise<SteadyAnswer>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    running.push(ask(agent, { url, path: paths[index % paths.length] ?? '/', dueAt }))
  }
  const answers = await Promise.all(running)
  agent.destroy()
  return answers
}

async function ask(agent: Agent, { url, path, dueAt }: { url: string; path: string; dueAt: number }) {
  const headers = { 'User-Agent': BROWSER, 'Accept-Encoding': 'br, gzip', Accept: 'text/html' }
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
