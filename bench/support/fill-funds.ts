import { sql } from 'kysely'
import type { Db } from '#database'
import { sumUses } from '#domains/money/funding/commands/sum-uses.ts'
import { expectedFunds } from '#domains/books/ledger/queries.ts'
import { addDays, startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'

const DEPOSIT = '00000000-0000-7000-8000-00000000000'

/** The id of the payment that covered the orders of seven months at once. */
export const FIRST_DEPOSIT = `${DEPOSIT}1`

/** The id of the payment that covers those of the following days. */
export const SECOND_DEPOSIT = `${DEPOSIT}2`

/** Sums what moved the funds of advertisers by month, as each posting does. */
export async function sumFunds(db: Db): Promise<void> {
  await sql`INSERT INTO funds_month ${expectedFunds}`.execute(db)
}

/** Covers what is confirmed: a first payment the orders of seven months at once, a second each night those of a day. */
export async function fillFunds(db: Db, first: Day): Promise<void> {
  const paidAt = startOfDay(addDays(first, 210))
  await sql`INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT publisher_id, uuidv7(posted_at - clock_timestamp()), 'cover', 'cover', transaction_id, 1, posted_at
    FROM (
      SELECT publisher_id, transaction_id, CASE WHEN confirmed_at < ${paidAt}
        THEN ${paidAt}::timestamptz + row_number() OVER (ORDER BY confirmed_at) / 2000 * interval '100 ms'
        ELSE date_trunc('day', confirmed_at, 'UTC') + interval '1 day 5 hours' END AS posted_at
      FROM transaction_state WHERE status = 'CONFIRMED' AND commission > 0
    ) AS covered ORDER BY posted_at, publisher_id`.execute(db)
  await sql`INSERT INTO posting (publisher_id, entry_id, line_no, from_account, to_account, currency, amount)
    SELECT entry.publisher_id, entry.id, 1, 'advertiser_funds:1', 'advertiser_receivable:1', 'USD', commission
    FROM entry JOIN transaction_state AS state ON state.publisher_id = entry.publisher_id
      AND state.transaction_id = entry.source_id
    ORDER BY entry.posted_at, entry.publisher_id`.execute(db)
  await sql`INSERT INTO statement_line (publisher_id, entry_id, transaction_id, amount, payable_at)
    SELECT entry.publisher_id, entry.id, source_id, amount, posted_at
    FROM entry JOIN posting ON posting.publisher_id = entry.publisher_id AND posting.entry_id = entry.id
    ORDER BY posted_at, entry.publisher_id`.execute(db)
  await sql`INSERT INTO deposit (id, advertiser_id, kind, amount, moved_on, reference, recorded_at)
    SELECT (${DEPOSIT}::text || part)::uuid, 1, 'deposit', sum(amount), ${paidAt}::date,
      'part ' || part, ${paidAt}::timestamptz + part * interval '1 second'
    FROM statement_line, LATERAL (
      SELECT CASE WHEN payable_at < ${paidAt}::timestamptz + interval '4 hours' THEN 1 ELSE 2 END AS part
    ) AS paid GROUP BY part`.execute(db)
  await sql`INSERT INTO entry (publisher_id, id, kind, source_kind, source_id, sequence, posted_at)
    SELECT 0, uuidv7(recorded_at - clock_timestamp()), 'deposit', 'deposit', id, 1, recorded_at FROM deposit`.execute(
    db,
  )
  await sql`INSERT INTO posting SELECT 0, entry.id, 1, 'network_cash', 'advertiser_funds:1', 'USD', deposit.amount
    FROM deposit JOIN entry ON entry.source_id = deposit.id`.execute(db)
  await sql`INSERT INTO balance (publisher_id, account, currency, amount)
    SELECT publisher_id, account, 'USD', sum(moved)
    FROM posting, LATERAL (VALUES (from_account, -amount), (to_account, amount)) AS side (account, moved)
    GROUP BY 1, 2`.execute(db)
  await sumFunds(db)
  await sumUses({ db, now: new Date() }, { runMs: Infinity })
}
