import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { listLines } from '#platform/server/database/database-check.ts'
import type { CheckResult } from '#platform/server/database/database-check.ts'

/**
 * Corrupts data as the owner of the database, without foreign keys, lets `verify` look at it and rolls the change back.
 * Answers the lines that the check prints. A statement that changes no row is an error of the test.
 */
export async function verifyCorrupted(
  ownerDb: Db,
  statements: readonly RawBuilder<unknown>[],
  verify: (tx: Db) => Promise<CheckResult[]>,
): Promise<string[]> {
  const rolledBack = new Error('rolled back')
  let lines: string[] = []
  const work = ownerDb.transaction().setIsolationLevel('repeatable read')
  await work
    .execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      for (const statement of statements) {
        const { numAffectedRows } = await statement.execute(tx)
        if (numAffectedRows === 0n) throw new Error('Nothing was corrupted')
      }
      lines = listLines(await verify(tx))
      throw rolledBack
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error
    })
  return lines
}
