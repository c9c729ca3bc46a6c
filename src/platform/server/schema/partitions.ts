import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import { lockTableLayout } from './table-layout.ts'

/** A table with a partition for each month and a default partition for all other rows. */
export interface MonthlyTable {
  name: string
  /** The column of the time by which the table is partitioned. */
  timeColumn: string
}

/** The months that need partitions. */
export interface PartitionRange {
  /** Any instant of the first month. */
  from: Date
  /** How many months, the first included. */
  months: number
}

/** How long the readers and writers of a table wait at most for a change of its partitions. */
const LOCK_TIMEOUT_MS = 150

const LOCK_ATTEMPTS = 100
const LOCK_PAUSE_MS = 300

/**
 * Creates the missing monthly partitions of a table and answers their names. `db` connects as the owner. Moves the rows
 * of these months out of the default partition. Safe at any time and for concurrent callers.
 */
export async function ensurePartitions(
  db: Db,
  table: MonthlyTable,
  { from, months }: PartitionRange,
): Promise<string[]> {
  const created: string[] = []
  for (let index = 0; index < months; index++) {
    const month = addMonths(from, index)
    if (await ensurePartition(db, table, month)) created.push(toPartitionName(table, month))
  }
  return created
}

/** Lists the months that have a partition, the oldest first. */
export async function listPartitionMonths(db: Db, table: MonthlyTable): Promise<Date[]> {
  const { rows } = await sql<{ month: string }>`
    SELECT substring(relname FROM '_([0-9]{4}_[0-9]{2})$') AS month
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = ${table.name}::regclass AND relname ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY 1`.execute(db)
  return rows.map(({ month }) => new Date(`${month.replace('_', '-')}-01T00:00:00Z`))
}

/** Lists the months before `before` of which the default partition has rows, the oldest first. */
export async function listDefaultMonths(db: Db, table: MonthlyTable, before: Date): Promise<Date[]> {
  const time = sql.id(table.timeColumn)
  const { rows } = await sql<{ month: Date }>`
    SELECT DISTINCT date_trunc('month', ${time}, 'UTC') AS month FROM ${sql.id(`${table.name}_default`)}
    WHERE ${time} < ${before} ORDER BY 1`.execute(db)
  return rows.map(({ month }) => month)
}

/**
 * Drops the partitions of the months that ended by `before`, and deletes such rows from the default partition. Answers
 * the names of the dropped partitions. `db` connects as the owner.
 */
export async function dropOldPartitions(db: Db, table: MonthlyTable, before: Date): Promise<string[]> {
  const ended = (await listPartitionMonths(db, table)).filter((month) => addMonths(month, 1) <= before)
  const names = ended.map((month) => toPartitionName(table, month))
  for (const name of names) {
    await db.transaction().execute((tx) =>
      changePartitions(tx, table, async () => {
        await sql`DROP TABLE IF EXISTS ${sql.id(name)}`.execute(tx)
      }),
    )
  }
  const rest = sql.id(`${table.name}_default`)
  await sql`DELETE FROM ${rest} WHERE ${sql.id(table.timeColumn)} < ${before}`.execute(db)
  return names
}

/**
 * Runs `change` in the caller's transaction while no other transaction reads or writes the table, and no backup runs.
 * Statements that begin meanwhile wait. It tries for a short time to lock the table, so that they never wait long for a
 * transaction that is already open, and repeats that for half a minute; then it throws.
 */
export async function changePartitions(tx: Db, table: MonthlyTable, change: () => Promise<void>): Promise<void> {
  await lockTableLayout(tx)
  await sql`SAVEPOINT before_change`.execute(tx)
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx)
      await sql`LOCK TABLE ONLY ${sql.id(table.name)} IN ACCESS EXCLUSIVE MODE`.execute(tx)
      await change()
      return
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT before_change`.execute(tx)
      if (!isLocked(error) || attempt === LOCK_ATTEMPTS) throw error
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

/** Returns the name of the partition of a month: `click_2026_01`. */
export function toPartitionName({ name }: MonthlyTable, month: Date): string {
  return `${name}_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

/** Returns the first instant of the month that is `months` after that of `from`. */
export function addMonths(from: Date, months: number): Date {
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months))
}

function isLocked(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '55P03' || code === '40P01'
}

async function ensurePartition(db: Db, table: MonthlyTable, month: Date): Promise<boolean> {
  const name = toPartitionName(table, month)
  if (await exists(db, name)) return false
  return db.transaction().execute(async (tx) => {
    await lockTableLayout(tx)
    if (await exists(tx, name)) return false
    await createPartition(tx, table, month)
    return true
  })
}

async function exists(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_class WHERE relname = ${name} AND relispartition`.execute(db)
  return rows.length > 0
}

async function createPartition(tx: Db, table: MonthlyTable, month: Date): Promise<void> {
  const [parent, rest] = [sql.id(table.name), sql.id(`${table.name}_default`)]
  const [name, time] = [sql.id(toPartitionName(table, month)), sql.id(table.timeColumn)]
  const from = sql.lit(month.toISOString())
  const until = sql.lit(addMonths(month, 1).toISOString())
  await sql`CREATE TABLE ${name} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(tx)
  // Writers wait for this lock. Without it a row could reach the default partition after the move.
  await sql`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`.execute(tx)
  await sql`WITH moved AS (DELETE FROM ${rest} WHERE ${time} >= ${from} AND ${time} < ${until} RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`.execute(tx)
  await sql`ALTER TABLE ${parent} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${until})`.execute(tx)
}
