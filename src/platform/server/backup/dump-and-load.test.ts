import { mkdtempSync, readdirSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { tablesLeftOut } from '#app/table-rights.ts'
import { ensureClickPartitions } from '#domains/tracking/tracking/commands/partitions.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { testContext } from '#test/support/context.ts'
import { createEmptyDatabase, createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { createSmallLedger } from '#test/support/small-ledger.ts'
import { sealAuditLines } from '../audit/audit-seal.ts'
import { audit } from '../audit/audit.ts'
import { createLogger } from '../log.ts'
import { migrateTo } from '../schema/migrate.ts'
import { verifyBackupFile, writeBackupFile } from './backup-file.ts'
import type { BackupFile } from './backup-file.ts'
import { dumpDatabase } from './dump-database.ts'
import type { BackupList } from './dump-database.ts'
import { checkSchema, isRestored, loadDatabase, refuseFilledDatabase } from './load-database.ts'
import { encodeEnd } from './frames.ts'

const log = createLogger('silent', 'test')
const { signal } = new AbortController()
const startedAt = new Date('2026-11-22T10:00:00Z')

let folder: string
let source: TestDatabase
let opened: TestDatabase[]
let backup: BackupFile

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-backup-'))
  opened = []
  source = await open(createTestDatabase())
  await fill(source)
  backup = await dump(source)
})

afterAll(async () => {
  for (const database of opened) await database.close()
  rmSync(folder, { recursive: true })
})

async function open(created: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await created
  opened.push(database)
  return database
}

/** Inserts orders with sealed audit lines, clicks in two partitions, a session, and values that COPY has to escape. */
async function fill(database: TestDatabase): Promise<void> {
  await createSmallLedger(database)
  const { ownerDb: db } = database
  await audit(testContext(db), { action: 'odd', target: 'a\tb\\N\nc\r"é中\u2028', details: { a: '\\.\n' } })
  await sealAuditLines(testContext(db))
  await ensureClickPartitions(db, { from: new Date('2026-03-01T00:00:00Z'), months: 1 })
  await sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1)
    VALUES (1, uuidv7(), '2026-03-15Z', 1, 1, 1, 'payable', '\\N')`.execute(db)
  await sql`INSERT INTO app_secret (name, sealed_value)
    VALUES ('odd', decode('01' || repeat('00ff5c0a', 9), 'hex'))`.execute(db)
  await sql`INSERT INTO session (token_hash, account_id, created_at, expires_at)
    SELECT sha256('token'), min(id), now(), now() FROM account`.execute(db)
  await sql`INSERT INTO rate_window VALUES ('key', now(), 1)`.execute(db)
}

async function insertLate(db: Db): Promise<void> {
  await sql`INSERT INTO app_secret (name, sealed_value)
    VALUES ('late', decode('01' || repeat('00', 36), 'hex'))`.execute(db)
}

let files = 0

async function dump({ connectionString }: TestDatabase, lists: readonly BackupList[] = []): Promise<BackupFile> {
  const path = join(folder, `${++files}.backup`)
  await dumpDatabase({ connectionString }, { path, log, leftOut: tablesLeftOut, lists, startedAt, signal })
  return verifyBackupFile(path)
}

async function load({ connectionString }: TestDatabase, from: BackupFile): Promise<string> {
  let id = ''
  await loadDatabase({ connectionString }, from, {
    log,
    takeList: async (_name, content) => void (await Array.fromAsync(content)),
    complete: async (_tx, transactionId) => void (id = transactionId),
  })
  return id
}

async function readRows(db: Db, query: string): Promise<unknown[]> {
  return (await sql.raw(query).execute(db)).rows
}

async function listTables(db: Db): Promise<string[]> {
  const rows = await readRows(
    db,
    `SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname NOT LIKE 'kysely%' ORDER BY 1`,
  )
  return rows.map((row) => (row as { name: string }).name)
}

/** Reads all rows of all tables, partitions one by one. */
async function readContent(db: Db): Promise<Record<string, unknown[]>> {
  const tables = await listTables(db)
  const rows = tables.map((table) => readRows(db, `SELECT to_jsonb(t)::text AS row FROM "${table}" AS t ORDER BY 1`))
  return Object.fromEntries((await Promise.all(rows)).map((content, index) => [tables[index], content]))
}

/** Reads what the database enforces, and where its sequences stand. */
async function readStructure(db: Db): Promise<unknown> {
  return {
    constraints: await readRows(
      db,
      `SELECT conrelid::regclass::text AS t, conname::text, pg_get_constraintdef(oid) AS is
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
    indexes: await readRows(db, `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`),
    partitions: await readRows(
      db,
      `SELECT relname::text, pg_get_expr(relpartbound, oid) AS bounds FROM pg_class
      WHERE relispartition AND relkind = 'r' ORDER BY 1`,
    ),
    sequences: await readRows(db, `SELECT sequencename::text, last_value FROM pg_sequences ORDER BY 1`),
  }
}

describe('a restored database', () => {
  let restored: TestDatabase

  beforeAll(async () => {
    restored = await open(createEmptyDatabase())
    await load(restored, backup)
  })

  test('has each row of each table, except sessions, logins and what PostgreSQL empties in a crash', async () => {
    const [before, after] = [await readContent(source.ownerDb), await readContent(restored.ownerDb)]
    const without = ['failure_wait', 'login_challenge', 'rate_window', 'session']
    expect(without.filter((table) => after[table]?.length !== 0)).toEqual([])
    expect(before['session']).toHaveLength(1)
    expect(before['rate_window']).toHaveLength(1)
    for (const table of without) before[table] = []
    expect(after).toEqual(before)
    const counts = new Map(backup.header.tables.map(({ name, rows }) => [name, rows]))
    expect(counts.get('transaction')).toBe(before['transaction']?.length)
    expect(before['click_2026_03']).toHaveLength(1)
  })

  test('has the same constraints, indexes and partitions, and goes on with its sequences', async () => {
    expect(await readStructure(restored.ownerDb)).toEqual(await readStructure(source.ownerDb))
  })

  test('passes the check of the ledger and of the audit seals', async () => {
    expect(await verifyLedger(restored.ownerDb)).toEqual([])
    expect(await readRows(restored.ownerDb, 'SELECT FROM audit_seal')).not.toEqual([])
  })

  test('is not empty any more: a second restore is refused and changes nothing', async () => {
    const before = await readContent(restored.ownerDb)
    const refusal = /^The database holds data \(account\)\. A backup is restored into an empty one only\.$/
    await expect(load(restored, backup)).rejects.toThrow(refusal)
    await expect(refuseFilledDatabase(restored, log)).rejects.toThrow(refusal)
    expect(await readContent(restored.ownerDb)).toEqual(before)
  })
})

describe('a backup', () => {
  test('names key, schema, partitions and rows, and shows no secret', async () => {
    await sql`INSERT INTO current_sealing_key (key_id, since) VALUES ('00112233aabbccdd', now())`.execute(
      source.ownerDb,
    )
    const { header } = await dump(source)
    await sql`DELETE FROM current_sealing_key`.execute(source.ownerDb)
    expect(header).toMatchObject({ keyId: '00112233aabbccdd', createdAt: startedAt.toISOString() })
    expect(backup.header.keyId).toBe(null)
    expect(header.partitions.map(({ name }) => name)).toContain('click_2026_03')
    expect(header.tables.map(({ name }) => name)).not.toContain('session')
  })

  test('shows all tables at one moment', async () => {
    const list: BackupList = {
      name: 'list',
      rows: 0,
      // The header is written, and no table has been read yet.
      lines: () => {
        inserted = insertLate(source.ownerDb)
        return []
      },
    }
    let inserted: Promise<unknown> = Promise.resolve()
    const restored = await open(createEmptyDatabase())
    await load(restored, await dump(source, [list]))
    await inserted
    const names = await readRows(restored.ownerDb, 'SELECT name FROM app_secret')
    expect(names).toEqual([{ name: 'odd' }])
    await sql`DELETE FROM app_secret WHERE name = 'late'`.execute(source.ownerDb)
  })

  test('of an older schema leaves that schema as it is, and is restored with the newest', async () => {
    const old = await open(createEmptyDatabase())
    await migrateTo(old.ownerDb, '0002_people')
    await sql`INSERT INTO advertiser (name, website, created_at) VALUES ('Old', 'https://old.example', now())`.execute(
      old.ownerDb,
    )
    const from = await dump(old)
    expect(from.header.schema.migration).toBe('0002_people')
    const newest = 'SELECT max(name) AS name FROM kysely_migration'
    expect(await readRows(old.ownerDb, newest)).toEqual([{ name: '0002_people' }])
    const restored = await open(createEmptyDatabase())
    await checkSchema(from)
    await load(restored, from)
    expect(await readRows(restored.ownerDb, newest)).toEqual(await readRows(source.ownerDb, newest))
    expect(await readRows(restored.ownerDb, 'SELECT name FROM advertiser')).toEqual([{ name: 'Old' }])
  })

  test('of a schema that the program does not know is refused', async () => {
    const refused = async (schema: { migration: string; digest: string }) => {
      const path = join(folder, `${++files}.backup`)
      async function* frames() {
        yield encodeEnd()
      }
      await writeBackupFile(path, { header: { ...backup.header, schema }, frames: frames(), signal })
      await expect(checkSchema(await verifyBackupFile(path))).rejects.toThrow(
        `${path} has the schema ${schema.migration}, which this version of the program does not know. ` +
          'Restore it with the version that made it, or with a newer one.',
      )
    }
    const { migration, digest } = backup.header.schema
    await refused({ migration: '9999_future', digest })
    await refused({ migration, digest: digest.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })
  })

  test('is refused of a database without a network, or of a newer version', async () => {
    const empty = await open(createEmptyDatabase())
    await expect(dump(empty)).rejects.toThrow('The database holds no network.')
    await migrateTo(empty.ownerDb, '0002_people')
    await sql`INSERT INTO kysely_migration VALUES ('9999_future', '')`.execute(empty.ownerDb)
    await expect(dump(empty)).rejects.toThrow(/^The database has the schema of a newer version: .* 9999_future /)
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  })
})

test('a restore that fails leaves the database empty, and one that was committed is known as such', async () => {
  const { connectionString, ownerDb } = await open(createEmptyDatabase())
  const target = { connectionString }
  const changed = await dump(source)
  const bytes = readFileSync(changed.path)
  // The last row of the last table, or what ends the frames.
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 80) ^ 1, bytes.length - 80)
  writeFileSync(changed.path, bytes)
  const options = { log, takeList: async () => {} }
  let id = ''
  const complete = async (_tx: unknown, transactionId: string) => void (id = transactionId)
  await expect(loadDatabase(target, changed, { ...options, complete })).rejects.toThrow(/ is damaged: /)
  const failing = async (tx: unknown, transactionId: string) => {
    await complete(tx, transactionId)
    throw new Error('no room')
  }
  await expect(loadDatabase(target, backup, { ...options, complete: failing })).rejects.toThrow('no room')
  expect(await listTables(ownerDb)).toEqual([])
  expect(await isRestored(target, log, id)).toBe(false)
  await loadDatabase(target, backup, { ...options, complete })
  expect(await isRestored(target, log, id)).toBe(true)
  expect(await isRestored(target, log, String(2n ** 60n))).toBe(false)
})
