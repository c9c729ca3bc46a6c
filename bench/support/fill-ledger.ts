import { sql } from 'kysely'
import type { Db } from '#database'
import { advanceStatusCounts } from '#domains/orders/transactions/commands/count-statuses.ts'
import { sumFunds } from './fill-funds.ts'

/** How many orders of how many publishers, and of 50 advertisers. */
interface Size {
  orders: number
  publishers: number
}

const ADVERTISERS = 50

/**
 * Inserts orders of September 2026 with their clicks and postbacks, confirmed and covered in the middle of October, and
 * the paid run of that month: rows that agree in every table, as `check:ledger` proves. All amounts are whole cents.
 */
export async function fillLedger(db: Db, size: Size): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Foreign keys are not checked row by row: `check:ledger` proves more than they do.
    await sql`SET session_replication_role = replica`.execute(connection)
    for (const statement of buildStatements(size)) await sql.raw(statement).execute(connection)
    await sumFunds(connection)
    await sql`VACUUM ANALYZE`.execute(connection)
    await sql`RESET session_replication_role`.execute(connection)
  })
  await advanceStatusCounts(db, new Date())
}

const SIDES = `LATERAL (VALUES (from_account, -posting.amount), (to_account, posting.amount)) AS side (account, moved)`

const buildStatements = (size: Size) => [
  ...buildNetwork(size),
  ...buildClicks(size),
  ...ORDERS,
  ...LEDGER,
  ...RUN,
  ...SUMS,
]

const buildNetwork = ({ publishers }: Size) => [
  `INSERT INTO account (email, role, display_name, review_status, created_at)
    SELECT 'bench-' || n || '@example.com', 'publisher', 'Bench ' || n, 'approved', '2026-01-01Z'
    FROM generate_series(1, ${publishers}) n`,
  `INSERT INTO publisher (account_id, name, created_at)
    SELECT id, display_name, created_at FROM account WHERE display_name LIKE 'Bench %' ORDER BY id`,
  `INSERT INTO site (publisher_id, key, name, url, created_at)
    SELECT id, lpad(id::text, 16, 'f'), name, 'https://example.com', created_at FROM publisher
    WHERE name LIKE 'Bench %' ORDER BY id`,
  `INSERT INTO advertiser (name, website, created_at)
    SELECT 'Bench ' || n, 'https://example.com', '2026-01-01Z' FROM generate_series(1, ${ADVERTISERS}) n`,
  `INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    SELECT id, 1000000 + id, 'bench-' || id, name, 'open', 'auto', created_at FROM advertiser
    WHERE name LIKE 'Bench %' ORDER BY id`,
  `INSERT INTO program_terms
      (program_id, version, window_days, validation_days, currency, fee_ppm, effective_from, created_at)
    SELECT id, 1, 30, 30, 'USD', 200000, '2024-01-01Z', '2024-01-01Z' FROM program
    WHERE slug LIKE 'bench-%' ORDER BY id`,
  `INSERT INTO program_rate (terms_id, event, kind, rate_ppm)
    SELECT terms.id, 'sale', 'percent', 100000 FROM program_terms AS terms
    JOIN program ON program.id = program_id WHERE slug LIKE 'bench-%'`,
  // The numbers of the rows above follow each other.
  `CREATE TEMP TABLE first AS SELECT
      (SELECT min(id) FROM publisher WHERE name LIKE 'Bench %') AS publisher,
      (SELECT min(id) FROM site WHERE name LIKE 'Bench %') AS site,
      (SELECT min(id) FROM advertiser WHERE name LIKE 'Bench %') AS advertiser,
      (SELECT min(terms.id) FROM program_terms AS terms JOIN program ON program.id = program_id
        WHERE slug LIKE 'bench-%') AS terms`,
]

const buildClicks = ({ orders, publishers }: Size) => [
  `INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, destination)
    SELECT first.publisher + n * 13 % ${publishers}, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
        || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, at, first.site + n * 13 % ${publishers},
      first.advertiser + n * 7 % ${ADVERTISERS}, first.terms + n * 7 % ${ADVERTISERS}, 'payable',
      'https://shop.example/' || n % 1000
    FROM first, generate_series(0, ${orders} - 1) n,
      date_trunc('milliseconds', timestamptz '2026-09-01Z' + n * (interval '30 days' / ${orders})) at`,
]

const ORDERS = [
  `INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at, source_page,
      order_ref, event, order_value, commission, currency, channel, transaction_at, recorded_at)
    SELECT publisher_id, uuidv7(), advertiser_id, site_id, terms_id, id, clicked_at, destination,
      'order-' || n, 'sale', (5 + n % 900) * 10000, (5 + n % 900) * 1000, 'USD', 'server', clicked_at, clicked_at
    FROM click, LATERAL (SELECT ('x' || right(id::text, 12))::bit(48)::bigint::int AS n) number
    WHERE clicked_at < '2026-10-01Z'`,
  `INSERT INTO transaction_key SELECT advertiser_id, order_ref, event, publisher_id, id FROM transaction`,
  `INSERT INTO postback (advertiser_id, id, received_at, channel, result, publisher_id, transaction_id, order_ref,
      amount, currency)
    SELECT advertiser_id, uuidv7(), recorded_at, 'query', 'recorded', publisher_id, id, order_ref, order_value,
      currency FROM transaction`,
  `INSERT INTO transaction_decision (publisher_id, transaction_id, sequence, action, decided_as, status, order_value,
      commission, fee, decided_at)
    SELECT publisher_id, id, 1, 'confirm', 'rule', 'CONFIRMED', order_value, commission, commission / 5, '2026-10-10Z'
    FROM transaction`,
  `INSERT INTO transaction_state (publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, decided_at,
      order_value, commission, sequence, status, currency, confirmed_at, fee, covered_commission, covered_fee,
      covered_at)
    SELECT publisher_id, id, advertiser_id, transaction_at, '2026-10-10Z', '2026-10-10Z', order_value, commission, 1,
      'CONFIRMED', currency, '2026-10-10Z', commission / 5, commission, commission / 5, '2026-10-11Z' FROM transaction`,
]

const LEDGER = [
  `INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT publisher_id, uuidv7(), kind, source_kind, transaction_id, 1, posted_at
    FROM (VALUES ('confirmation', 'transaction', timestamptz '2026-10-10Z'), ('cover', 'cover', '2026-10-11Z'))
      AS event (kind, source_kind, posted_at),
      LATERAL (SELECT * FROM transaction_state WHERE posted_at IS NOT NULL ORDER BY publisher_id, transaction_id) AS s`,
  `INSERT INTO posting (publisher_id, entry_id, line_no, from_account, to_account, currency, amount)
    SELECT e.publisher_id, e.id, line_no, from_account, to_account, 'USD', amount
    FROM entry AS e JOIN transaction_state AS s ON s.publisher_id = e.publisher_id AND s.transaction_id = source_id,
    LATERAL (VALUES
      ('confirmation', 1, 'advertiser_receivable:' || advertiser_id, 'publisher_confirmed', commission),
      ('confirmation', 2, 'advertiser_receivable:' || advertiser_id, 'network_fee_income', fee),
      ('cover', 1, 'advertiser_funds:' || advertiser_id, 'advertiser_receivable:' || advertiser_id, commission + fee),
      ('cover', 2, 'publisher_confirmed', 'publisher_payable', commission)
    ) AS line (of_kind, line_no, from_account, to_account, amount) WHERE of_kind = e.kind
    ORDER BY e.publisher_id, e.id, line_no`,
  `INSERT INTO statement_line (publisher_id, entry_id, transaction_id, amount, payable_at)
    SELECT e.publisher_id, e.id, source_id, s.commission, posted_at
    FROM entry AS e JOIN transaction_state AS s ON s.publisher_id = e.publisher_id AND s.transaction_id = source_id
    WHERE kind = 'cover' ORDER BY e.publisher_id, e.id`,
  `INSERT INTO deposit (id, advertiser_id, kind, amount, moved_on, reference, recorded_at)
    SELECT gen_random_uuid(), advertiser_id, 'deposit', sum(commission + fee), '2026-10-09', 'bench', '2026-10-09Z'
    FROM transaction_state GROUP BY advertiser_id`,
  `INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT 0, gen_random_uuid(), 'deposit', 'deposit', id, 1, recorded_at FROM deposit`,
  `INSERT INTO posting SELECT 0, e.id, 1, 'network_cash', 'advertiser_funds:' || advertiser_id, 'USD', deposit.amount
    FROM deposit JOIN entry AS e ON source_id = deposit.id`,
]

const RUN = [
  `INSERT INTO account (email, role, display_name, review_status, created_at)
    VALUES ('bench-operator@example.com', 'operator', 'Operator', 'approved', '2026-01-01Z')`,
  `INSERT INTO payout_run (id, month, status, included_count, amount, made_by, made_at, computed_at, approved_by,
      approved_at, exported_at, settled_at, closed_at)
    SELECT gen_random_uuid(), '2026-10-01', 'closed', count(DISTINCT publisher_id), sum(amount), id, at, at, id, at, at,
      at, at
    FROM statement_line, account, (VALUES (timestamptz '2026-11-05Z')) AS run (at)
    WHERE email = 'bench-operator@example.com' GROUP BY id, at`,
  `INSERT INTO payout (publisher_id, id, run_id, status, lines_amount, carried_amount, amount, rest_amount, line_count,
      method, destination_hint, reference, settled_on, changed_at)
    SELECT publisher_id, gen_random_uuid(), run.id, 'paid', sum(line.amount), 0, sum(line.amount), 0, count(*),
      'paypal', 'p•••@example.com', 'TX', '2026-11-06', '2026-11-06Z'
    FROM statement_line AS line, payout_run AS run GROUP BY publisher_id, run.id`,
  `UPDATE statement_line AS line SET payout_id = payout.id FROM payout WHERE payout.publisher_id = line.publisher_id`,
  `INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT publisher_id, gen_random_uuid(), kind, 'payout', payout.id, sequence, changed_at
    FROM payout, (VALUES ('payout_approval', 1), ('payout_settlement', 2)) AS event (kind, sequence)`,
  `INSERT INTO posting SELECT e.publisher_id, e.id, 1,
      CASE sequence WHEN 1 THEN 'publisher_payable' ELSE 'publisher_in_payment' END,
      CASE sequence WHEN 1 THEN 'publisher_in_payment' ELSE 'network_cash' END, 'USD', payout.amount
    FROM payout JOIN entry AS e ON e.publisher_id = payout.publisher_id AND source_id = payout.id`,
  `INSERT INTO statement (publisher_id, number, payout_id, issued_at, legal_name, address, zip_code, country, vat_id)
    SELECT publisher_id, 1, id, changed_at, 'Bench', '', '', '', '' FROM payout`,
  `INSERT INTO statement_counter SELECT publisher_id, 1 FROM payout`,
]

const SUMS = [
  `INSERT INTO balance SELECT publisher_id, account, currency, sum(moved) FROM posting, ${SIDES} GROUP BY 1, 2, 3`,
]
