import { sql } from 'kysely'
import type { Db } from '#database'
import type { Day } from '#kernel/days.ts'

/** Finds the time up to which a roll-up contains everything; `undefined` before its first pass. */
export async function findProgress(db: Db, name: 'rollups' | 'sub_ids'): Promise<Date | undefined> {
  const row = await db.selectFrom('rollupProgress').select('rebuiltUntil').where('name', '=', name).executeTakeFirst()
  return row?.rebuiltUntil
}

/**
 * Finds the time up to which the orders since a day are counted by what they say of themselves; `undefined` while some
 * of these days are not counted yet.
 */
export async function findOrderProgress(db: Db, from: Day): Promise<Date | undefined> {
  const row = await db.selectFrom('rollupStatusProgress').select(['countedUntil', 'ordersFrom']).executeTakeFirst()
  return row && (row.ordersFrom === null || row.ordersFrom <= from) ? row.countedUntil : undefined
}

/** Finds the time of the first click. */
export async function findFirstClick(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT least((SELECT min(clicked_at) FROM click), (SELECT min(clicked_at) FROM transaction)) AS at`.execute(db)
  return rows[0]?.at ?? undefined
}

/** Finds the times of the first and the last row that roll-ups count; `undefined` if there is none. */
export async function findCountedTimes(db: Db): Promise<{ first: Date; last: Date } | undefined> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    SELECT min(first) AS first, max(last) AS last FROM (
      SELECT min(clicked_at) AS first, max(clicked_at) AS last FROM click
      UNION ALL
      SELECT least(min(clicked_at), min(transaction_at)), greatest(max(clicked_at), max(transaction_at))
      FROM transaction
    ) AS source`.execute(db)
  const { first, last } = rows[0] ?? {}
  return first && last ? { first, last } : undefined
}
