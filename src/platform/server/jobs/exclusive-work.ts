import { sql } from 'kysely'
import type { Db } from '#database'

/** Work that one process at a time may do. */
export interface ExclusiveWork<T> {
  /** Names the lock, which all processes on the database share. */
  name: string
  run: () => Promise<T>
  /** Called once, before a wait for the process that holds the lock. */
  onWait: () => void
}

/**
 * Runs work under a lock of the database; the lock ends with this process at the latest. `db` must have no time limits,
 * and the work must use other connections.
 */
export function runExclusively<T>(db: Db, { name, run, onWait }: ExclusiveWork<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const key = sql`hashtextextended(${name}, 0)`
    const { rows } = await sql<{ isFree: boolean }>`SELECT pg_try_advisory_xact_lock(${key}) AS is_free`.execute(tx)
    if (!rows[0]?.isFree) {
      onWait()
      await sql`SELECT pg_advisory_xact_lock(${key})`.execute(tx)
    }
    return run()
  })
}
