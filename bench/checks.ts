import { sql } from 'kysely'
import type { Db } from '#database'
import { rebuildInParts } from '#domains/figures/reports/commands/rebuild-in-parts.ts'
import { startProgress } from '#domains/figures/reports/commands/start-progress.ts'
import { verifyRollups } from '#domains/figures/reports/queries/verify-rollups.ts'
import { advanceStatusCounts } from '#domains/orders/transactions/commands/count-statuses.ts'
import { verifyLedger } from '#domains/orders/transactions/queries/verify-ledger.ts'
import { sealAuditLines } from '#platform/server/audit/audit-seal.ts'
import { listLines } from '#platform/server/database/database-check.ts'
import type { CheckResult } from '#platform/server/database/database-check.ts'
import { testContext } from '#test/support/context.ts'
import { insertAdvertisers, insertPublishers, openFilledNetwork } from './support/filled-network.ts'

const CLICKS = 3_000_000
/** One click in three has a transaction. */
const TRANSACTIONS = CLICKS / 3
const PUBLISHERS = 200
const ADVERTISERS = 50

/** The end of the year of the clicks. */
const end = new Date('2026-01-01T00:00:00Z')

/** Inserts a year of clicks and transactions that agree in every table: those since November are pending. */
async function fill(db: Db): Promise<void> {
  await insertPublishers(db, { count: PUBLISHERS, sites: 1 })
  await insertAdvertisers(db, ADVERTISERS)
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  await advanceStatusCounts(db, new Date())
  await startProgress(db, end)
  await sealAuditLines(testContext(db, 'bench'))
  await sql`VACUUM ANALYZE`.execute(db)
}

const STATEMENTS = [
  `INSERT INTO program (advertiser_id, public_id, slug, title, status, join_mode, created_at)
    SELECT id, id, 'programme-' || id, 'Programme ' || id, 'open', 'auto', '2024-01-01Z' FROM advertiser ORDER BY id`,
  `INSERT INTO program_terms (program_id, version, window_days, validation_days, currency, effective_from, created_at)
    SELECT id, 1, 30, 30, 'USD', '2024-01-01Z', '2024-01-01Z' FROM program ORDER BY id`,
  `INSERT INTO program_rate (terms_id, event, kind, rate_ppm) SELECT id, 'sale', 'percent', 80000 FROM program_terms`,
  `INSERT INTO click (publisher_id, id, clicked_at, site_id, advertiser_id, terms_id, verdict, sub1, destination)
    SELECT 1 + n * 13 % ${PUBLISHERS}, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000'
        || lpad(to_hex(n), 12, '0'))::uuid, at, 1 + n * 13 % ${PUBLISHERS}, 1 + n * 7 % ${ADVERTISERS},
      1 + n * 7 % ${ADVERTISERS}, 'payable', 'tag-' || n % 100, 'https://shop.example/' || n % 1000
    FROM generate_series(0, ${CLICKS} - 1) n,
      date_trunc('milliseconds', timestamptz '2025-01-01Z' + n * (interval '365 days' / ${CLICKS})) at`,
  `INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at, source_page, sub1,
      order_ref, event, order_value, commission, currency, channel, transaction_at, recorded_at)
    SELECT publisher_id, gen_random_uuid(), advertiser_id, site_id, terms_id, id, clicked_at, destination, sub1,
      'order-' || n, 'sale', n % 900 * 1000, n % 900 * 80, 'USD', 'server', clicked_at, clicked_at
    FROM click, LATERAL (SELECT ('x' || right(id::text, 12))::bit(48)::bigint::int AS n) number WHERE n % 3 = 0`,
  `INSERT INTO transaction_key SELECT advertiser_id, order_ref, event, publisher_id, id FROM transaction`,
  `INSERT INTO postback (advertiser_id, id, received_at, channel, result, publisher_id, transaction_id, order_ref,
      amount, currency)
    SELECT advertiser_id, gen_random_uuid(), recorded_at, 'query', 'recorded', publisher_id, id, order_ref, order_value,
      currency FROM transaction`,
  `INSERT INTO transaction_decision (publisher_id, transaction_id, sequence, action, decided_as, status, reason_code,
      order_value, commission, fee, decided_at)
    SELECT publisher_id, id, 1, CASE WHEN commission % 9 = 0 THEN 'cancel' ELSE 'confirm' END, 'rule',
      CASE WHEN commission % 9 = 0 THEN 'CANCELLED' ELSE 'CONFIRMED' END,
      CASE WHEN commission % 9 = 0 THEN 'FRAUD' END, order_value, commission, 0, transaction_at
    FROM transaction WHERE transaction_at < '2025-11-01Z'`,
  `INSERT INTO transaction_state (publisher_id, transaction_id, advertiser_id, transaction_at, changed_at, decided_at,
      order_value, commission, sequence, status, currency, reason_code, confirmed_at)
    SELECT publisher_id, id, advertiser_id, transaction_at, transaction_at, decided_at, t.order_value, t.commission,
      coalesce(sequence, 0), coalesce(status, 'PENDING')::transaction_status, currency, reason_code,
      CASE status WHEN 'CONFIRMED' THEN decided_at END
    FROM transaction t LEFT JOIN (SELECT *, transaction_id AS id FROM transaction_decision) d
      USING (publisher_id, id)`,
  `INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT publisher_id, gen_random_uuid(), 'confirmation', 'transaction', transaction_id, 1, decided_at
    FROM transaction_state WHERE status = 'CONFIRMED' AND commission > 0`,
  `INSERT INTO posting (publisher_id, entry_id, line_no, from_account, to_account, currency, amount)
    SELECT entry.publisher_id, entry.id, 1, 'advertiser_receivable:' || advertiser_id, 'publisher_confirmed', currency,
      commission
    FROM entry JOIN transaction_state s ON s.publisher_id = entry.publisher_id AND s.transaction_id = source_id`,
  `INSERT INTO balance SELECT publisher_id, account, currency, sum(moved)
    FROM posting,
      LATERAL (VALUES (from_account, -posting.amount), (to_account, posting.amount)) AS side (account, moved)
    GROUP BY 1, 2, 3`,
  `INSERT INTO audit_line (created_at, actor_kind, actor_name, action, target)
    SELECT decided_at, 'system', 'bench', 'transaction.confirm', 'transaction:' || transaction_id
    FROM transaction_decision`,
  `VACUUM ANALYZE`,
]

async function time(name: string, work: () => Promise<CheckResult[] | number>): Promise<void> {
  const startedAt = performance.now()
  const before = process.memoryUsage().rss
  const result = await work()
  if (typeof result !== 'number' && result.length > 0) throw new Error(listLines(result).join('\n'))
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20
  process.stdout.write(`${name.padEnd(34)} ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB in this process\n`)
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { db } = await openFilledNetwork(opened, { fill, routes: () => [] })
  await time(`rebuild:rollups, ${CLICKS.toLocaleString('en')} clicks`, () => rebuildInParts(db, { clock: () => end }))
  const size = `${TRANSACTIONS.toLocaleString('en')} transactions`
  await time(`check:ledger, ${size}`, () => verifyLedger(db))
  await time('  money of the roll-ups', () => verifyRollups(db, { figures: 'money' }))
  await time(`check:rollups, ${CLICKS.toLocaleString('en')} clicks`, () => verifyRollups(db, { figures: 'all' }))
}

await main()
