import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#database'
import type { TestDatabase } from './database.ts'

/**
 * Begins commands one after the other while another transaction holds a lock, each when the previous one waits for a
 * lock. Releases the lock when all of them wait, and returns their outcomes.
 */
export async function beginWhileLocked<T>(
  database: TestDatabase,
  lock: (tx: Db) => Promise<unknown>,
  commands: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const begun: Promise<T>[] = []
  await database.ownerDb.transaction().execute(async (tx) => {
    await lock(tx)
    for (const command of commands) {
      begun.push(command())
      await awaitLockWaits(database, begun.length)
    }
  })
  return Promise.allSettled(begun)
}

/** Waits until `count` transactions wait for a lock. */
export async function awaitLockWaits({ ownerDb }: TestDatabase, count: number): Promise<void> {
  await expect.poll(() => countWaiting(ownerDb), { interval: 20 }).toBe(count)
}

async function countWaiting(ownerDb: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(ownerDb)
  return rows[0]?.waiting ?? 0
}
