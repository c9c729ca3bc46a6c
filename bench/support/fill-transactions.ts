import { sql } from 'kysely'
import type { Db } from '#database'
import { addDays, startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { advanceStatusCounts } from '#domains/orders/transactions/commands/count-statuses.ts'

interface Size {
  transactions: number
  /** The ids of publishers are 1 to `publishers`; the transactions of publisher n are of site n. */
  publishers: number
  /** The ids of advertisers are 1 to `advertisers`. */
  advertisers: number
  /** The first of their 365 days. */
  from?: Day
  /** The last days, of which all transactions are pending. */
  pendingDays?: number
  /** The advertisers have paid for those that are confirmed. */
  isCovered?: boolean
  /** They name sub ids, coupons, promotions, rules and new buyers, by which a report counts them. */
  isLabelled?: boolean
}

/** How many coupons, promotions and rules the transactions name. */
export const LABELS = 200

/** Inserts the transactions of a year and counts them, as `insertTransactions` and `countTransactions` do. */
export async function fillTransactions(db: Db, size: Size): Promise<void> {
  await insertTransactions(db, size)
  await countTransactions(db)
}

/**
 * Inserts the transactions of a year, by default 2025, but none later than now: those of its last days, by default
 * since November, pending, of the others one in nine cancelled, the rest confirmed.
 */
export async function insertTransactions(db: Db, size: Size): Promise<void> {
  const { transactions, publishers, advertisers, from = '2025-01-01', pendingDays = 61 } = size
  const { isCovered = false, isLabelled = false } = size
  const pendingFrom = addDays(from, 365 - pendingDays)
  await sql`INSERT INTO transaction (publisher_id, id, advertiser_id, site_id, terms_id, click_id, clicked_at,
      source_page, sub1, order_ref, event, order_value, commission, currency, channel, transaction_at, recorded_at,
      coupon, promotion_id, rule_no, customer_status)
    SELECT publisher, uuidv7(at - clock_timestamp()), 1 + n * 7 % ${advertisers}, publisher, 1,
      uuidv7(at - clock_timestamp()), at,
      'https://example.com/page-' || n % 1000, CASE WHEN ${isLabelled} THEN 'news-' || n % 1000 END,
      'order-' || n, 'sale', n % 900 * 1000, n % 900 * 80, 'USD', 'server', at, at,
      CASE WHEN ${isLabelled} AND n % 3 = 0 THEN 'CODE' || 1 + n / 3 % ${LABELS} END,
      CASE WHEN ${isLabelled} AND n % 4 = 0 THEN 1 + n / 4 % ${LABELS} END,
      CASE WHEN ${isLabelled} THEN n % ${LABELS} ELSE 0 END,
      (CASE WHEN ${isLabelled} THEN (ARRAY['NEW', 'RETURNING'])[1 + n % 2] END)::customer_status
    FROM (
      SELECT n, 1 + n * 13 % ${publishers} AS publisher,
        date_trunc('milliseconds', begin + n * ((least(begin + interval '365 days', now()) - begin) / ${transactions}))
          AS at
      FROM generate_series(0, ${transactions} - 1) n, (VALUES (${startOfDay(from)}::timestamptz)) AS year (begin)
    ) orders`.execute(db)
  await sql`INSERT INTO transaction_state (publisher_id, transaction_id, advertiser_id, transaction_at, changed_at,
      decided_at, order_value, commission, sequence, status, currency, reason_code, confirmed_at, covered_commission)
    SELECT publisher_id, id, advertiser_id, transaction_at, transaction_at,
      CASE WHEN sequence > 0 THEN transaction_at END, order_value, commission, sequence,
      (CASE WHEN sequence = 0 THEN 'PENDING' WHEN is_cancelled THEN 'CANCELLED' ELSE 'CONFIRMED' END)
        ::transaction_status,
      currency, CASE WHEN sequence > 0 AND is_cancelled THEN 'RETURNED_MERCHANDISE' END,
      CASE WHEN sequence > 0 AND NOT is_cancelled THEN transaction_at END,
      CASE WHEN sequence > 0 AND NOT is_cancelled AND ${isCovered} THEN commission ELSE 0 END
    FROM transaction, LATERAL (
      SELECT (transaction_at < ${startOfDay(pendingFrom)})::int AS sequence, commission % 9 = 0 AS is_cancelled
    ) fate`.execute(db)
}

/** Counts what `insertTransactions` inserted. */
export async function countTransactions(db: Db): Promise<void> {
  await sql`VACUUM ANALYZE transaction, transaction_state`.execute(db)
  // As the network's own loop does it, once a minute.
  await advanceStatusCounts(db, new Date())
  await sql`ANALYZE rollup_status`.execute(db)
}
