import type { ChildProcess } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { clickTokenKey, readClickToken } from '#domains/tracking/tracking/routes/click-token.ts'
import { readKeys } from '#platform/server/sealing/sealing-key.ts'
import { BROWSER, makeLinkedPair } from '#test/support/click-fixtures.ts'
import { ClickLoad } from '#test/support/click-load.ts'
import type { Visit } from '#test/support/click-load.ts'
import { testContext } from '#test/support/context.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import { TestNetwork, buildSite, findFreePort, kill, waitUntil } from '#test/support/network.ts'
import { createOrderFixtures } from '#test/support/order-fixtures.ts'
import { OrderLoad } from '#test/support/order-load.ts'
import { isSoak, rounds } from '#test/support/rounds.ts'

const CLICKS_PER_SECOND = 500
const ORDERS_PER_SECOND = 50
/** The load before the backup, in `npm run soak` that of 30 s. */
const SECONDS = isSoak ? 30 : 1
/** More would only wait for one another, on a machine that is too slow for the rate. */
const MAX_ORDERS_IN_FLIGHT = 50
/** So many clicks are answered while the database takes none, before the backup begins, so they go to the spool. */
const SPOOLED = 100

let folder: string
let file: string
let network: TestNetwork
let primary: ChildProcess
let keyId: string | undefined

/** What was acknowledged before the backup began. */
let clickIds: string[]
let orderIds: string[]
/** The rows of these clicks and orders in the network that was backed up. */
let rows: Record<string, unknown[]>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-backups-'))
  file = join(folder, 'network.backup')
  buildSite()
  network = new TestNetwork(await findFreePort())
  ;({ primary } = await network.start())
  keyId = readKeys({ secretKeys: undefined, dataDir: network.dataDir })[0]?.id
})

afterAll(async () => {
  await network.remove()
  rmSync(folder, { recursive: true })
})

/** Sends clicks and orders, lets some clicks go to the spool, and backs the network up meanwhile. */
async function backUpUnderLoad(db: Db): Promise<{ stdout: string; code: number | null; spooled: number }> {
  const { siteKey, hostname } = await makeLinkedPair(testContext(db))
  const secrets = await network.loadSecrets(db)
  const fixtures = await createOrderFixtures(db, secrets.clickToken)
  const clickTokens = await Promise.all(Array.from({ length: 50 }, () => fixtures.makeClick()))
  const path = `/r?key=${siteKey}&id=load&url=${encodeURIComponent(`https://${hostname}/p`)}`
  const createLoad = () => new ClickLoad({ port: network.port, path, userAgent: BROWSER, perSecond: CLICKS_PER_SECOND })
  const clicks = createLoad()
  await waitUntil(async () => {
    const probes = await Promise.all(Array.from({ length: 20 }, () => clicks.visit()))
    return listClickIds(probes, secrets.clickToken).length === probes.length
  })
  const orders = new OrderLoad({ url: network.url, token: fixtures.token })
  const sending = new AbortController()
  clicks.start()
  const ordersSent = sendOrders(orders, clickTokens, sending.signal)
  await clicks.awaitRedirects(CLICKS_PER_SECOND * SECONDS)
  await waitUntil(() => orders.answered.length > (ORDERS_PER_SECOND * SECONDS) / 2)
  const { locked, released } = lockClicks(db)
  await locked
  await clicks.awaitRedirects(SPOOLED)
  const beganAt = performance.now()
  orderIds = orders.answered.map(({ orderId }) => orderId)
  const outcome = await network.command('backup', file)
  await released
  sending.abort()
  const visits = await clicks.stop()
  await ordersSent
  clickIds = listClickIds(
    visits.filter(({ sentAt, tookMs }) => sentAt + tookMs < beganAt),
    secrets.clickToken,
  )
  return {
    ...outcome,
    spooled: Number(/ and ([\d,]+) clicks of the spool/.exec(outcome.stdout)?.[1]?.replace(',', '')),
  }
}

async function sendOrders(load: OrderLoad, clickTokens: readonly string[], signal: AbortSignal): Promise<void> {
  const sent: Promise<void>[] = []
  const beganAt = performance.now()
  while (!signal.aborted) {
    const due = ((performance.now() - beganAt) / 1000) * ORDERS_PER_SECOND
    while (sent.length < Math.min(due, load.answered.length + MAX_ORDERS_IN_FLIGHT)) {
      const clickToken = clickTokens[sent.length % clickTokens.length] ?? ''
      sent.push(load.send([{ orderId: `order-${sent.length}`, clickToken }]))
    }
    await sleep(10)
  }
  await Promise.all(sent)
}

/**
 * Keeps the database from taking clicks until the backup has begun to write. A backup may read the table. Afterwards
 * the spool is replayed while the tables are read.
 */
function lockClicks(db: Db): { locked: Promise<void>; released: Promise<void> } {
  const { promise: locked, resolve } = Promise.withResolvers<void>()
  const released = db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE click IN EXCLUSIVE MODE`.execute(tx)
    resolve()
    await waitUntil(() => readdirSync(folder).length > 0)
  })
  return { locked, released }
}

function listClickIds(visits: readonly Visit[], secret: Uint8Array): string[] {
  const key = clickTokenKey(secret)
  return visits.flatMap(({ location }) => {
    const token = location && new URL(location).searchParams.get('click_id')
    return token ? (readClickToken(key, token)?.clickId ?? 'forged') : []
  })
}

/** Reads every row of the acknowledged clicks and orders, whole. */
async function readAcknowledged(db: Db): Promise<Record<string, unknown[]>> {
  const orders = sql`SELECT id FROM transaction WHERE order_ref = ANY (${orderIds}::text[])`
  const parts = {
    click: sql`id = ANY (${clickIds}::uuid[])`,
    transaction: sql`id IN (${orders})`,
    transaction_key: sql`transaction_id IN (${orders})`,
    transaction_state: sql`transaction_id IN (${orders})`,
    postback: sql`transaction_id IN (${orders})`,
  }
  const read = Object.entries(parts).map(async ([table, where]) => {
    const found = await sql<{ row: unknown }>`
      SELECT to_jsonb(part)::text AS row FROM ${sql.id(table)} AS part WHERE ${where} ORDER BY 1`.execute(db)
    return [table, found.rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Lists the rows that the restored network lacks, and the number of those that it has, by table. */
function compareRows(found: Record<string, unknown[]>) {
  return Object.entries(rows).map(([table, expected]) => {
    const present = new Set(found[table])
    return { table, missing: expected.filter((row) => !present.has(row)).slice(0, 3), count: found[table]?.length }
  })
}

/** What `compareRows` returns when each row is there once. */
const listAllPresent = () => Object.entries(rows).map(([table, { length }]) => ({ table, missing: [], count: length }))

test('a backup is taken under 500 clicks and 50 orders a second, and names the key that it does not hold', async () => {
  const db = network.connect()
  try {
    const { code, stdout, spooled } = await backUpUnderLoad(db)
    expect(stdout).toContain(`\nIt needs the secret key ${keyId}, which it does not contain: keep that apart.`)
    expect(code).toBe(0)
    expect(spooled).toBeGreaterThanOrEqual(SPOOLED)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['network.backup'])
    expect(clickIds.length).toBeGreaterThanOrEqual(CLICKS_PER_SECOND * SECONDS + SPOOLED)
    expect(orderIds.length).toBeGreaterThan((ORDERS_PER_SECOND * SECONDS) / 2)
    await expect.poll(async () => (await readAcknowledged(db))['click']?.length).toBe(clickIds.length)
    rows = await readAcknowledged(db)
    expect(rows['transaction']).toHaveLength(orderIds.length)
  } finally {
    await db.destroy()
  }
  const again = await network.command('backup', file)
  expect(again).toMatchObject({
    code: 1,
    stderr: `${file} exists. A backup overwrites no file; choose another name.`,
  })
})

/** Leaves what a restore leaves that was killed just after its transaction. */
async function forgetEnd({ dataDir }: TestNetwork, ownerDb: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT xmin::text AS id FROM audit_line WHERE action = 'backup.restore'`.execute(ownerDb)
  const state = { file, spool: join(dataDir, 'spool', 'clicks-0.sqlite'), transactionId: rows[0]?.id }
  writeFileSync(join(dataDir, 'restore.unfinished'), JSON.stringify(state))
}

async function countAnalyses(ownerDb: Db): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT analyze_count AS n FROM pg_stat_user_tables WHERE relname = 'transaction'`.execute(ownerDb)
  return Number(rows[0]?.n)
}

describe('a restore', () => {
  beforeAll(async () => {
    await kill(primary, 'SIGTERM')
  })

  test('refuses a directory that holds data', async () => {
    const { code, stderr } = await network.command('restore', file)
    expect(code).toBe(1)
    expect(stderr).toMatch(/ holds data \([\w.]+\)\. Set DATA_DIR to an empty directory, into which to restore\.$/)
    expect(readdirSync(network.dataDir)).not.toContain('restore.unfinished')
  })

  test('that is killed leaves nothing that a start takes; the next one restores each row', async () => {
    const restored = new TestNetwork(await findFreePort())
    try {
      copyFileSync(join(network.dataDir, 'secret.key'), join(restored.dataDir, 'secret.key'))
      // A kill while the state is written for the first time leaves this.
      writeFileSync(join(restored.dataDir, 'restore.unfinished.new'), '')
      const isCreatingData = () => readdirSync(restored.dataDir).some((name) => name.startsWith('postgres.unfinished-'))
      // The first kill comes while the database is created, the others while it runs.
      for (let round = 0; round <= rounds.sequences; round++) {
        const restoring = restored.launch({}, ['restore', file])
        await waitUntil(() => (round === 0 ? isCreatingData() : restored.postgresPid !== 0))
        await sleep(round * 50)
        await kill(restoring, 'SIGKILL')
        expect(await restored.startUntilExit()).toMatchObject({
          code: 1,
          stderr: `A restore into ${restored.dataDir} has not finished. Run it again: npm run restore -- ${file}`,
        })
      }
      const { code, stdout } = await restored.command('restore', file)
      expect(stdout).toMatch(/^Restored [\d,]+ rows of \d+ tables and [\d,]+ clicks of the spool, as of 20/)
      expect(stdout).toContain(`\nIt needs the secret key ${keyId}, which ${restored.dataDir}/secret.key holds.`)
      expect(code).toBe(0)
      await restored.start()
      const db = restored.connect()
      await expect.poll(async () => (await readAcknowledged(db))['click']?.length).toBe(clickIds.length)
      expect(compareRows(await readAcknowledged(db))).toEqual(listAllPresent())
      await db.destroy()
      expect((await restored.command('check-ledger')).stdout).toMatch(/^The ledger is right\./)
      expect((await restored.command('check-rollups')).stdout).toBe('The roll-ups are right.')
    } finally {
      await restored.remove()
    }
  })

  test('takes the empty database of DATABASE_URL, which a backup reads as well', async () => {
    const database = await createEmptyDatabase()
    const restored = new TestNetwork(await findFreePort(), { DATABASE_URL: database.connectionString })
    try {
      const checked = await restored.command('restore', '--check', file)
      expect(checked.stdout).toMatch(/ is whole\. It contains [\d,]+ rows of \d+ tables/)
      expect(readdirSync(restored.dataDir)).toEqual([])
      const { code, stdout } = await restored.command('restore', file)
      expect(stdout).toContain(`${restored.dataDir}/secret.key does not hold. Put the key there before you start`)
      expect(code).toBe(0)
      expect(readdirSync(restored.dataDir)).toEqual(['spool'])
      const { transaction = [] } = await readAcknowledged(database.ownerDb)
      expect(transaction).toHaveLength(orderIds.length)
      const again = await restored.command('restore', file)
      expect(again.stderr).toMatch(/^The database holds data \(account\)\./)
      await forgetEnd(restored, database.ownerDb)
      const ended = await restored.command('restore', file)
      expect(ended.stdout).toContain(`The restore of ${file} had finished.\nIt needs the secret key ${keyId}, which `)
      expect(readdirSync(restored.dataDir)).toEqual(['spool'])
      await expect.poll(() => countAnalyses(database.ownerDb)).toBe(2)
      // The clicks of the spool have not reached the database, so the next backup contains them as well.
      const second = await restored.command('backup', join(folder, 'second.backup'))
      const content = /[\d,]+ clicks of the spool/
      expect(content.exec(second.stdout)?.[0]).toBe(content.exec(stdout)?.[0])
    } finally {
      await restored.remove()
      await database.close()
    }
  })
})
