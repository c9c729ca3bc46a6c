import { sql } from 'kysely'
import type { Db } from '#database'

const lockKey = sql`hashtextextended('status counts', 0)`

/** Keeps other processes from counting until the transaction ends. Waits while another one counts. */
export async function lockStatusCounts(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
}

/** Does the same without waiting, and tells whether it has the lock. Lifts the time limit of statements. */
export async function tryLockStatusCounts(tx: Db): Promise<boolean> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${lockKey}) AS is_locked`.execute(tx)
  return rows[0]?.isLocked === true
}
