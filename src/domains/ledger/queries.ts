import { sql } from 'kysely'
import type { Db } from '#database'
import { PUBLISHER_PAYABLE } from './rules.ts'

/** One thing that is wrong with the books, in a sentence. */
export type Finding = string

/** What every check of the books answers with: a row per thing that is wrong. */
interface Row {
  finding: Finding
}

const CHECKS = [
  sql<Row>`
    SELECT format('Entry %s of publisher %s does not sum to zero: %s %s', entry_id, publisher_id, sum(amount), currency)
      AS finding
    FROM posting GROUP BY publisher_id, entry_id, currency HAVING sum(amount) <> 0`,
  sql<Row>`
    SELECT format('All postings together do not sum to zero: %s %s', sum(amount), currency) AS finding
    FROM posting GROUP BY currency HAVING sum(amount) <> 0`,
  sql<Row>`
    SELECT format('Entry %s of publisher %s has no postings', e.id, e.publisher_id) AS finding
    FROM entry e WHERE NOT EXISTS (SELECT FROM posting p WHERE p.publisher_id = e.publisher_id AND p.entry_id = e.id)`,
  sql<Row>`
    SELECT format('Posting %s of entry %s of publisher %s has no entry', p.leg, p.entry_id, p.publisher_id) AS finding
    FROM posting p
    WHERE NOT EXISTS (SELECT FROM entry e WHERE e.publisher_id = p.publisher_id AND e.id = p.entry_id)`,
  sql<Row>`
    SELECT format('Balance %s of publisher %s is %s %s, its postings sum to %s',
      account, publisher_id, b.amount, currency, s.amount) AS finding
    FROM balance b
    FULL JOIN (
      SELECT publisher_id, account, currency, sum(amount) AS amount
      FROM posting GROUP BY publisher_id, account, currency
    ) s USING (publisher_id, account, currency)
    WHERE b.amount IS DISTINCT FROM s.amount`,
]

/**
 * Whether the books are right in themselves: every entry, and all of them together, sum to zero; every entry has
 * postings and every posting an entry; every balance is the sum of its postings and every sum has its balance. Answers
 * what is wrong; empty is right.
 */
export async function checkLedger(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of CHECKS) {
    const { rows } = await check.execute(db)
    findings.push(...rows.map((row) => row.finding))
  }
  return findings
}

/** The entries about one subject, oldest first; `owed` is by how much each changes what the publisher is owed. */
export function listEntries(db: Db, subject: { publisherId: bigint; subjectKind: string; subjectId: string }) {
  return db
    .selectFrom('entry as e')
    .innerJoin('posting as p', (join) =>
      join.onRef('p.publisherId', '=', 'e.publisherId').onRef('p.entryId', '=', 'e.id'),
    )
    .select(['e.sequence', 'e.kind', 'e.postedAt', 'p.currency', sql<bigint>`-p.amount`.as('owed')])
    .where('e.publisherId', '=', subject.publisherId)
    .where('e.subjectKind', '=', subject.subjectKind)
    .where('e.subjectId', '=', subject.subjectId)
    .where('p.account', '=', PUBLISHER_PAYABLE)
    .orderBy('e.sequence')
    .execute()
}
