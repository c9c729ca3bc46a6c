import { sql } from 'kysely'
import type { Db } from '#database'
import { areComplete, countUses, isOfFunds, readStoredUses } from '#domains/money/funding/queries/uses.ts'
import { toDay } from '#kernel/days.ts'
import type { Amount } from '#kernel/money.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import { firstUuid7 } from '#kernel/uuid7.ts'
import { inSnapshot } from '#platform/server/database/database-check.ts'

/** An entry that used funds. */
interface UseKey {
  publisherId: bigint
  entryId: string
}

interface UseSums {
  count: number
  commission: Amount
  fee: Amount
  amount: Amount
}

interface UseQuery {
  advertiserId: bigint
  /** Such as `2026-03`; by default all months. */
  month?: string | undefined
  page: Page
}

/** Up to so many uses are read before a page. */
const MAX_READ = 2000

/**
 * Finds all uses of funds, or those of a month, the newest first: their sums are stored by month, and indexes hold them
 * in the order of their ids, which is that of time. A page is read from the nearer end or, far from both, from the end
 * of a subtotal. `totals` are of all pages.
 */
export function findMonthUses(
  db: Db,
  query: UseQuery,
  maxRead = MAX_READ,
): Promise<{ uses: UseKey[]; totals: UseSums }> {
  return inSnapshot(db, async (tx) => {
    const { later, ...totals } = await sumMonth(tx, query)
    const offset = getOffset(query.page, totals.count)
    const size = Math.max(0, Math.min(query.page.size, totals.count - offset))
    const fromEnd = totals.count - offset - size
    if (Math.min(offset, fromEnd) > maxRead) {
      const near = await findSubtotalEnd(tx, { advertiserId: query.advertiserId, newer: later + offset })
      if (near) return { uses: await readUses(tx, query, { direction: 'DESC', size, ...near }), totals }
    }
    const place =
      fromEnd < offset
        ? ({ direction: 'ASC', skipped: fromEnd } as const)
        : ({ direction: 'DESC', skipped: offset } as const)
    return { uses: await readUses(tx, query, { size, ...place }), totals }
  })
}

/** Sums the uses of a month, or all, and counts those of later months. */
async function sumMonth(tx: Db, { advertiserId, month }: UseQuery): Promise<UseSums & { later: number }> {
  const first = getMonthRange(month)?.first
  const isInMonth = first ? sql`month = ${toDay(first)}` : sql`true`
  const { rows } = await sql<UseSums & { later: number }>`
    SELECT coalesce(sum(entries) FILTER (WHERE ${isInMonth}), 0)::int AS count,
      coalesce(sum(commission) FILTER (WHERE ${isInMonth}), 0)::bigint AS commission,
      coalesce(sum(used - commission) FILTER (WHERE ${isInMonth}), 0)::bigint AS fee,
      coalesce(sum(used) FILTER (WHERE ${isInMonth}), 0)::bigint AS amount,
      coalesce(sum(entries) FILTER (WHERE NOT ${isInMonth}), 0)::int AS later
    FROM funds_month WHERE advertiser_id = ${advertiserId} AND publisher_id <> 0
      AND ${first ? sql`month >= ${toDay(first)}` : sql`true`}`.execute(tx)
  return rows[0] ?? { count: 0, commission: 0n, fee: 0n, amount: 0n, later: 0 }
}

function getMonthRange(month: string | undefined) {
  if (month === undefined) return undefined
  const first = new Date(`${month}-01T00:00:00Z`)
  return { first, next: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1)) }
}

/**
 * Finds the end of the subtotal that contains the use with `newer` uses after it, and how many of its own are newer.
 * None if no subtotal contains it, or if they lack uses that were committed late.
 */
async function findSubtotalEnd(tx: Db, { advertiserId, newer }: { advertiserId: bigint; newer: number }) {
  const stored = await readStoredUses(tx, { advertiserId })
  const rest = await countUses(tx, { advertiserId, after: stored.lastEntryId })
  if (!areComplete(stored, rest)) return undefined
  const { rows } = await sql<{ upTo: string; skipped: number }>`
    SELECT last_entry_id AS up_to, (${newer}::bigint - (${stored.all.entries}::bigint - older))::int AS skipped FROM (
      SELECT last_entry_id, sum(entries) OVER (ORDER BY last_entry_id) AS older
      FROM funds_subtotal WHERE advertiser_id = ${advertiserId}
    ) AS subtotal
    WHERE ${stored.all.entries}::bigint - older <= ${newer}::bigint ORDER BY last_entry_id LIMIT 1`.execute(tx)
  return rows[0]
}

/** Where the uses of a page begin, in the order in which they are read. */
interface Place {
  direction: 'ASC' | 'DESC'
  skipped: number
  size: number
  upTo?: string
}

/** Reads the uses of a page, the newest first. */
async function readUses(tx: Db, { advertiserId, month }: UseQuery, place: Place): Promise<UseKey[]> {
  const { skipped, size, upTo } = place
  const direction = sql.raw(place.direction)
  const range = getMonthRange(month)
  const isInMonth = range
    ? sql`entry_id >= ${firstUuid7(range.first.getTime())}::uuid
        AND entry_id < ${firstUuid7(range.next.getTime())}::uuid`
    : sql`true`
  const moved = (column: 'from_account' | 'to_account') => sql`(
    SELECT publisher_id, entry_id FROM posting
    WHERE ${isOfFunds(column, advertiserId)} AND publisher_id <> 0 AND ${isInMonth}
      AND ${upTo === undefined ? sql`true` : sql`entry_id <= ${upTo}::uuid`}
    ORDER BY entry_id ${direction} LIMIT ${skipped + size}
  )`
  const { rows } = await sql<UseKey>`
    SELECT * FROM (${moved('from_account')} UNION ALL ${moved('to_account')}) AS use
    ORDER BY entry_id ${direction} LIMIT ${size} OFFSET ${skipped}`.execute(tx)
  return place.direction === 'ASC' ? rows.toReversed() : rows
}
