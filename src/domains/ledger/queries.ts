import { sql } from 'kysely'
import type { Db } from '#database'
import { buildDuplicateCheck } from '#platform/server/database-check.ts'
import type { Check } from '#platform/server/database-check.ts'
import { PUBLISHER_PAYABLE } from './rules.ts'

/** The balance of every ledger account by its postings. */
const expectedBalances = sql`
  SELECT publisher_id, account, currency, sum(moved) AS amount
  FROM posting, LATERAL (VALUES (from_account, -posting.amount), (to_account, posting.amount)) AS side (account, moved)
  GROUP BY publisher_id, account, currency`

/**
 * The checks of the ledger by itself: every entry has postings and every posting an entry, a posting moves a positive
 * amount, every balance is the sum of its postings, and no key occurs twice.
 */
export const LEDGER_CHECKS: readonly Check[] = [
  {
    kind: 'entry',
    differences: sql`
      SELECT format('entry %s of publisher %s', e.id, e.publisher_id) AS place, 'postings' AS expected, 'none' AS found
      FROM entry e
      WHERE NOT EXISTS (SELECT FROM posting p WHERE p.publisher_id = e.publisher_id AND p.entry_id = e.id)`,
  },
  {
    kind: 'posting',
    differences: sql`
      SELECT format('posting %s of entry %s of publisher %s', p.line_no, p.entry_id, p.publisher_id) AS place,
        'an entry' AS expected, 'none' AS found
      FROM posting p
      WHERE NOT EXISTS (SELECT FROM entry e WHERE e.publisher_id = p.publisher_id AND e.id = p.entry_id)`,
  },
  {
    kind: 'posting',
    differences: sql`
      SELECT format('posting %s of entry %s of publisher %s', line_no, entry_id, publisher_id) AS place,
        'a positive amount' AS expected, amount::text AS found
      FROM posting WHERE amount <= 0`,
  },
  {
    kind: 'balance',
    differences: sql`
      SELECT format('balance %s of publisher %s in %s', account, publisher_id, currency) AS place,
        coalesce(s.amount, 0)::text AS expected, coalesce(b.amount, 0)::text AS found
      FROM balance b FULL JOIN (${expectedBalances}) s USING (publisher_id, account, currency)
      WHERE coalesce(b.amount, 0) <> coalesce(s.amount, 0)`,
  },
  buildDuplicateCheck('entry', ['publisher_id', 'id']),
  buildDuplicateCheck('entry', ['publisher_id', 'source_kind', 'source_id', 'sequence']),
  buildDuplicateCheck('posting', ['publisher_id', 'entry_id', 'line_no']),
  buildDuplicateCheck('balance', ['publisher_id', 'account', 'currency']),
]

/** Lists the entries of one source, oldest first; `owed` is the change in what the network owes the publisher. */
export function listEntries(db: Db, source: { publisherId: bigint; sourceKind: string; sourceId: string }) {
  return db
    .selectFrom('entry as e')
    .innerJoin('posting as p', (join) =>
      join.onRef('p.publisherId', '=', 'e.publisherId').onRef('p.entryId', '=', 'e.id'),
    )
    .select((row) => [
      'e.sequence',
      'e.kind',
      'e.postedAt',
      'p.currency',
      row
        .case()
        .when('p.fromAccount', '=', PUBLISHER_PAYABLE)
        .then(row.ref('p.amount'))
        .else(sql<bigint>`-p.amount`)
        .end()
        .as('owed'),
    ])
    .where('e.publisherId', '=', source.publisherId)
    .where('e.sourceKind', '=', source.sourceKind)
    .where('e.sourceId', '=', source.sourceId)
    .where((row) => row.or([row('p.fromAccount', '=', PUBLISHER_PAYABLE), row('p.toAccount', '=', PUBLISHER_PAYABLE)]))
    .orderBy('e.sequence')
    .execute()
}

/**
 * Reads what the network owes a publisher in one currency: the whole, and the part without the entries since
 * `monthStart`.
 */
export async function readConfirmed(
  db: Db,
  { publisherId, monthStart, currency }: { publisherId: bigint; monthStart: Date; currency: string },
): Promise<{ total: bigint; beforeMonth: bigint }> {
  const { rows } = await sql<{ total: bigint; recent: bigint }>`
    SELECT coalesce((
      SELECT -amount FROM balance
      WHERE publisher_id = ${publisherId} AND account = ${PUBLISHER_PAYABLE} AND currency = ${currency}
    ), 0)::bigint AS total, coalesce((
      SELECT sum(CASE WHEN from_account = ${PUBLISHER_PAYABLE} THEN posting.amount
        WHEN to_account = ${PUBLISHER_PAYABLE} THEN -posting.amount ELSE 0 END)
      FROM entry JOIN posting ON posting.publisher_id = entry.publisher_id AND posting.entry_id = entry.id
      WHERE entry.publisher_id = ${publisherId} AND posted_at >= ${monthStart} AND posting.currency = ${currency}
    ), 0)::bigint AS recent`.execute(db)
  const { total, recent } = rows[0] ?? { total: 0n, recent: 0n }
  return { total, beforeMonth: total - recent }
}
