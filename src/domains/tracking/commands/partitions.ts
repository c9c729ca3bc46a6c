import { sql } from 'kysely'
import type { Db } from '#database'
import { lockTableLayout } from '#platform/server/table-layout.ts'

/** The months that need partitions. */
export interface PartitionRange {
  /** Any instant of the first month. */
  from: Date
  /** How many months, the first included. */
  months: number
}

/**
 * Creates the missing monthly partitions of `click` and answers their names. `db` connects as the owner. Moves the
 * clicks of these months out of the default partition. Safe at any time and for concurrent callers.
 */
export async function ensureClickPartitions(db: Db, { from, months }: PartitionRange): Promise<string[]> {
  const created: string[] = []
  for (let index = 0; index < months; index++) {
    const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + index))
    if (await ensurePartition(db, month)) created.push(toPartitionName(month))
  }
  return created
}

function toPartitionName(month: Date): string {
  return `click_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

async function ensurePartition(db: Db, month: Date): Promise<boolean> {
  if (await exists(db, month)) return false
  return db.transaction().execute(async (tx) => {
    await lockTableLayout(tx)
    if (await exists(tx, month)) return false
    await createPartition(tx, month)
    return true
  })
}

async function exists(db: Db, month: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_class WHERE relname = ${toPartitionName(month)} AND relispartition`.execute(
    db,
  )
  return rows.length > 0
}

async function createPartition(tx: Db, month: Date): Promise<void> {
  const name = sql.id(toPartitionName(month))
  const from = sql.lit(month.toISOString())
  const until = sql.lit(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)).toISOString())
  await sql`CREATE TABLE ${name} (LIKE click INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(tx)
  // Writers wait for this lock. Without it a click could reach the default partition after the move.
  await sql`LOCK TABLE click_default IN ACCESS EXCLUSIVE MODE`.execute(tx)
  await sql`WITH moved AS (DELETE FROM click_default WHERE clicked_at >= ${from} AND clicked_at < ${until} RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`.execute(tx)
  await sql`ALTER TABLE click ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${until})`.execute(tx)
}
