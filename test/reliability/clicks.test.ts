import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { clickTokenKey, readClickToken } from '#domains/tracking/routes/click-token.ts'
import type { ClickTokenKey } from '#domains/tracking/routes/click-token.ts'
import { systemContext } from '#platform/server/context.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import type { Visit } from '#test/support/click-load.ts'
import { ClickLoad } from '#test/support/click-load.ts'
import { BROWSER, makeLinkedPair } from '../support/click-fixtures.ts'
import {
  TestNetwork,
  buildSite,
  listDescendants,
  findFreePort,
  isRunning,
  kill,
  waitUntil,
} from '#test/support/network.ts'
import { loopTimeoutMs, rounds } from '../support/rounds.ts'
import { WaitMeter } from '../support/cpu-wait-meter.ts'

const CLICKS_PER_SECOND = 500
/** What visitors are promised. The slowest of a hundred may owe it to the load of the machine that tests. */
const PROMISED_MS = 1000
const SLOWEST_MS = 3000
const WORKER = 'src/main.ts worker'

let network: TestNetwork
let primary: ChildProcess
let tokenKey: ClickTokenKey
let path: string

beforeAll(async () => {
  buildSite()
  network = new TestNetwork(await findFreePort())
  ;({ primary } = await network.start())
  const db = network.connect()
  tokenKey = clickTokenKey((await loadSecrets(db)).clickToken)
  const { siteKey, hostname } = await makeLinkedPair(systemContext(db, 'test'))
  await db.destroy()
  path = `/r?key=${siteKey}&id=load&url=${encodeURIComponent(`https://${hostname}/p?a=1`)}`
  await waitUntil(async () => (await visitOnce()).location?.includes('click_id=') === true)
}, 180_000)

afterAll(() => network.remove())

function openLoad(): ClickLoad {
  return new ClickLoad({ port: network.port, path, userAgent: BROWSER, perSecond: CLICKS_PER_SECOND })
}

async function visitOnce(): Promise<Visit> {
  const load = openLoad()
  load.start()
  const [visit] = await load.stop()
  return visit ?? { sentAt: 0, tookMs: 0, location: undefined, failure: 'nothing was sent' }
}

/**
 * Sends visitors for as long as `work` takes, and a second before and after it. What they or the worker that answers
 * them had to wait for a processor is not in their times.
 */
async function underLoad(work: () => Promise<void>): Promise<Visit[]> {
  const meters = [new WaitMeter([process.pid]), new WaitMeter(listDescendants(primary, WORKER))]
  const load = openLoad()
  load.start()
  await sleep(1000)
  await work()
  await sleep(1000)
  const visits = await load.stop()
  for (const meter of meters) meter.stop()
  return visits.map((visit) => {
    const waits = meters.map((meter) => meter.longestBetween(visit.sentAt, visit.sentAt + visit.tookMs))
    return { ...visit, tookMs: visit.tookMs - waits.reduce((sum, waitMs) => sum + waitMs, 0) }
  })
}

/** The ids of the clicks whose visitors were sent to the merchant. */
function receivedIds(visits: readonly Visit[]): string[] {
  return visits.flatMap(({ location }) => {
    const token = location && new URL(location).searchParams.get('click_id')
    return token ? (readClickToken(tokenKey, token)?.clickId ?? 'forged') : []
  })
}

async function countKept(db: Db, ids: readonly string[]): Promise<{ rows: number; ids: number }> {
  const { rows } = await sql<{ rows: number; ids: number }>`
    SELECT count(*)::int AS rows, count(DISTINCT id)::int AS ids FROM click WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return rows[0] ?? { rows: 0, ids: 0 }
}

/** Every click whose redirect was received is there exactly once, and the roll-ups agree with the rows. */
async function expectWhole(visits: readonly Visit[]): Promise<void> {
  const ids = receivedIds(visits)
  const db = network.connect()
  try {
    await expect.poll(() => countKept(db, ids), { timeout: 10_000 }).toEqual({ rows: ids.length, ids: ids.length })
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ missing: number }>`
            SELECT (SELECT count(*) FROM click)::int - (SELECT sum(hits) FROM rollup_hour)::int AS missing`.execute(db)
          return rows[0]?.missing
        },
        { timeout: 10_000, interval: 250 },
      )
      .toBe(0)
  } finally {
    await db.destroy()
  }
}

/** Everybody was redirected, and in time. */
function howVisitorsFared(visits: readonly Visit[]) {
  const times = visits.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return {
    failures: visits.flatMap(({ failure }) => failure ?? []),
    isPrompt: (times[Math.floor(times.length * 0.99)] ?? 0) < PROMISED_MS && (times.at(-1) ?? 0) < SLOWEST_MS,
  }
}

const WELL = { failures: [], isPrompt: true }

function stopPostgres(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = network.postgresPid
  for (const pid of [postmaster, ...listDescendants({ pid: postmaster })]) process.kill(pid, signal)
}

describe('in the middle of 500 clicks a second, no click whose redirect was received is lost or doubled by', () => {
  test(
    'kill -9 of a worker',
    async () => {
      const visits = await underLoad(async () => {
        for (let round = 0; round < rounds.kills; round++) {
          const [worker = 0] = listDescendants(primary, WORKER).slice(-1)
          process.kill(worker, 'SIGKILL')
          await waitUntil(() => !isRunning(worker))
          await sleep(1000)
        }
      })
      expect(visits.filter(({ failure }) => failure === 'no answer')).toEqual([])
      expect(receivedIds(visits).length).toBeGreaterThan(CLICKS_PER_SECOND)
      await expectWhole(visits)
    },
    loopTimeoutMs,
  )

  test(
    'kill -9 of PostgreSQL; nobody is left standing',
    async () => {
      const visits = await underLoad(async () => {
        for (let round = 0; round < rounds.kills; round++) {
          const killed = network.postgresPid
          process.kill(killed, 'SIGKILL')
          await waitUntil(() => network.postgresPid !== killed && network.postgresPid !== 0)
          await waitUntil(() => network.isReady())
        }
      })
      expect(howVisitorsFared(visits)).toEqual(WELL)
      await expectWhole(visits)
    },
    loopTimeoutMs,
  )

  test(
    'kill -9 of everything',
    async () => {
      for (let round = 0; round < rounds.kills; round++) {
        const visits = await underLoad(async () => {
          const others = [network.postgresPid, ...listDescendants(primary)]
          await kill(primary, 'SIGKILL')
          for (const pid of others) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
        })
        ;({ primary } = await network.start())
        expect(receivedIds(visits).length).toBeGreaterThan(CLICKS_PER_SECOND / 2)
        await expectWhole(visits)
      }
    },
    loopTimeoutMs,
  )
})

describe('while PostgreSQL is away for 10 s, every visitor is redirected within a second, and nothing is lost:', () => {
  test(
    'stopped',
    async () => {
      const visits = await underLoad(async () => {
        stopPostgres('SIGSTOP')
        await sleep(10_000)
        stopPostgres('SIGCONT')
      })
      expect(howVisitorsFared(visits)).toEqual(WELL)
      await expectWhole(visits)
    },
    loopTimeoutMs,
  )

  test(
    'dead, however often it is started again',
    async () => {
      const visits = await underLoad(async () => {
        const until = performance.now() + 10_000
        while (performance.now() < until) {
          if (network.postgresPid !== 0) process.kill(network.postgresPid, 'SIGKILL')
          await sleep(50)
        }
        await waitUntil(() => network.isReady())
      })
      expect(howVisitorsFared(visits)).toEqual(WELL)
      await expectWhole(visits)
    },
    loopTimeoutMs,
  )
})
