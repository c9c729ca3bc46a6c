import { sql } from 'kysely'
import type { Db } from '#database'

const lock = sql`hashtextextended('table layout', 0)`

/**
 * Keeps other transactions from changing the layout of tables until the end of the transaction of `tx`. A transaction
 * that adds, replaces or removes partitions calls this before it locks a table: it then waits here for a backup to end,
 * and not in front of the table, where every later reader would wait behind it.
 */
export async function lockTableLayout(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lock})`.execute(tx)
}

/** Runs `work` in one session, during which no transaction changes the layout of tables. */
export function withTableLayout<T>(db: Db, work: (session: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (session) => {
    await sql`SELECT pg_advisory_lock_shared(${lock})`.execute(session)
    try {
      return await work(session)
    } finally {
      await sql`SELECT pg_advisory_unlock_shared(${lock})`.execute(session)
    }
  })
}
