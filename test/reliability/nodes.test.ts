import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { clickTokenKey, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import type { ClickTokenKey } from '#domains/tracking/tracking/routes/click-token.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { ownerRole } from '#platform/server/postgres/data-directory.ts'
import { parseKeys } from '#platform/server/sealing/sealing-key.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { loadSecrets } from '#platform/server/secrets/secrets.ts'
import { testContext } from '#test/support/context.ts'
import { BROWSER, makeFolder, makeLinkedPair } from '../support/click-fixtures.ts'
import { ClickLoad } from '../support/click-load.ts'
import type { Visit } from '../support/click-load.ts'
import { CuttableLink } from '../support/cuttable-link.ts'
import { openTestDatabase } from '../support/database.ts'
import {
  TestNetwork,
  buildSite,
  findFreePort,
  isRunning,
  listDescendants,
  signalProcess,
  waitUntil,
} from '../support/network.ts'
import { createOrderFixtures } from '../support/order-fixtures.ts'
import { OrderLoad } from '../support/order-load.ts'
import { listRollupDifferences } from '../support/rollups.ts'
import { rounds } from '../support/rounds.ts'
import { expectWithin, measureTime } from '../support/timing.ts'

/** Operators are promised that the jobs run on another node this long after theirs died. */
const PASS_WITHIN_MS = 15_000
const CLICKS_PER_SECOND = 100
/** So many visitors of a node are redirected before a failure, and of the first after its cable was cut. */
const SOME_CLICKS = 100
const ORDERS_PER_ROUND = 300
const MAILS_PER_ROUND = 10

const SECRET_KEY = randomBytes(32).toString('hex')

const database = await openTestDatabase()
/** The cable between the first node and the database. */
let link: CuttableLink
let first: TestNetwork
let second: TestNetwork
let primary: ChildProcess
let tokenKey: ClickTokenKey
let path: string
let token: string
let clickToken: string

beforeAll(async () => {
  buildSite()
  link = new CuttableLink(`${inject('postgresHost')}/.s.PGSQL.5432`)
  await link.open()
  const { pathname } = new URL(database.connectionString)
  const overLink = `postgres://${ownerRole}@127.0.0.1:${link.port}${pathname}`
  const shared = { SECRET_KEY, WORKERS: '1' }
  first = new TestNetwork(await findFreePort(), { ...shared, DATABASE_URL: overLink })
  second = new TestNetwork(await findFreePort(), { ...shared, DATABASE_URL: database.connectionString })
  ;({ primary } = await first.start())
  await second.start()
  const sealing = new Sealing(parseKeys(SECRET_KEY) ?? [])
  const secrets = await loadSecrets(testContext(database.ownerDb), sealing)
  tokenKey = clickTokenKey(secrets.clickToken)
  const fixtures = await createOrderFixtures(database.ownerDb, secrets.clickToken)
  ;({ token } = fixtures)
  clickToken = await fixtures.makeClick()
  // A catalog with this pair also has the advertiser above.
  const { siteKey, hostname } = await makeLinkedPair(testContext(database.ownerDb))
  path = `/r?key=${siteKey}&url=${encodeURIComponent(`https://${hostname}/p`)}`
  for (const { url } of [first, second]) await waitUntil(async () => (await visit(url))?.includes('click_id=') === true)
})

afterAll(async () => {
  link.mend()
  await Promise.all([first.remove(), second.remove()])
  link.close()
})

async function visit(url: string): Promise<string | null> {
  const headers = { 'user-agent': BROWSER, connection: 'close' }
  const response = await fetch(`${url}${path}`, { redirect: 'manual', headers })
  return response.headers.get('location')
}

/** The ways in which a node fails, and what the operator does afterwards. */
const FAILURES = [
  { fail: 'its machine dies', afterwards: 'its spool is replayed on the other node' },
  { fail: 'it is killed', afterwards: 'it starts again' },
  { fail: 'it is suspended', afterwards: 'it goes on' },
  { fail: 'its machine dies', afterwards: 'it starts again' },
] as const

function listProcesses(): number[] {
  return [primary.pid ?? 0, ...listDescendants(primary)]
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (isRunning(pid)) signalProcess(pid, signal)
}

async function failFirst(fail: (typeof FAILURES)[number]['fail'], load: ClickLoad): Promise<void> {
  const pids = listProcesses()
  if (fail === 'its machine dies') {
    link.cut()
    // These clicks go to the spool.
    await load.awaitRedirects(SOME_CLICKS)
  }
  signalAll(pids, fail === 'it is suspended' ? 'SIGSTOP' : 'SIGKILL')
}

function createLoad({ port }: TestNetwork): ClickLoad {
  return new ClickLoad({ port, path, userAgent: BROWSER, perSecond: CLICKS_PER_SECOND })
}

/** A shop that sends the postbacks of each order to both nodes in turns. */
function createShop(): OrderLoad {
  let attempt = 0
  return new OrderLoad({
    token,
    get url() {
      return (attempt++ % 2 === 0 ? first : second).url
    },
  })
}

async function sendMails(round: number): Promise<void> {
  const ctx = testContext(database.ownerDb)
  for (let index = 0; index < MAILS_PER_ROUND; index++) {
    const message = { subject: `Round ${round}, mail ${index}`, text: 'text', html: '<p>text</p>' }
    await enqueueMail(ctx, { to: 'reader@example.org', message })
  }
}

async function countMails(round: number): Promise<number> {
  const rows = await database.db
    .selectFrom('mailboxMessage')
    .select('id')
    .where('subject', 'like', `Round ${round},%`)
    .execute()
  return rows.length
}

async function findRolledUpUntil(): Promise<number> {
  const row = await database.db
    .selectFrom('rollupProgress')
    .select('rebuiltUntil')
    .where('name', '=', 'rollups')
    .executeTakeFirst()
  return row?.rebuiltUntil.getTime() ?? 0
}

function listReceivedIds(visits: readonly Visit[]): string[] {
  return visits.flatMap(({ location }) => {
    const received = location && new URL(location).searchParams.get('click_id')
    return received ? (readClickToken(tokenKey, received)?.clickId ?? 'forged') : []
  })
}

async function listMissing(ids: readonly string[]): Promise<string[]> {
  const rows = await database.db.selectFrom('click').select('id').where('id', 'in', ids).execute()
  expect(rows).toHaveLength(new Set(rows.map(({ id }) => id)).size)
  return [...new Set(ids).difference(new Set(rows.map(({ id }) => id)))]
}

/** Replays the spool of the dead node on the other one, then a copy of the spool with a damaged file. */
async function replay(missing: readonly string[]): Promise<void> {
  const copy = makeFolder()
  cpSync(join(first.dataDir, 'spool'), copy, { recursive: true })
  writeFileSync(join(copy, 'clicks-7.sqlite'), 'damaged '.repeat(1000))
  writeFileSync(join(copy, 'clicks-9.sqlite.damaged-1'), '')
  const { code, stdout } = await second.command('replay', basename(first.dataDir))
  const [, recorded = '', present = ''] =
    /^(\d+) clicks are recorded; (\d+) were recorded already\.$/.exec(stdout) ?? []
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^[1-9]\d* clicks are recorded; \d+ were/),
  })
  expect(Number(recorded)).toBeGreaterThanOrEqual(missing.length)
  const [again, own] = await Promise.all([second.command('replay', copy), second.command('replay', second.dataDir)])
  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      `^0 clicks are recorded; ${Number(recorded) + Number(present)} were recorded already\\.\n` +
        'A file was damaged; it is kept as clicks-7\\.sqlite\\.damaged-\\d+, and its readable clicks are replayed\\.$',
    ),
  })
  expect(own).toMatchObject({ code: 1, stderr: expect.stringMatching(/^A running node uses .* Stop it first\.$/) })
}

async function recover(afterwards: (typeof FAILURES)[number]['afterwards'], missing: readonly string[]): Promise<void> {
  if (afterwards === 'its spool is replayed on the other node') await replay(missing)
  link.mend()
  if (afterwards === 'it goes on') signalAll(listProcesses(), 'SIGCONT')
  else if (afterwards === 'it starts again') ({ primary } = await first.start())
}

/** Makes the first node the one that runs the jobs, and both nodes serve. */
async function giveJobsToFirst(): Promise<void> {
  await second.end()
  if (primary.exitCode !== null || primary.signalCode !== null) ({ primary } = await first.start())
  const since = Date.now()
  await waitUntil(async () => (await findRolledUpUntil()) > since)
  await second.start()
}

async function tryFailure({ fail, afterwards }: (typeof FAILURES)[number], round: number): Promise<void> {
  const [firstLoad, secondLoad] = [createLoad(first), createLoad(second)]
  for (const load of [firstLoad, secondLoad]) load.start()
  const shop = createShop()
  const orders = Array.from({ length: ORDERS_PER_ROUND }, (_, index) => ({ orderId: `${round}-${index}`, clickToken }))
  const isOrdered = shop.send(orders)
  for (const load of [firstLoad, secondLoad]) await load.awaitRedirects(SOME_CLICKS)
  const tookMs = await measureTime(async () => {
    await failFirst(fail, firstLoad)
    const failedAt = Date.now()
    await sendMails(round)
    // The first node cannot have rolled up what happened after its failure.
    await waitUntil(async () => (await findRolledUpUntil()) > failedAt)
    await waitUntil(async () => (await countMails(round)) === MAILS_PER_ROUND)
  })
  expectWithin(tookMs, PASS_WITHIN_MS)
  const visits = (await Promise.all([firstLoad.abandon(), secondLoad.stop()])).flat()
  await isOrdered

  const ids = listReceivedIds(visits)
  const missing = await listMissing(ids)
  expect(missing.length > 0).toBe(fail === 'its machine dies')
  await recover(afterwards, missing)
  await expect.poll(() => listMissing(ids)).toEqual([])
  const transactions = await database.db
    .selectFrom('transaction')
    .select(['id', 'orderRef'])
    .where('orderRef', 'like', `${round}-%`)
    .execute()
  expect(transactions).toHaveLength(ORDERS_PER_ROUND)
  const stored = new Map(transactions.map(({ id, orderRef }) => [orderRef, id]))
  expect(shop.answered.filter(({ orderId, transactionId }) => stored.get(orderId) !== transactionId)).toEqual([])
  expect(await countMails(round)).toBe(MAILS_PER_ROUND)
}

test('two nodes lose and double nothing when one fails under load, and its jobs pass on within 15 s', async () => {
  for (let round = 0; round < rounds.sequences; round++) {
    if (round > 0) await giveJobsToFirst()
    await tryFailure(FAILURES[round % FAILURES.length] ?? FAILURES[0], round)
  }
  await expect.poll(() => listRollupDifferences(database.ownerDb)).toEqual([])
  expect(await verifyLedger(database.ownerDb)).toEqual([])
})
