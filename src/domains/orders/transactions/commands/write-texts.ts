import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { Ctx } from '#platform/server/context.ts'
import { SEARCHED_COLUMNS } from '../queries/keyword-search.ts'
import { selectLabels } from '../queries/order-labels.ts'
import { MAX_KEYWORD, MAX_PIECE } from '../rules/search-text.ts'
import { STATUS_OVERLAP_MS } from '../rules/status-counts.ts'

const lockKey = sql`hashtextextended('transaction texts', 0)`

const BATCH = 2000

/** A step looks for new orders among the states that changed within so much time. */
const SPAN_MS = 3_600_000

/** The time after which a pass begins no further batch, so that the first ones leave the processors to others. */
const PASS_MS = 20_000

/** Before the first order of the first publisher. */
const START = { copiedPublisherId: 0n, copiedTransactionId: '00000000-0000-0000-0000-000000000000' }

/**
 * Writes the texts by which orders are found by keyword. The first passes copy the orders that are there; then each
 * writes those recorded since the pass before, and looks again at the minutes before, because some are committed late.
 * Both go in batches, and a pass begins no further one after `passMs`. Only one process writes at a time.
 */
export async function writeTexts({ db, now }: Pick<Ctx, 'db' | 'now'>, passMs = PASS_MS): Promise<void> {
  const end = performance.now() + passMs
  await db
    .insertInto('transactionTextProgress')
    .values({ name: 'texts', writtenUntil: now, ...START })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  while (await db.transaction().execute((tx) => writeStep(tx, now))) {
    if (performance.now() >= end) return
  }
}

/** Copies a batch, or writes what is new. Answers whether another step follows; none while another process writes. */
async function writeStep(tx: Db, now: Date): Promise<boolean> {
  const { rows: locks } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${lockKey}) AS is_locked`.execute(tx)
  if (locks[0]?.isLocked !== true) return false
  const progress = await tx.selectFrom('transactionTextProgress').selectAll().executeTakeFirstOrThrow()
  const { copiedPublisherId: publisherId, copiedTransactionId: transactionId, writtenUntil } = progress
  if (publisherId === null || transactionId === null) return writeRecorded(tx, { writtenUntil, now })
  const { last } = await insertTexts(
    tx,
    sql`SELECT * FROM transaction WHERE (publisher_id, id) > (${publisherId}::bigint, ${transactionId}::uuid)
      ORDER BY publisher_id, id LIMIT ${BATCH}`,
  )
  const { publisherId: copiedPublisherId = null, id: copiedTransactionId = null } = last ?? {}
  await tx.updateTable('transactionTextProgress').set({ copiedPublisherId, copiedTransactionId }).execute()
  return true
}

/** Writes a batch of the orders recorded since the mark, and moves the mark once none of its span is left. */
async function writeRecorded(tx: Db, { writtenUntil, now }: { writtenUntil: Date; now: Date }): Promise<boolean> {
  const end = new Date(writtenUntil.getTime() + SPAN_MS)
  const until = end < now ? end : undefined
  const { count } = await insertTexts(tx, selectChanged(new Date(writtenUntil.getTime() - STATUS_OVERLAP_MS), until))
  if (count === BATCH) return true
  const mark = until ?? sql<Date>`greatest(written_until, ${now})`
  await tx.updateTable('transactionTextProgress').set({ writtenUntil: mark }).execute()
  return until !== undefined
}

/** Selects a batch of the orders without a text whose state changed in a range, as that of each new order did. */
function selectChanged(from: Date, until: Date | undefined): RawBuilder<unknown> {
  return sql`SELECT sold.* FROM transaction_state AS state
    JOIN transaction AS sold ON sold.publisher_id = state.publisher_id AND sold.id = state.transaction_id
    WHERE state.changed_at >= ${from} AND ${until ? sql`state.changed_at < ${until}` : sql`true`} AND NOT EXISTS (
      SELECT FROM transaction_text AS stored
      WHERE stored.publisher_id = state.publisher_id AND stored.transaction_id = state.transaction_id
    )
    LIMIT ${BATCH}`
}

/** Writes the texts of selected orders. Answers their number and the last of them. */
async function insertTexts(tx: Db, orders: RawBuilder<unknown>) {
  const { rows } = await sql<{ publisherId: bigint; id: string; count: number }>`
    WITH part AS MATERIALIZED (${orders}), written AS (
      INSERT INTO transaction_text (publisher_id, transaction_id, piece, advertiser_id, transaction_at, text, labels)
      SELECT publisher_id, id, piece, advertiser_id, transaction_at,
        substr(whole, 1 + piece * ${STEP}::int, ${MAX_PIECE}::int), CASE WHEN piece = 0 THEN labels END
      FROM part AS sold CROSS JOIN LATERAL (
        SELECT lower(concat_ws(E'\n', ${sql.join(SEARCHED_COLUMNS)}))
      ) AS one (whole)
      CROSS JOIN LATERAL generate_series(
        0, greatest(0, (length(whole) - ${MAX_KEYWORD}::int - 1) / ${STEP}::int)
      ) AS piece
      CROSS JOIN LATERAL (${selectLabels()}) AS labelled (labels)
      ON CONFLICT DO NOTHING
    )
    SELECT publisher_id, id, count(*) OVER ()::int AS count
    FROM part ORDER BY publisher_id DESC, id DESC LIMIT 1`.execute(tx)
  return { last: rows[0], count: rows[0]?.count ?? 0 }
}

/** How far the beginnings of two pieces lie apart. A keyword that begins in this part lies in the piece as a whole. */
const STEP = MAX_PIECE - MAX_KEYWORD
