import { sql } from 'kysely'
import type { Db } from '#database'
import { verifyBank } from '#domains/money/bank/queries/verify-bank.ts'
import { verifyFunding } from '#domains/money/funding/queries/verify-funding.ts'
import { verifyInvoices } from '#domains/money/invoices/queries/verify-invoices.ts'
import { verifyPayouts } from '#domains/money/payouts/queries/verify-payouts.ts'
import { verifyRollups } from '#domains/figures/reports/queries/verify-rollups.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { joinResults } from '#platform/server/database/database-check.ts'
import type { CheckResult } from '#platform/server/database/database-check.ts'

/** What is verified, each part on snapshots of its own. */
const PARTS: readonly ((db: Db) => Promise<CheckResult[]>)[] = [
  verifyLedger,
  (db) => verifyRollups(db, { figures: 'money' }),
  verifyPayouts,
  verifyInvoices,
  verifyFunding,
  verifyBank,
]

/**
 * Verifies everything about money: the ledger, payouts, deposits, bank entries, invoices and the money in the roll-ups.
 * Answers the checks that found a difference; the list is empty if there is none.
 */
export async function verifyMoney(db: Db): Promise<CheckResult[]> {
  const found: CheckResult[] = []
  for (const verify of PARTS) found.push(...(await verify(db)))
  return joinResults(found)
}

/** PostgreSQL cancelled a statement. */
const CANCELLED = '57014'

/**
 * Verifies everything about money, with a time limit for each comparison. One that is not done by then is a difference,
 * because nothing is known of the others.
 */
export function verifyMoneyInTime(db: Db, { limitMs }: { limitMs: number }): Promise<CheckResult[]> {
  return db.connection().execute(async (connection) => {
    await sql`SELECT set_config('statement_timeout', ${String(limitMs)}, false)`.execute(connection)
    try {
      return await verifyMoney(connection)
    } catch (error) {
      if ((error as { code?: string }).code !== CANCELLED) throw error
      const listed = [
        { place: 'the check', expected: `each comparison within ${limitMs} ms`, found: 'one that took longer' },
      ]
      return [{ kind: 'time of the check', count: 1, listed }]
    } finally {
      // A connection that broke leaves the pool.
      await sql`RESET statement_timeout`.execute(connection).catch(() => undefined)
    }
  })
}
