import { sql } from 'kysely'
import type { Db } from '#database'
import type { Place } from '#kernel/cursor.ts'
import type { ValidationEnd } from '#domains/programmes/programs/rules.ts'

/** An advertiser with orders that may be due, and the shortest validation period of all versions of its terms. */
export interface DueAdvertiser {
  advertiserId: bigint
  shortestDays: number
}

/**
 * Lists the advertisers with an undecided order that is not held and is older than their shortest validation period. An
 * order without an exchange rate waits for one first. The oldest due order answers for an advertiser, so of its orders
 * this reads that one, and those before it that have no rate.
 */
export async function listDueAdvertisers(db: Db, { now }: { now: Date }): Promise<DueAdvertiser[]> {
  const { rows } = await sql<DueAdvertiser>`
    SELECT shop.advertiser_id, shop.shortest_days
    FROM (
      SELECT program.advertiser_id, min(terms.validation_days) AS shortest_days
      FROM program_terms AS terms JOIN program ON program.id = terms.program_id
      GROUP BY program.advertiser_id
    ) AS shop
    CROSS JOIN LATERAL (
      SELECT 1 FROM transaction_state AS state
      WHERE state.advertiser_id = shop.advertiser_id AND state.status = 'PENDING' AND state.hold_reason IS NULL
        AND state.order_value IS NOT NULL
        AND state.transaction_at <= ${now}::timestamptz - shop.shortest_days * interval '24 hours'
      ORDER BY state.transaction_at, state.transaction_id LIMIT 1
    ) AS oldest
    ORDER BY shop.advertiser_id`.execute(db)
  return rows
}

/** An undecided order with what its terms say about the end of its validation period. */
export interface UndecidedOrder {
  publisherId: bigint
  transactionId: string
  transactionAt: Date
  dueAt: Date | null
  validationDays: number
  validationEnd: ValidationEnd
  holdNote: string
}

/**
 * Locks the next undecided orders of an advertiser that are not held and have a value in USD, oldest first, up to
 * `until`. Leaves out an order that another transaction has locked, which a decision does.
 */
export async function lockUndecidedOrders(
  tx: Db,
  {
    advertiserId,
    after,
    until,
    limit,
  }: { advertiserId: bigint; after?: Place | undefined; until: Date; limit: number },
): Promise<UndecidedOrder[]> {
  const isNext = after ? sql`(transaction_at, transaction_id) > (${after.at}, ${after.id})` : sql`true`
  const { rows } = await sql<UndecidedOrder>`
    SELECT state.publisher_id, state.transaction_id, state.transaction_at, state.due_at,
      terms.validation_days, terms.validation_end, terms.hold_note
    FROM (
      SELECT publisher_id, transaction_id, transaction_at, due_at FROM transaction_state
      WHERE advertiser_id = ${advertiserId} AND status = 'PENDING' AND hold_reason IS NULL
        AND order_value IS NOT NULL AND transaction_at <= ${until} AND ${isNext}
      ORDER BY transaction_at, transaction_id LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ) AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    JOIN program_terms AS terms ON terms.id = sold.terms_id
    ORDER BY state.transaction_at, state.transaction_id`.execute(tx)
  return rows
}
