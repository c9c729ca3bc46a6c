import { sql } from 'kysely'
import type { Db } from '#database'

/**
 * Inserts publishers who are paid by PayPal, to each of whom `lines` covers of together $50 to $300 became payable in
 * September 2026, and an operator, whose id it answers; as the owner. In an empty network their ids begin with 1.
 */
export async function fillPayees(
  db: Db,
  { publishers, lines }: { publishers: number; lines: number },
): Promise<bigint> {
  for (const statement of buildStatements(publishers, lines)) await sql.raw(statement).execute(db)
  const operator = await db
    .selectFrom('account')
    .select('id')
    .where('displayName', '=', `Account ${publishers + 1}`)
    .executeTakeFirstOrThrow()
  return operator.id
}

const buildStatements = (publishers: number, lines: number) => [
  `INSERT INTO account (email, role, display_name, review_status, created_at, password_hash)
    SELECT 'a' || n || '@example.com', CASE WHEN n <= ${publishers} THEN 'publisher' ELSE 'operator' END,
      'Account ' || n, 'approved', '2026-01-01Z', 'of no password'
    FROM generate_series(1, ${publishers + 1}) n`,
  `INSERT INTO publisher (account_id, name, created_at)
    SELECT id, display_name, created_at FROM account
    WHERE role = 'publisher' AND display_name LIKE 'Account %' ORDER BY id`,
  `INSERT INTO publisher_profile (id, paypal_email)
    SELECT id, 'p' || id || '@example.com' FROM publisher WHERE name LIKE 'Account %'`,
  `INSERT INTO tax_form (id, publisher_id, form, signed_on, expires_on, status, submitted_at, decided_at)
    SELECT gen_random_uuid(), id, 'W-8BEN', '2026-01-01', '2029-12-31', 'verified', created_at, created_at
    FROM publisher WHERE name LIKE 'Account %'`,
  `INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT publisher.id, gen_random_uuid(), 'cover', 'cover', gen_random_uuid(), 1,
      timestamptz '2026-09-01Z' + n * interval '2 days'
    FROM publisher, generate_series(0, ${lines - 1}) n WHERE name LIKE 'Account %'`,
  `INSERT INTO statement_line (publisher_id, entry_id, transaction_id, amount, payable_at)
    SELECT publisher_id, id, source_id, (500000 + publisher_id * 70010 % 2500000) / ${lines}, posted_at FROM entry`,
  `INSERT INTO posting (publisher_id, entry_id, line_no, from_account, to_account, currency, amount)
    SELECT publisher_id, entry_id, 1, 'publisher_confirmed', 'publisher_payable', 'USD', amount FROM statement_line`,
  `INSERT INTO balance SELECT publisher_id, account, currency, sum(moved)
    FROM posting,
      LATERAL (VALUES (from_account, -posting.amount), (to_account, posting.amount)) AS side (account, moved)
    GROUP BY 1, 2, 3`,
  `ANALYZE`,
]
