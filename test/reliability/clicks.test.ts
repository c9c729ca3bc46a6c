import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { clickTokenKey, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import type { ClickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'
import type { Visit } from '#test/support/click-load.ts'
import { ClickLoad } from '#test/support/click-load.ts'
import { BROWSER, makeLinkedPair } from '../support/click-fixtures.ts'
import { testContext } from '#test/support/context.ts'
import {
  TestNetwork,
  buildSite,
  listDescendants,
  findFreePort,
  isRunning,
  kill,
  signalProcess,
  waitUntil,
} from '#test/support/network.ts'
import { isSoak, rounds } from '../support/rounds.ts'
import { expectWithin } from '../support/timing.ts'

const CLICKS_PER_SECOND = 500
/** So many visitors are redirected before, between and after the failures. */
const SOME_CLICKS = CLICKS_PER_SECOND / 2
/** So many visitors are redirected while PostgreSQL does not serve: for 10 s in `npm run soak`. */
const CLICKS_WITHOUT_DATABASE = isSoak ? 10 * CLICKS_PER_SECOND : SOME_CLICKS
/** Visitors are promised this time. The slowest 1 % may take longer, because the load of the machine delays them. */
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
  tokenKey = clickTokenKey((await network.loadSecrets(db)).clickToken)
  const { siteKey, hostname } = await makeLinkedPair(testContext(db))
  await db.destroy()
  path = `/r?key=${siteKey}&id=load&url=${encodeURIComponent(`https://${hostname}/p?a=1`)}`
  await waitUntil(async () => (await visitOnce()).location?.includes('click_id=') === true)
})

afterAll(() => network.remove())

function createLoad(): ClickLoad {
  return new ClickLoad({ port: network.port, path, userAgent: BROWSER, perSecond: CLICKS_PER_SECOND })
}

async function visitOnce(): Promise<Visit> {
  const load = createLoad()
  const visit = await load.visit()
  await load.stop()
  return visit
}

/** Sends clicks while `work` runs, and until some visitors were redirected before it. Lists all visits. */
async function sendDuring(work: (load: ClickLoad) => Promise<void>): Promise<Visit[]> {
  const load = createLoad()
  load.start()
  try {
    await load.awaitRedirects(SOME_CLICKS)
    await work(load)
  } finally {
    await load.stop()
  }
  return load.stop()
}

/** Lists the ids of the clicks whose visitors received a redirect to the merchant. */
function listReceivedIds(visits: readonly Visit[]): string[] {
  return visits.flatMap(({ location }) => {
    const token = location && new URL(location).searchParams.get('click_id')
    return token ? (readClickToken(tokenKey, token)?.clickId ?? 'forged') : []
  })
}

async function countStored(db: Db, ids: readonly string[]): Promise<{ rows: number; ids: number }> {
  const { rows } = await sql<{ rows: number; ids: number }>`
    SELECT count(*)::int AS rows, count(DISTINCT id)::int AS ids FROM click WHERE id = ANY(${ids}::uuid[])`.execute(db)
  return rows[0] ?? { rows: 0, ids: 0 }
}

/** Expects each click whose redirect was received exactly once in the database, and roll-ups that agree with it. */
async function expectAllStored(visits: readonly Visit[]): Promise<void> {
  const ids = listReceivedIds(visits)
  const db = network.connect()
  try {
    await expect.poll(() => countStored(db, ids)).toEqual({ rows: ids.length, ids: ids.length })
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ missing: number }>`
            SELECT (SELECT count(*) FROM click)::int - (SELECT sum(hits) FROM rollup_hour)::int AS missing`.execute(db)
          return rows[0]?.missing
        },
        { interval: 250 },
      )
      .toBe(0)
  } finally {
    await db.destroy()
  }
}

/** Counts the sockets that accept connections on a port of this machine: one per worker on Linux. */
function countListeners(port: number): number {
  if (process.platform !== 'linux') return 0
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`
  return readFileSync('/proc/net/tcp', 'utf8').split(local).length - 1
}

/** Lists the failed redirects, and expects that the others came in time. */
function listFailures(visits: readonly Visit[]): string[] {
  const times = visits.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  expectWithin(times[Math.floor(times.length * 0.99)] ?? Infinity, PROMISED_MS)
  expectWithin(times.at(-1) ?? Infinity, SLOWEST_MS)
  const startedAt = visits[0]?.sentAt ?? 0
  const failed = Map.groupBy(
    visits.filter(({ failure }) => failure !== undefined),
    ({ failure }) => failure,
  )
  return [...failed].map(([failure, those]) => {
    const [first, last] = [those[0], those.at(-1)].map((visit) => Math.round((visit?.sentAt ?? 0) - startedAt))
    return `${those.length} of ${visits.length}: ${failure}, sent after ${first} to ${last} ms`
  })
}

function signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = network.postgresPid
  for (const pid of [postmaster, ...listDescendants({ pid: postmaster })]) signalProcess(pid, signal)
}

describe('during 500 clicks a second, loses and doubles no click whose redirect was received, after', () => {
  test('kill -9 of a worker', async () => {
    const listeners = countListeners(network.port)
    const visits = await sendDuring(async (load) => {
      for (let round = 0; round < rounds.kills; round++) {
        const present = listDescendants(primary, WORKER)
        const worker = present[round % present.length] ?? 0
        signalProcess(worker, 'SIGKILL')
        // Else the next kill could end the last worker that serves.
        await waitUntil(() => !isRunning(worker) && listDescendants(primary, WORKER).length === present.length)
        await waitUntil(() => countListeners(network.port) === listeners)
        await load.awaitRedirects(SOME_CLICKS)
      }
    })
    expect(visits.filter(({ failure }) => failure === 'no answer')).toEqual([])
    await expectAllStored(visits)
  })

  test('kill -9 of PostgreSQL, and redirects every visitor in time', async () => {
    const visits = await sendDuring(async (load) => {
      for (let round = 0; round < rounds.kills; round++) {
        const killed = network.postgresPid
        signalProcess(killed, 'SIGKILL')
        await waitUntil(() => network.postgresPid !== killed && network.postgresPid !== 0)
        await waitUntil(() => network.isReady())
      }
      await load.awaitRedirects(SOME_CLICKS)
    })
    expect(listFailures(visits)).toEqual([])
    await expectAllStored(visits)
  })

  test('kill -9 of all processes', async () => {
    for (let round = 0; round < rounds.kills; round++) {
      const visits = await sendDuring(async () => {
        const others = [network.postgresPid, ...listDescendants(primary)]
        await kill(primary, 'SIGKILL')
        for (const pid of others) if (isRunning(pid)) signalProcess(pid, 'SIGKILL')
      })
      ;({ primary } = await network.start())
      expect(listReceivedIds(visits).length).toBeGreaterThanOrEqual(SOME_CLICKS)
      await expectAllStored(visits)
    }
  })
})

describe('redirects every visitor in time and loses no click, while PostgreSQL is', () => {
  test('suspended', async () => {
    const visits = await sendDuring(async (load) => {
      signalPostgres('SIGSTOP')
      // The visitors are redirected while it is suspended.
      await load.awaitRedirects(CLICKS_WITHOUT_DATABASE).finally(() => signalPostgres('SIGCONT'))
      await load.awaitRedirects(SOME_CLICKS)
    })
    expect(listFailures(visits)).toEqual([])
    await expectAllStored(visits)
  })

  test('killed each time it starts again', async () => {
    const visits = await sendDuring(async (load) => {
      const killing = new AbortController()
      const kills = killPostgres(killing.signal)
      // The visitors are redirected meanwhile.
      await load.awaitRedirects(CLICKS_WITHOUT_DATABASE).finally(() => killing.abort())
      expect(await kills).toBeGreaterThan(1)
      await waitUntil(() => network.isReady())
    })
    expect(listFailures(visits)).toEqual([])
    await expectAllStored(visits)
  })
})

/** Kills PostgreSQL each time it runs, at least twice and until the signal; returns how often. */
async function killPostgres(signal: AbortSignal): Promise<number> {
  const killed = new Set<number>()
  while (!signal.aborted || killed.size < 2) {
    const pid = network.postgresPid
    if (pid !== 0) {
      signalProcess(pid, 'SIGKILL')
      killed.add(pid)
    }
    await sleep(50)
  }
  return killed.size
}
