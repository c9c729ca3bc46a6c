import { sql } from 'kysely'
import type { Db } from '#database'

/**
 * Reads when the oldest decision was made of which an advertiser's funds have not covered the dues; undefined when all
 * is covered. Cover follows the order of confirmation. Of an order that was covered and costs more since, that decision
 * is the first after all that left it at what is covered, or below.
 */
export async function readOldestUncovered(
  db: Db,
  { advertiserId }: { advertiserId: bigint },
): Promise<Date | undefined> {
  const { rows } = await sql<{ decidedAt: Date | null }>`
    SELECT min(CASE WHEN covered_commission + covered_fee = 0 THEN confirmed_at ELSE (
      SELECT min(raised.decided_at) FROM transaction_decision AS raised
      WHERE raised.publisher_id = state.publisher_id AND raised.transaction_id = state.transaction_id
        AND raised.sequence > (
          SELECT max(made.sequence) FROM transaction_decision AS made
          WHERE made.publisher_id = state.publisher_id AND made.transaction_id = state.transaction_id AND (
            made.status <> 'CONFIRMED' OR made.commission + made.fee <= state.covered_commission + state.covered_fee
          )
        )
    ) END) AS decided_at
    FROM transaction_state AS state
    WHERE advertiser_id = ${advertiserId} AND status = 'CONFIRMED'
      AND (covered_commission < commission OR covered_fee < fee)`.execute(db)
  return rows[0]?.decidedAt ?? undefined
}
