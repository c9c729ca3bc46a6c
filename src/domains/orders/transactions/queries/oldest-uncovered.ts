import { sql } from 'kysely'
import type { Db } from '#database'

/**
 * Reads when the oldest decision was made of which an advertiser's funds have not covered the dues; undefined when all
 * is covered. Cover follows the order of confirmation, so later decisions are covered only in part.
 */
export async function readOldestUncovered(
  db: Db,
  { advertiserId }: { advertiserId: bigint },
): Promise<Date | undefined> {
  const { rows } = await sql<{ decidedAt: Date | null }>`
    SELECT min(CASE WHEN covered_commission + covered_fee = 0 THEN confirmed_at ELSE changed_at END) AS decided_at
    FROM transaction_state
    WHERE advertiser_id = ${advertiserId} AND status = 'CONFIRMED'
      AND (covered_commission < commission OR covered_fee < fee)`.execute(db)
  return rows[0]?.decidedAt ?? undefined
}
