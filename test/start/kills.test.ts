import { spawn } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
import { rounds } from '#test/support/rounds.ts'
import { expectWithin, measureTime } from '#test/support/timing.ts'
import { withParent } from '#test/support/with-parent.ts'

/** Users are promised that the network serves again this long after any kill. */
const backWithinMs = 15_000

let network: TestNetwork
/** Each writer counts from its own first number. */
let firstNumber = 0

beforeAll(async () => {
  network = new TestNetwork(await findFreePort())
  buildSite()
})

afterEach(() => network.end())

afterAll(() => network.remove())

/**
 * Commits one row after another until the server is gone. Resolves after the first rows, with a promise of the numbers
 * whose commit was acknowledged in the end.
 */
async function startWriting(): Promise<{ acknowledged: Promise<number[]> }> {
  const numbers: number[] = []
  firstNumber += 1_000_000
  const acknowledged = write(firstNumber, numbers).then(() => numbers)
  await waitUntil(() => numbers.length > 20)
  return { acknowledged }
}

async function write(first: number, acknowledged: number[]): Promise<void> {
  const db = network.connect()
  try {
    await sql`CREATE TABLE IF NOT EXISTS proof (n int PRIMARY KEY)`.execute(db)
    for (let n = first; ; n++) {
      await sql`INSERT INTO proof VALUES (${n})`.execute(db)
      acknowledged.push(n)
    }
  } catch {
    // The server is gone.
  } finally {
    await db.destroy()
  }
}

async function expectStored(acknowledged: readonly number[]): Promise<void> {
  const db = network.connect()
  const { rows } = await sql<{ n: number }>`SELECT n FROM proof`.execute(db)
  await db.destroy()
  const kept = new Set(rows.map((row) => row.n))
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
}

describe('the network is back after kill -9 of', { repeats: rounds.sequences - 1 }, () => {
  test('the first start while it creates the data', { repeats: 0 }, async () => {
    const child = network.launch()
    await waitUntil(() => globSync('postgres.unfinished-*/base', { cwd: network.dataDir }).length > 0)
    await kill(child, 'SIGKILL')
    const { primary } = await network.start()
    expect(globSync('postgres.unfinished-*', { cwd: network.dataDir })).toEqual([])
    expect((await kill(primary, 'SIGTERM')).code).toBe(0)
  })

  test('PostgreSQL, which the primary restarts without loss', async () => {
    const { primary } = await network.start()
    const pid = network.postgresPid
    const writing = await startWriting()
    const isBack = async () => ![0, pid].includes(network.postgresPid) && (await network.isReady())
    signalProcess(pid, 'SIGKILL')
    expectWithin(await measureTime(() => waitUntil(isBack)), backWithinMs)
    const acknowledged = await writing.acknowledged
    await expectStored(acknowledged)
    expect(primary.exitCode).toBe(null)
  })

  test('a worker, which the primary replaces', async () => {
    const { primary } = await network.start()
    const [victim = 0] = listDescendants(primary, 'main.ts worker')
    signalProcess(victim, 'SIGKILL')
    await waitUntil(() => {
      const present = listDescendants(primary, 'main.ts worker')
      return present.length === 3 && !present.includes(victim)
    })
    expect(await network.isReady()).toBe(true)
  })

  test('the primary alone, whose workers exit', async () => {
    const { primary } = await network.start()
    const workers = listDescendants(primary, 'main.ts worker')
    expect(workers).toHaveLength(3)
    const writing = await startWriting()
    await kill(primary, 'SIGKILL')
    const next = await network.start()
    expectWithin(next.tookMs, backWithinMs)
    await expectStored(await writing.acknowledged)
    await waitUntil(() => !workers.some(isRunning))
  })

  test('the primary alone, while its PostgreSQL keeps running', async () => {
    // Without setpriv PostgreSQL does not learn that its parent died.
    const { primary } = await network.start({ PATH: makeBinFolder(['id', 'ps']) })
    const orphan = network.postgresPid
    const writing = await startWriting()
    await kill(primary, 'SIGKILL')
    expect(isRunning(orphan)).toBe(true)
    const next = await network.start()
    expectWithin(next.tookMs, backWithinMs)
    expect(isRunning(orphan)).toBe(false)
    await expectStored(await writing.acknowledged)
  })

  test('all processes, even when a foreign process has an old process id', async () => {
    const { primary } = await network.start()
    const writing = await startWriting()
    const everything = [network.postgresPid, ...listDescendants(primary, 'main.ts worker')]
    // A running primary could restart the killed processes before it is killed itself.
    primary.kill('SIGSTOP')
    for (const pid of everything) signalProcess(pid, 'SIGKILL')
    await kill(primary, 'SIGKILL')
    const acknowledged = await writing.acknowledged
    const bystander = spawnBystander()
    const pidFile = join(network.dataDir, 'postgres', 'postmaster.pid')
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    writeFileSync(pidFile, [bystander.pid, ...lines.slice(1)].join('\n'))
    writeFileSync(join(lines[4] ?? '', '.s.PGSQL.5432.lock'), `${bystander.pid}\n${lines.slice(1, 5).join('\n')}\n`)

    const next = await network.start()
    expectWithin(next.tookMs, backWithinMs)
    await expectStored(acknowledged)
    expect(bystander.exitCode ?? bystander.signalCode).toBe(null)
    await kill(bystander, 'SIGTERM')
  })
})

/** Starts a foreign process as the user of the database, so that a wrong signal would reach it. */
function spawnBystander() {
  const { uid, gid } = statSync(join(network.dataDir, 'postgres'))
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  const { file, args } = withParent('KILL', ['sleep', '3600'])
  return spawn(file, args, { ...account, cwd: '/', stdio: 'ignore' })
}

/** Makes a folder for PATH that contains only the given programs. */
function makeBinFolder(programs: readonly string[]): string {
  const parent = join(network.dataDir, 'bin')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'path-'))
  for (const program of programs) symlinkSync(join('/usr/bin', program), join(folder, program))
  return folder
}
