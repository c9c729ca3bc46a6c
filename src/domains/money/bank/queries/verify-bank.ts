import { sql } from 'kysely'
import type { Db } from '#database'
import { compareColumns, verifyTables } from '#platform/server/database/database-check.ts'
import type { Check, CheckResult } from '#platform/server/database/database-check.ts'

const moved = compareColumns(['kind', 'advertiser_id', 'amount', 'currency'], 'said', 'stored')

/** Compares each recorded payment of a bank file with its deposit or refund, except the day: by hand it was typed. */
const DEPOSIT_CHECK: Check = {
  kind: 'deposit of a bank entry',
  differences: sql`
    SELECT format('deposit of bank entry %s', entry_id) AS place, ${moved.expected} AS expected, ${moved.found} AS found
    FROM (
      SELECT id AS entry_id, deposit_id, CASE direction WHEN 'in' THEN 'deposit' ELSE 'refund' END AS kind,
        advertiser_id, amount, currency
      FROM bank_entry WHERE state = 'recorded'
    ) AS said
    LEFT JOIN (SELECT id AS deposit_id, kind, advertiser_id, amount, 'USD' AS currency FROM deposit) AS stored
      USING (deposit_id)
    WHERE ${moved.differ}`,
}

/** Verifies that the recorded payments of bank files agree with their deposits and refunds. Reads one snapshot. */
export function verifyBank(db: Db): Promise<CheckResult[]> {
  return verifyTables(db, [DEPOSIT_CHECK])
}
