import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { Ctx } from '#platform/server/context.ts'
import { firstUuid7 } from '#kernel/uuid7.ts'
import { inSnapshot } from '#platform/server/database/database-check.ts'
import { BEFORE_ALL_ENTRIES, areComplete, countUses, readStoredUses, selectUses } from '../queries/uses.ts'
import type { UseRange } from '../queries/uses.ts'

/** The uses of a subtotal. A list reads the postings of some subtotals, and of the uses after the last. */
const SIZE = 1000

/** The subtotals that one transaction writes. */
const BATCH = 50

/** Younger uses are left to a later run, because an earlier one may not be committed yet. */
const SETTLED_MS = 120_000

/** The time after which a run begins no further batch, so that the first ones leave the processors to others. */
const RUN_MS = 20_000

/**
 * Writes the subtotals of the uses that no subtotal contains yet, `size` uses in each, and counts again those of which
 * a use was committed late. Only one process writes those of an advertiser at a time.
 */
export async function sumUses(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { size = SIZE, runMs = RUN_MS } = {},
): Promise<void> {
  const end = performance.now() + runMs
  const before = firstUuid7(now.getTime() - SETTLED_MS)
  const { rows: advertisers } = await sql<{ advertiserId: bigint }>`
    SELECT advertiser_id FROM deposit UNION SELECT advertiser_id FROM advertiser_billing ORDER BY 1`.execute(db)
  for (const { advertiserId } of advertisers) {
    while (await db.transaction().execute((tx) => sumNext(tx, { advertiserId, upTo: before, size }))) {
      if (performance.now() >= end) return
    }
    await countLateUses(db, advertiserId)
  }
}

/** The uses that may be summed, and how many a subtotal contains. */
interface Summed {
  advertiserId: bigint
  upTo: string
  size: number
}

/** Writes a batch of subtotals. Answers whether another batch follows; none while another process writes. */
async function sumNext(tx: Db, { advertiserId, upTo, size }: Summed): Promise<boolean> {
  if (!(await tryLock(tx, advertiserId))) return false
  const last = await findLast(tx, advertiserId)
  const next = { advertiserId, after: last ?? BEFORE_ALL_ENTRIES, upTo }
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO funds_subtotal (advertiser_id, last_entry_id, ${SUM_COLUMNS})
    SELECT ${advertiserId}::bigint, last_entry_id, ${SUM_COLUMNS}
    FROM (${selectSums(next, size)}) AS subtotal WHERE entries + refund_entries = ${size}`.execute(tx)
  return numAffectedRows === BigInt(BATCH)
}

async function tryLock(tx: Db, advertiserId: bigint): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`subtotals of ${advertiserId}`}, 0)) AS is_free`.execute(tx)
  return rows[0]?.isFree === true
}

async function findLast(tx: Db, advertiserId: bigint): Promise<string | undefined> {
  const last = await tx
    .selectFrom('fundsSubtotal')
    .select('lastEntryId')
    .where('advertiserId', '=', advertiserId)
    .orderBy('lastEntryId', 'desc')
    .executeTakeFirst()
  return last?.lastEntryId
}

const SUM_COLUMNS = sql.raw('entries, used, commission, refund_entries, refunds, lowest, highest')

/** Sums the oldest uses of a range, `size` in a row, at most a batch; the last row may have fewer. */
function selectSums(range: UseRange, size: number): RawBuilder<unknown> {
  const count = size * BATCH
  return sql`
    SELECT (array_agg(used.entry_id ORDER BY used.entry_id DESC))[1] AS last_entry_id, ${sumsOf(sql`upto`)}
    FROM (
      SELECT *, sum(moved) OVER (PARTITION BY part ORDER BY entry_id ROWS UNBOUNDED PRECEDING) AS upto FROM (
        SELECT *, (row_number() OVER (ORDER BY entry_id) - 1) / ${size}::bigint AS part
        FROM (${selectUses(range, count)}) AS use ORDER BY entry_id LIMIT ${count}
      ) AS numbered
    ) AS used ${WITH_LINES} GROUP BY part ORDER BY part`
}

/** Joins what became payable to each use. */
const WITH_LINES = sql`LEFT JOIN statement_line AS line
  ON line.publisher_id = used.publisher_id AND line.entry_id = used.entry_id`

/** Sums uses; the expression is what all up to one of them took. */
function sumsOf(upto: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    count(*) FILTER (WHERE used.publisher_id <> 0) AS entries,
    coalesce(sum(moved) FILTER (WHERE used.publisher_id <> 0), 0)::bigint AS used,
    coalesce(sum(line.amount), 0)::bigint AS commission,
    count(*) FILTER (WHERE used.publisher_id = 0) AS refund_entries,
    coalesce(sum(moved) FILTER (WHERE used.publisher_id = 0), 0)::bigint AS refunds,
    least(0, min(${upto}))::bigint AS lowest, greatest(0, max(${upto}))::bigint AS highest`
}

/** Counts subtotals again, the newest first, until they contain all uses, also those that were committed late. */
async function countLateUses(db: Db, advertiserId: bigint): Promise<void> {
  if (await lacksNone(db, advertiserId)) return
  const { rows } = await sql<{ after: string; upTo: string }>`
    SELECT lag(last_entry_id, 1, ${BEFORE_ALL_ENTRIES}::uuid) OVER (ORDER BY last_entry_id) AS after,
      last_entry_id AS up_to
    FROM funds_subtotal WHERE advertiser_id = ${advertiserId} ORDER BY last_entry_id DESC`.execute(db)
  for (const range of rows) {
    const isCounted = await db.transaction().execute((tx) => countAgain(tx, { advertiserId, ...range }))
    if (!isCounted || (await lacksNone(db, advertiserId))) return
  }
}

/** Whether the subtotals lack no use. Uses that are committed between the statements would look like late ones. */
function lacksNone(db: Db, advertiserId: bigint): Promise<boolean> {
  return inSnapshot(db, async (tx) => {
    const stored = await readStoredUses(tx, { advertiserId })
    if (stored.lastEntryId === BEFORE_ALL_ENTRIES) return true
    return areComplete(stored, await countUses(tx, { advertiserId, after: stored.lastEntryId }))
  })
}

/** Counts the uses of a subtotal again, unless another process writes those of the advertiser. */
async function countAgain(tx: Db, range: Required<UseRange>): Promise<boolean> {
  const { advertiserId, upTo } = range
  if (!(await tryLock(tx, advertiserId))) return false
  await sql`
    UPDATE funds_subtotal AS stored SET (${SUM_COLUMNS}) = (
      SELECT ${sumsOf(sql`upto`)} FROM (
        SELECT *, sum(moved) OVER (ORDER BY entry_id ROWS UNBOUNDED PRECEDING) AS upto
        FROM (${selectUses(range)}) AS use
      ) AS used ${WITH_LINES}
    ) WHERE advertiser_id = ${advertiserId} AND last_entry_id = ${upTo}::uuid`.execute(tx)
  return true
}
