import { sql } from 'kysely'
import type { Db } from '#database'

/** The time between two counts. Readers count changes in between themselves. */
const INTERVAL_MS = 60_000

/** The time that each count covers again, for states that were committed late. */
const OVERLAP_MS = 300_000

/**
 * Counts the states of each advertiser and day that has changed since the last count. Runs at most once a minute and in
 * one process at a time.
 */
export async function advanceStatusCounts(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const countedUntil = await findCountedUntil(tx)
    if (countedUntil && now.getTime() - countedUntil.getTime() < INTERVAL_MS) return
    if (await tryLock(tx)) await countStatuses(tx, now, countedUntil)
  })
}

/** Counts all states, or those of each advertiser and day that have changed since the last count. */
export async function countStatuses(tx: Db, now: Date, countedUntil?: Date): Promise<void> {
  const since = countedUntil && new Date(countedUntil.getTime() - OVERLAP_MS)
  await sql`
    WITH part AS MATERIALIZED (
      SELECT DISTINCT advertiser_id, (transaction_at AT TIME ZONE 'UTC')::date AS day FROM transaction_state
      WHERE ${since ? sql`changed_at >= ${since}` : sql`true`}
    ), counted AS MATERIALIZED (
      SELECT part.advertiser_id, part.day, state.status, count(*) AS transactions,
        sum(state.order_value)::bigint AS order_value, sum(state.commission)::bigint AS commission
      FROM part CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS each (status)
      JOIN transaction_state AS state ON state.advertiser_id = part.advertiser_id AND state.status = each.status
        AND state.transaction_at >= part.day::timestamp AT TIME ZONE 'UTC'
        AND state.transaction_at < (part.day + 1)::timestamp AT TIME ZONE 'UTC'
      GROUP BY 1, 2, 3
    ), emptied AS (
      DELETE FROM rollup_status AS rollup USING part
      WHERE rollup.advertiser_id = part.advertiser_id AND rollup.day = part.day AND NOT EXISTS (
        SELECT FROM counted
        WHERE (counted.advertiser_id, counted.day, counted.status) = (rollup.advertiser_id, rollup.day, rollup.status)
      )
    )
    INSERT INTO rollup_status (advertiser_id, day, status, transactions, order_value, commission)
    SELECT advertiser_id, day, status, transactions, order_value, commission FROM counted ORDER BY 1, 2, 3
    ON CONFLICT (advertiser_id, day, status) DO UPDATE
      SET transactions = excluded.transactions, order_value = excluded.order_value, commission = excluded.commission
      WHERE (rollup_status.transactions, rollup_status.order_value, rollup_status.commission)
        IS DISTINCT FROM (excluded.transactions, excluded.order_value, excluded.commission)`.execute(tx)
  await tx
    .insertInto('rollupStatusProgress')
    .values({ name: 'statuses', countedUntil: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ countedUntil: now }))
    .execute()
}

async function findCountedUntil(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('rollupStatusProgress').select('countedUntil').executeTakeFirst()
  return row?.countedUntil
}

async function tryLock(tx: Db): Promise<boolean> {
  await sql`SET LOCAL statement_timeout = 0`.execute(tx)
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('status counts', 0)) AS is_locked`.execute(tx)
  return rows[0]?.isLocked === true
}
