import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { getFundsAccount } from '#domains/books/ledger/rules.ts'
import type { Amount } from '#kernel/money.ts'

/** Sorts before the id of every entry. */
export const BEFORE_ALL_ENTRIES = '00000000-0000-0000-0000-000000000000'

/** The uses of the funds of an advertiser after one entry and up to another, by default the last. */
export interface UseRange {
  advertiserId: bigint
  after: string
  upTo?: string | undefined
}

/** The condition on a posting that an account of it is the funds of an advertiser. */
export function isOfFunds(column: 'from_account' | 'to_account', advertiserId: bigint): RawBuilder<boolean> {
  return sql`${sql.id(column)} = ${getFundsAccount(advertiserId)}
    AND ${sql.id(column)} LIKE 'advertiser\\_funds:%'`
}

/**
 * Selects publisher_id, entry_id and moved of what took funds (above zero) or brought them back. Refunds, which concern
 * no publisher, stand under publisher 0, where deposits do too; deposits are left out. At most `limit` are selected
 * from either account, the oldest.
 */
export function selectUses({ advertiserId, after, upTo }: UseRange, limit?: number): RawBuilder<unknown> {
  const isBefore = upTo === undefined ? sql`true` : sql`entry_id <= ${upTo}::uuid`
  const first = limit === undefined ? sql`` : sql`ORDER BY entry_id LIMIT ${limit}`
  const moved = (column: 'from_account' | 'to_account', sign: -1 | 1) => sql`(
    SELECT publisher_id, entry_id, ${sql.lit(sign)} * amount AS moved FROM posting
    WHERE ${isOfFunds(column, advertiserId)} AND entry_id > ${after}::uuid AND ${isBefore}
      AND ${column === 'to_account' ? sql`publisher_id <> 0` : sql`true`} ${first}
  )`
  return sql`${moved('from_account', 1)} UNION ALL ${moved('to_account', -1)}`
}

/** What the stored subtotals of an advertiser contain, and what all its uses are by `funds_month`. */
export interface StoredUses {
  lastEntryId: string
  /** What the uses in them took less what they brought back, with refunds. */
  moved: Amount
  entries: number
  refunds: Amount
  all: { entries: number; refunds: Amount }
}

/**
 * Reads what the subtotals of an advertiser contain. A use that was committed after a later one is missing in them
 * until the job counts it. They can be read only if the uses after `lastEntryId` are as many as are missing in them.
 */
export async function readStoredUses(db: Db, { advertiserId }: { advertiserId: bigint }): Promise<StoredUses> {
  const { rows } = await sql<Omit<StoredUses, 'all'> & { allEntries: number; allRefunds: Amount }>`
    SELECT coalesce((
        SELECT last_entry_id FROM funds_subtotal WHERE advertiser_id = ${advertiserId}
        ORDER BY last_entry_id DESC LIMIT 1
      ), ${BEFORE_ALL_ENTRIES}) AS last_entry_id, stored.*, whole.*
    FROM (
      SELECT coalesce(sum(used + refunds), 0)::bigint AS moved, coalesce(sum(entries), 0)::int AS entries,
        coalesce(sum(refunds), 0)::bigint AS refunds
      FROM funds_subtotal WHERE advertiser_id = ${advertiserId}
    ) AS stored, (
      SELECT coalesce(sum(entries), 0)::int AS all_entries, coalesce(sum(refunds), 0)::bigint AS all_refunds
      FROM funds_month WHERE advertiser_id = ${advertiserId}
    ) AS whole`.execute(db)
  const [found] = rows
  if (!found) throw new Error('Sums without groups are one row.')
  const { allEntries, allRefunds, ...stored } = found
  return { ...stored, all: { entries: allEntries, refunds: allRefunds } }
}

/** Whether the subtotals and the uses after them, which are given, are all uses. */
export function areComplete(stored: StoredUses, rest: { entries: number; refunds: Amount }): boolean {
  return stored.entries + rest.entries === stored.all.entries && stored.refunds + rest.refunds === stored.all.refunds
}

/** Counts uses and sums the refunds among them. */
export async function countUses(db: Db, range: UseRange): Promise<{ entries: number; refunds: Amount }> {
  const { rows } = await sql<{ entries: number; refunds: Amount }>`
    SELECT count(*) FILTER (WHERE publisher_id <> 0)::int AS entries,
      coalesce(sum(moved) FILTER (WHERE publisher_id = 0), 0)::bigint AS refunds
    FROM (${selectUses(range)}) AS use`.execute(db)
  return rows[0] ?? { entries: 0, refunds: 0n }
}
