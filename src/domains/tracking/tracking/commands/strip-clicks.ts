import { sql } from 'kysely'
import type { Db } from '#database'
import { DAY_MS } from '#kernel/days.ts'
import { audit } from '#platform/server/audit/audit.ts'
import type { Ctx } from '#platform/server/context.ts'
import {
  addMonths,
  changePartitions,
  ensurePartitions,
  listDefaultMonths,
  listPartitionMonths,
  toPartitionName,
} from '#platform/server/schema/partitions.ts'
import { lockTableLayout } from '#platform/server/schema/table-layout.ts'
import { CLICK_PARTITIONS } from './partitions.ts'

/** The columns of a stripped click. It has no user agent, referrer and IP prefix. */
const KEPT = sql.raw(`publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1, sub2, sub3, sub4,
  sub5, destination, country, device, promotion_id, link_id`)

/** The schema of the copies, where the application has no rights. */
const SCHEMA = sql.id('retention')

/**
 * Rewrites the clicks of each month that ended `months` whole months ago without user agent, referrer and IP prefix.
 * Runs while the network serves, and after a kill goes on with the day at which it was killed. Does nothing while
 * another process does it. `ctx.db` connects as the owner, without time limits.
 */
export async function stripOldClicks(ctx: Ctx, { months }: { months: number }): Promise<void> {
  const before = addMonths(ctx.now, -months)
  await ctx.db.connection().execute(async (db) => {
    if (!(await takeLock(db))) return
    try {
      for (const month of await listDueMonths(db, before)) await stripMonth({ ...ctx, db }, month)
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtextextended('strip clicks', 0))`.execute(db)
    }
  })
}

async function takeLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_lock(hashtextextended('strip clicks', 0)) AS is_free`.execute(db)
  return rows[0]?.isFree === true
}

/** Lists the months that are due, the oldest first. Gives the clicks in the default partition one of their month. */
async function listDueMonths(db: Db, before: Date): Promise<Date[]> {
  for (const month of await listDefaultMonths(db, CLICK_PARTITIONS, before)) {
    await ensurePartitions(db, CLICK_PARTITIONS, { from: month, months: 1 })
  }
  const stripped = await db.selectFrom('strippedClickMonth').select('month').execute()
  const done = new Set(stripped.map(({ month }) => month))
  const months = await listPartitionMonths(db, CLICK_PARTITIONS)
  return months.filter((month) => addMonths(month, 1) <= before && !done.has(toDay(month)))
}

/**
 * Copies a month day by day, each day in a transaction, and then swaps the copy in. What an earlier run has copied is
 * kept.
 */
async function stripMonth(ctx: Ctx, month: Date): Promise<void> {
  const partition = sql.id(toPartitionName(CLICK_PARTITIONS, month))
  const copy = sql`${SCHEMA}.${partition}`
  await sql`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`.execute(ctx.db)
  await sql`CREATE TABLE IF NOT EXISTS ${copy} (
    LIKE click INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)`.execute(ctx.db)
  const range = { from: month, until: addMonths(month, 1) }
  for (let day = month.getTime(); day < range.until.getTime(); day += DAY_MS) {
    await copyClicks(ctx.db, { partition, copy }, { from: new Date(day), until: new Date(day + DAY_MS) })
  }
  await ctx.db.transaction().execute(async (db) => {
    const clicks = await swapIn(db, { partition, copy }, range)
    const values = { month: toDay(month), clicks, strippedAt: ctx.now }
    await db.insertInto('strippedClickMonth').values(values).execute()
    await audit({ ...ctx, db }, { action: 'clicks.strip', target: `month:${values.month}`, details: { clicks } })
  })
}

/** A partition and its copy, as SQL. */
interface Tables {
  partition: ReturnType<typeof sql.id>
  copy: ReturnType<typeof sql>
}

interface Range {
  from: Date
  until: Date
}

/** Copies the clicks of a range that the copy does not contain yet. */
async function copyClicks(db: Db, { partition, copy }: Tables, { from, until }: Range): Promise<void> {
  await sql`INSERT INTO ${copy} (${KEPT})
    SELECT ${KEPT} FROM ${partition} WHERE clicked_at >= ${from} AND clicked_at < ${until}
    ON CONFLICT DO NOTHING`.execute(db)
}

/**
 * Replaces the partition by its copy, in the caller's transaction, and answers the number of its clicks. Until the end
 * of the transaction no click of the month can be added: a replay from the spool waits, or fails and is repeated. Other
 * statements on the table wait while the two change places, some milliseconds.
 */
async function swapIn(tx: Db, tables: Tables, range: Range): Promise<bigint> {
  const { partition, copy } = tables
  await lockTableLayout(tx)
  await sql`LOCK TABLE ${partition} IN SHARE MODE`.execute(tx)
  const clicks = await countRows(tx, partition)
  if ((await countRows(tx, copy)) !== clicks) await copyClicks(tx, tables, range)
  const copied = await countRows(tx, copy)
  if (copied !== clicks) throw new Error(`${clicks} clicks have ${copied} copies`)
  const [from, until] = [sql.lit(range.from.toISOString()), sql.lit(range.until.toISOString())]
  // With this constraint PostgreSQL need not read the copy while it holds the lock on all clicks.
  const isOfMonth = sql`clicked_at >= ${from} AND clicked_at < ${until}`
  await sql`ALTER TABLE ${copy} ADD CONSTRAINT of_month CHECK (${isOfMonth})`.execute(tx)
  await changePartitions(tx, CLICK_PARTITIONS, async () => {
    await sql`DROP TABLE ${partition}`.execute(tx)
    await sql`ALTER TABLE ${copy} SET SCHEMA public`.execute(tx)
    await sql`ALTER TABLE click ATTACH PARTITION ${partition} FOR VALUES FROM (${from}) TO (${until})`.execute(tx)
    await sql`ALTER TABLE ${partition} DROP CONSTRAINT of_month`.execute(tx)
  })
  return clicks
}

async function countRows(db: Db, table: Tables['copy']): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) FROM ${table}`.execute(db)
  return rows[0]?.count ?? 0n
}

function toDay(month: Date): string {
  return month.toISOString().slice(0, 10)
}
