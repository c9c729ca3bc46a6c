import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { startOfDay } from '#kernel/days.ts'
import type { DayRange } from '#kernel/days.ts'
import { COMMIT_DELAY_MS, STATUS_OVERLAP_MS } from '../rules/status-counts.ts'
import { countCohorts } from './count-cohorts.ts'
import { countEarlierOrders } from './count-earlier-orders.ts'
import { countOrders } from './count-orders.ts'
import { lockStatusCounts, tryLockStatusCounts } from './lock-status-counts.ts'

/** The time between two counts. Readers count changes in between themselves. */
const INTERVAL_MS = 60_000

/** The roll-ups, and the column by which each groups the states beside day and status. */
const OF_ADVERTISER = { rollup: sql.table('rollup_status'), owner: sql.ref('advertiser_id') }
const OF_PUBLISHER = { rollup: sql.table('rollup_publisher_status'), owner: sql.ref('publisher_id') }
const ROLLUPS = [OF_ADVERTISER, OF_PUBLISHER]

/**
 * Counts the states of each day that has changed since the last count, per advertiser and per publisher, at most once a
 * minute and in one process at a time. Then counts orders of days that are not counted yet, for a few seconds.
 */
export async function advanceStatusCounts(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const countedUntil = await findCountedUntil(tx)
    if (countedUntil && now.getTime() - countedUntil.getTime() < INTERVAL_MS) return
    if (await tryLockStatusCounts(tx)) await countStatuses(tx, now, countedUntil)
  })
  await countEarlierOrders(db)
}

/**
 * Counts all states, or those of each advertiser's and publisher's days that have changed since the last count. Counts
 * the decided ones of an advertiser also by the day of their decision, its orders by what they say of themselves, and
 * those of a publisher by advertiser.
 */
export async function countStatuses(tx: Db, now: Date, countedUntil?: Date): Promise<void> {
  // Read before the states: a transaction that has ended by then is in all that follows.
  const settledUntil = await findSettledUntil(tx, now)
  const since = countedUntil && new Date(countedUntil.getTime() - STATUS_OVERLAP_MS)
  const changed = since ? sql`changed_at >= ${since}` : sql`true`
  for (const target of ROLLUPS) await countInto(tx, target, selectDays(target, changed))
  await countCohorts(tx, selectDays(OF_ADVERTISER, changed))
  await countOrders(tx, selectDays(OF_ADVERTISER, changed))
  await countRelationships(tx, selectDays(OF_PUBLISHER, changed))
  await tx
    .insertInto('rollupStatusProgress')
    .values({ name: 'statuses', countedUntil: now, settledUntil })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ countedUntil: now, settledUntil }))
    .execute()
}

/** Counts the states of whole days again and removes counts without a state. Waits while another process counts. */
export async function recountStatuses(tx: Db, days: DayRange): Promise<void> {
  await lockStatusCounts(tx)
  const [from, until] = [startOfDay(days.from), startOfDay(days.until)]
  for (const target of ROLLUPS) {
    const present = selectDays(target, sql`transaction_at >= ${from} AND transaction_at < ${until}`)
    const stored = sql`SELECT ${target.owner}, day FROM ${target.rollup}
      WHERE day >= ${days.from} AND day < ${days.until}`
    await countInto(tx, target, sql`${present} UNION ${stored}`)
  }
  const present = selectDays(OF_ADVERTISER, sql`transaction_at >= ${from} AND transaction_at < ${until}`)
  const isOfDays = sql`day >= ${days.from} AND day < ${days.until}`
  await countCohorts(tx, sql`${present} UNION SELECT advertiser_id, day FROM rollup_cohort WHERE ${isOfDays}`)
  await countOrders(tx, sql`${present} UNION SELECT advertiser_id, day FROM rollup_order WHERE ${isOfDays}`)
  const ofPublishers = selectDays(OF_PUBLISHER, sql`transaction_at >= ${from} AND transaction_at < ${until}`)
  const stored = sql`SELECT publisher_id, day FROM rollup_relationship WHERE ${isOfDays}`
  await countRelationships(tx, sql`${ofPublishers} UNION ${stored}`)
}

/** Removes the counts outside a range, in which all transactions lie. Waits while another process counts. */
export async function removeStatusCountsOutside(tx: Db, { from, until }: DayRange): Promise<void> {
  await lockStatusCounts(tx)
  const others = ['rollup_cohort', 'rollup_order', 'rollup_relationship'].map((name) => sql.table(name))
  for (const rollup of [...ROLLUPS.map((target) => target.rollup), ...others]) {
    await sql`DELETE FROM ${rollup} WHERE day < ${from} OR day >= ${until}`.execute(tx)
  }
}

type Target = (typeof ROLLUPS)[number]

/** Selects the owners and days of the states under a condition. */
function selectDays({ owner }: Target, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT DISTINCT ${owner} AS owner_id, (transaction_at AT TIME ZONE 'UTC')::date AS day
    FROM transaction_state WHERE ${condition}`
}

/** Counts the states of the owners and days that `part` selects. */
async function countInto(tx: Db, { rollup, owner }: Target, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (${part}), counted AS MATERIALIZED (
      SELECT part.owner_id, part.day, state.status, count(*) AS transactions,
        coalesce(sum(state.order_value), 0)::bigint AS order_value,
        coalesce(sum(state.commission), 0)::bigint AS commission
      FROM part CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS each (status)
      -- Read by day through the index, however many days PostgreSQL expects.
      CROSS JOIN LATERAL (
        SELECT * FROM transaction_state AS state
        WHERE state.${owner} = part.owner_id AND state.status = each.status
          AND state.transaction_at >= part.day::timestamp AT TIME ZONE 'UTC'
          AND state.transaction_at < (part.day + 1)::timestamp AT TIME ZONE 'UTC'
        OFFSET 0
      ) AS state
      GROUP BY 1, 2, 3
    ), emptied AS (
      DELETE FROM ${rollup} AS stored USING part
      WHERE stored.${owner} = part.owner_id AND stored.day = part.day AND NOT EXISTS (
        SELECT FROM counted
        WHERE (counted.owner_id, counted.day, counted.status) = (stored.${owner}, stored.day, stored.status)
      )
    )
    INSERT INTO ${rollup} AS stored (${owner}, day, status, transactions, order_value, commission)
    SELECT owner_id, day, status, transactions, order_value, commission FROM counted ORDER BY 1, 2, 3
    ON CONFLICT (${owner}, day, status) DO UPDATE
      SET transactions = excluded.transactions, order_value = excluded.order_value, commission = excluded.commission
      WHERE (stored.transactions, stored.order_value, stored.commission)
        IS DISTINCT FROM (excluded.transactions, excluded.order_value, excluded.commission)`.execute(tx)
}

async function findCountedUntil(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('rollupStatusProgress').select('countedUntil').executeTakeFirst()
  return row?.countedUntil
}

/**
 * Finds the time before which no open transaction changes a state any more. One that has written nothing for a minute
 * only reads, such as a download.
 */
async function findSettledUntil(tx: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{ settledUntil: Date }>`
    SELECT least(${now}::timestamptz, min(xact_start)) - ${COMMIT_DELAY_MS} * interval '1 ms' AS settled_until
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND (backend_xid IS NOT NULL OR xact_start > clock_timestamp() - interval '1 minute')`.execute(tx)
  return rows[0]?.settledUntil ?? new Date(now.getTime() - COMMIT_DELAY_MS)
}

/**
 * Counts the orders of the publishers' days that `part` selects (owner, day) by advertiser, and removes counts without
 * an order.
 */
async function countRelationships(tx: Db, part: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH part AS MATERIALIZED (${part}), counted AS MATERIALIZED (
      SELECT part.owner_id, state.advertiser_id, part.day,
        count(*) FILTER (WHERE each.status = 'PENDING') AS pending,
        count(*) FILTER (WHERE each.status = 'CONFIRMED') AS confirmed,
        count(*) FILTER (WHERE each.status = 'CANCELLED') AS cancelled
      FROM part CROSS JOIN unnest(enum_range(NULL::transaction_status)) AS each (status)
      -- Read by day through the index, however many days PostgreSQL expects.
      CROSS JOIN LATERAL (
        SELECT * FROM transaction_state AS state
        WHERE state.publisher_id = part.owner_id AND state.status = each.status
          AND state.transaction_at >= part.day::timestamp AT TIME ZONE 'UTC'
          AND state.transaction_at < (part.day + 1)::timestamp AT TIME ZONE 'UTC'
        OFFSET 0
      ) AS state
      GROUP BY 1, 2, 3
    ), emptied AS (
      DELETE FROM rollup_relationship AS stored USING part
      WHERE stored.publisher_id = part.owner_id AND stored.day = part.day AND NOT EXISTS (
        SELECT FROM counted WHERE (counted.owner_id, counted.advertiser_id, counted.day)
          = (stored.publisher_id, stored.advertiser_id, stored.day)
      )
    )
    INSERT INTO rollup_relationship AS stored (publisher_id, advertiser_id, day, pending, confirmed, cancelled)
    SELECT owner_id, advertiser_id, day, pending, confirmed, cancelled FROM counted ORDER BY 1, 2, 3
    ON CONFLICT (publisher_id, advertiser_id, day) DO UPDATE
      SET pending = excluded.pending, confirmed = excluded.confirmed, cancelled = excluded.cancelled
      WHERE (stored.pending, stored.confirmed, stored.cancelled)
        IS DISTINCT FROM (excluded.pending, excluded.confirmed, excluded.cancelled)`.execute(tx)
}
