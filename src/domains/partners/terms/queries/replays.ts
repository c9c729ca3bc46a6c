import { sql } from 'kysely'
import type { Db } from '#database'
import type { OrderSlice } from '../rules/replay.ts'

/** Finds the replay of a programme's draft; undefined if nobody asked for one since the draft changed last. */
export function findReplay(db: Db, { programId }: { programId: bigint }) {
  return db.selectFrom('termsReplay').selectAll().where('programId', '=', programId).executeTakeFirst()
}

/** Lists the replays that are not done, the oldest first. */
export function listWaitingReplays(db: Db) {
  return db
    .selectFrom('termsReplay as replay')
    .innerJoin('program', 'program.id', 'replay.programId')
    .select(['replay.programId', 'replay.askedAt', 'replay.startsAt', 'program.advertiserId'])
    .where('replay.outcome', 'is', null)
    .orderBy('replay.askedAt')
    .execute()
}

interface SliceRange {
  advertiserId: bigint
  from: Date
  until: Date
  /** The times of clicks between which the same rules hold. */
  boundaries: readonly Date[]
}

/**
 * Sums the orders of a range that are not cancelled, by all that rules tell apart. Their value is the present one, in
 * USD, shared as the items that were reported; orders without an exchange rate are left out.
 */
export async function listOrderSlices(db: Db, { advertiserId, from, until, boundaries }: SliceRange) {
  const { rows } = await sql<OrderSlice>`
    SELECT sold.publisher_id, sold.event, item."group" AS product_group, sold.regions,
      sold.customer_status AS customer, min(sold.clicked_at) AS at,
      count(*) FILTER (WHERE item.line_no IS NULL OR item.line_no = 1)::int AS orders,
      round(sum(CASE WHEN item.amount IS NULL OR sold.order_value = 0 THEN state.order_value
        ELSE item.amount::numeric * state.order_value / sold.order_value END))::bigint AS amount
    FROM transaction AS sold
      JOIN transaction_state AS state
        ON state.publisher_id = sold.publisher_id AND state.transaction_id = sold.id
      LEFT JOIN transaction_item AS item
        ON item.publisher_id = sold.publisher_id AND item.transaction_id = sold.id AND item.sequence = 0
    WHERE sold.advertiser_id = ${advertiserId} AND sold.transaction_at >= ${from} AND sold.transaction_at < ${until}
      AND state.status <> 'CANCELLED' AND state.order_value IS NOT NULL
    GROUP BY sold.publisher_id, sold.event, item."group", sold.regions, sold.customer_status,
      width_bucket(sold.clicked_at, ${boundaries.map((each) => each.toISOString())}::timestamptz[])`.execute(db)
  return rows
}
