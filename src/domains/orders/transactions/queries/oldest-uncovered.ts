import { sql } from 'kysely'
import type { Db } from '#database'

/**
 * Reads when the oldest order was confirmed of which an advertiser's funds have not covered all dues; undefined when
 * all is covered.
 */
export async function readOldestUncovered(
  db: Db,
  { advertiserId }: { advertiserId: bigint },
): Promise<Date | undefined> {
  const { rows } = await sql<{ confirmedAt: Date | null }>`
    SELECT min(confirmed_at) AS confirmed_at FROM transaction_state
    WHERE advertiser_id = ${advertiserId} AND status = 'CONFIRMED'
      AND (covered_commission < commission OR covered_fee < fee)`.execute(db)
  return rows[0]?.confirmedAt ?? undefined
}
