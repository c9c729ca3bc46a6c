import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { tablesLeftOut } from '#app/table-rights.ts'
import type { Db } from '#database'
import { verifyBackupFile } from '#platform/server/backup/backup-file.ts'
import { countRows } from '#platform/server/backup/backup-header.ts'
import { dumpDatabase } from '#platform/server/backup/dump-database.ts'
import { loadDatabase } from '#platform/server/backup/load-database.ts'
import { createLogger } from '#platform/server/log.ts'
import { fillTransactions } from './support/fill-transactions.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork } from './support/filled-network.ts'
import { watchMemory } from './support/usage.ts'

const TRANSACTIONS = 1_000_000
const CLICKS = 3_000_000
const PUBLISHERS = 200
const ADVERTISERS = 50

const log = createLogger('error', 'bench')

/** Inserts a year of transactions with their states, and a year of clicks. */
async function fill(db: Db): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1 })
  await insertAdvertisers(db, ADVERTISERS)
  await fillTransactions(db, { transactions: TRANSACTIONS, publishers: PUBLISHERS, advertisers: ADVERTISERS })
  await sql`INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1,
      destination, user_agent, ip_prefix)
    SELECT 1 + n * 13 % ${PUBLISHERS}, uuidv7(at - now()), at, 1 + n * 13 % ${PUBLISHERS}, 1 + n * 7 % ${ADVERTISERS},
      1, 'payable', 'tag-' || n % 100, 'https://shop.example/' || n % 1000,
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      '203.0.' || n % 256 || '.0/24'
    FROM generate_series(0, ${CLICKS} - 1) n,
      date_trunc('milliseconds', timestamptz '2025-01-01Z' + n * (interval '365 days' / ${CLICKS})) at`.execute(db)
}

/** Prints how long `work` took, and by how much the memory of this process grew at most. */
async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  const memory = watchMemory()
  const startedAt = performance.now()
  const result = await work()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${name.padEnd(34)} ${seconds} s, ${memory.stop().toFixed(0)} MB above idle\n`)
  return result
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'tandem-bench-'))
  opened.defer(() => rmSync(folder, { recursive: true }))
  const { db, connection } = await openFilledNetwork(opened, { fill, routes: () => [] })
  const path = join(folder, 'network.backup')
  const { signal } = new AbortController()
  const { header, bytes } = await measure('backup', () =>
    dumpDatabase(connection, { path, log, leftOut: tablesLeftOut, lists: [], startedAt: new Date(), signal }),
  )
  const size = await sql<{ bytes: bigint }>`SELECT pg_database_size(current_database()) AS bytes`.execute(db)
  const megabytes = (value: number) => `${Math.round(value / 1e6).toLocaleString('en')} MB`
  process.stdout.write(
    `${countRows(header).toLocaleString('en')} rows, ${megabytes(Number(size.rows[0]?.bytes))} in the database, ` +
      `${megabytes(bytes)} in the file\n`,
  )
  const backup = await measure('check of the file', () => verifyBackupFile(path))
  await sql`CREATE DATABASE restored TEMPLATE template0`.execute(db)
  await measure('restore', () =>
    loadDatabase({ ...connection, database: 'restored' }, backup, {
      log,
      takeList: async () => {},
      complete: async () => {},
    }),
  )
}

await main()
