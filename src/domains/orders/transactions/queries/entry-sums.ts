import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { FEE_INCOME, PUBLISHER_CONFIRMED, PUBLISHER_PAYABLE } from '#domains/books/ledger/rules.ts'
import { buildDuplicateCheck, totalOf } from '#platform/server/database/database-check.ts'
import type { Check, SharedTable } from '#platform/server/database/database-check.ts'
import { isOfUnproven } from './unproven.ts'

/** What a posting adds to accounts: 1 times its amount, -1 times or nothing. */
const addTo = (isAccount: (account: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  (CASE WHEN ${isAccount(sql`to_account`)} THEN 1 WHEN ${isAccount(sql`from_account`)} THEN -1 ELSE 0 END)::bigint`

const isNamed = (name: string) => (account: RawBuilder<unknown>) => sql`${account} = ${sql.lit(name)}`

/** Advertisers by the names of their accounts, as `getReceivableAccount` and `getFundsAccount` write them. */
const isOfAdvertiser = (prefix: string) => (account: RawBuilder<unknown>) =>
  sql`${account} ~ ${sql.lit(`^${prefix}:[1-9][0-9]{0,17}$`)}`
const getAdvertiser = (account: RawBuilder<unknown>) =>
  sql`substring(${account} FROM '^advertiser_(?:receivable|funds):([1-9][0-9]{0,17})$')::bigint`

const isReceivable = isOfAdvertiser('advertiser_receivable')
const isFunds = isOfAdvertiser('advertiser_funds')

/** The postings of a confirmation (1 and 2) and of a cover (3 and 4) by their accounts, as `rules.ts` builds them. */
const MOVE = sql`
  CASE WHEN ${isReceivable(sql`from_account`)} AND ${isNamed(PUBLISHER_CONFIRMED)(sql`to_account`)} THEN 1
    WHEN ${isReceivable(sql`from_account`)} AND ${isNamed(FEE_INCOME)(sql`to_account`)} THEN 2
    WHEN ${isFunds(sql`from_account`)} AND ${isReceivable(sql`to_account`)} THEN 3
    WHEN ${isNamed(PUBLISHER_CONFIRMED)(sql`from_account`)} AND ${isNamed(PUBLISHER_PAYABLE)(sql`to_account`)} THEN 4
  END`

/**
 * What a posting between two accounts adds to each kind of account, the advertisers of the two, and which posting of a
 * plain order it can be.
 */
export const ACCOUNT_MOVES: SharedTable = {
  name: 'account_move',
  rows: sql`
    SELECT *, ${MOVE} AS move,
      ${addTo(isNamed(PUBLISHER_CONFIRMED))} AS confirmed, ${addTo(isNamed(PUBLISHER_PAYABLE))} AS payable,
      ${addTo(isReceivable)} AS receivable,
      ${addTo(isFunds)} AS funds, ${addTo(isNamed(FEE_INCOME))} AS fee_income,
      least(${getAdvertiser(sql`from_account`)}, ${getAdvertiser(sql`to_account`)}) AS first_advertiser_id,
      greatest(${getAdvertiser(sql`from_account`)}, ${getAdvertiser(sql`to_account`)}) AS last_advertiser_id
    FROM (SELECT DISTINCT from_account, to_account FROM posting) AS pair`,
}

/**
 * The unproven entries with what their postings add to each kind of account: one row for what is in USD and one for
 * what is not, or one without sums where there are no postings. `entry_id` is that of the postings, `id` that of the
 * entry. The two advertisers are equal if all accounts are of one advertiser. Postings that may have the same number
 * are suspected: those whose numbers set fewer bits than there are postings.
 */
export const ENTRY_SUMS: SharedTable = {
  name: 'entry_sum',
  rows: sql`
    SELECT coalesce(e.publisher_id, moved.publisher_id) AS publisher_id, e.id, moved.entry_id, e.source_kind,
      e.source_id, e.sequence, e.kind, moved.is_usd, moved.confirmed, moved.payable, moved.receivable, moved.funds,
      moved.fee_income, moved.payable_count, moved.first_advertiser_id, moved.last_advertiser_id,
      NOT is_usd OR bit_count(line_numbers::bit(64)) <> posting_count AS has_suspected_key
    FROM (SELECT * FROM entry WHERE ${isOfUnproven('id')}) AS e FULL JOIN (
      SELECT p.publisher_id, p.entry_id, p.currency = 'USD' AS is_usd, ${total('confirmed')}, ${total('payable')},
        ${total('receivable')}, ${total('funds')}, ${total('fee_income')},
        count(*) FILTER (WHERE move.payable <> 0) AS payable_count, min(first_advertiser_id) AS first_advertiser_id,
        max(last_advertiser_id) AS last_advertiser_id, count(*) AS posting_count,
        bit_or(1::bigint << (p.line_no & 63)) AS line_numbers
      FROM (SELECT * FROM posting WHERE ${isOfUnproven('entry_id')}) AS p
      JOIN pg_temp.account_move AS move USING (from_account, to_account) GROUP BY 1, 2, 3
    ) AS moved ON moved.publisher_id = e.publisher_id AND moved.entry_id = e.id`,
}

function total(column: string): RawBuilder<unknown> {
  return sql`${totalOf(sql`p.amount * move.${sql.id(column)}`)} AS ${sql.id(column)}`
}

/** Two numbers may also share a bit, so that this reads the postings of an entry that is suspected. */
const POSTING_KEY_CHECK = buildDuplicateCheck(
  'posting',
  ['publisher_id', 'entry_id', 'line_no'],
  sql`(publisher_id, entry_id) IN (
    SELECT publisher_id, entry_id FROM pg_temp.entry_sum WHERE has_suspected_key
  )`,
)

/** The checks that every entry has postings and every posting an entry, and that the numbers of postings differ. */
export const ENTRY_SUM_CHECKS: readonly Check[] = [
  {
    kind: 'entry',
    differences: sql`
      SELECT format('entry %s of publisher %s', id, publisher_id) AS place, 'postings' AS expected, 'none' AS found
      FROM pg_temp.entry_sum WHERE entry_id IS NULL`,
  },
  {
    kind: 'posting',
    differences: sql`
      SELECT format('posting %s of entry %s of publisher %s', p.line_no, p.entry_id, p.publisher_id) AS place,
        'an entry' AS expected, 'none' AS found
      FROM posting AS p JOIN (
        SELECT DISTINCT publisher_id, entry_id FROM pg_temp.entry_sum WHERE id IS NULL
      ) AS stray USING (publisher_id, entry_id)`,
  },
  POSTING_KEY_CHECK,
]
