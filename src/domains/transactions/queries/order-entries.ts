import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { FEE_INCOME, PUBLISHER_CONFIRMED, PUBLISHER_PAYABLE } from '#domains/ledger/rules.ts'
import { totalOf } from '#platform/server/database-check.ts'
import type { SharedTable } from '#platform/server/database-check.ts'

/** What a posting adds to accounts: 1 times its amount, -1 times or nothing. */
const addTo = (isAccount: (account: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  (CASE WHEN ${isAccount(sql`to_account`)} THEN 1 WHEN ${isAccount(sql`from_account`)} THEN -1 ELSE 0 END)::bigint`

const isNamed = (name: string) => (account: RawBuilder<unknown>) => sql`${account} = ${sql.lit(name)}`

/** Advertisers by the names of their accounts, as `getReceivableAccount` and `getFundsAccount` write them. */
const isOfAdvertiser = (prefix: string) => (account: RawBuilder<unknown>) =>
  sql`${account} ~ ${sql.lit(`^${prefix}:[1-9][0-9]{0,17}$`)}`
const getAdvertiser = (account: RawBuilder<unknown>) =>
  sql`substring(${account} FROM '^advertiser_(?:receivable|funds):([1-9][0-9]{0,17})$')::bigint`

/** What a posting between two accounts adds to each kind of account, and the advertisers of the two. */
export const ACCOUNT_MOVES: SharedTable = {
  name: 'account_move',
  rows: sql`
    SELECT *, ${addTo(isNamed(PUBLISHER_CONFIRMED))} AS confirmed, ${addTo(isNamed(PUBLISHER_PAYABLE))} AS payable,
      ${addTo(isOfAdvertiser('advertiser_receivable'))} AS receivable,
      ${addTo(isOfAdvertiser('advertiser_funds'))} AS funds, ${addTo(isNamed(FEE_INCOME))} AS fee_income,
      least(${getAdvertiser(sql`from_account`)}, ${getAdvertiser(sql`to_account`)}) AS first_advertiser_id,
      greatest(${getAdvertiser(sql`from_account`)}, ${getAdvertiser(sql`to_account`)}) AS last_advertiser_id
    FROM (SELECT DISTINCT from_account, to_account FROM posting) AS pair`,
}

/**
 * The entries of orders with what their postings add to each kind of account: one row for each currency, or one without
 * a currency and sums where there are no postings. The two advertisers are equal if all accounts are of one
 * advertiser.
 */
export const ORDER_ENTRIES: SharedTable = {
  name: 'order_entry',
  rows: sql`
    SELECT e.publisher_id, e.id, e.source_kind, e.source_id, e.sequence, e.kind, moved.currency, moved.confirmed,
      moved.payable, moved.receivable, moved.funds, moved.fee_income, moved.payable_count, moved.first_advertiser_id,
      moved.last_advertiser_id
    FROM entry AS e LEFT JOIN (
      SELECT p.publisher_id, p.entry_id, p.currency::text AS currency, ${total('confirmed')}, ${total('payable')},
        ${total('receivable')}, ${total('funds')}, ${total('fee_income')},
        count(*) FILTER (WHERE move.payable <> 0) AS payable_count,
        min(first_advertiser_id) AS first_advertiser_id, max(last_advertiser_id) AS last_advertiser_id
      FROM posting AS p JOIN pg_temp.account_move AS move USING (from_account, to_account) GROUP BY 1, 2, 3
    ) AS moved ON moved.publisher_id = e.publisher_id AND moved.entry_id = e.id
    WHERE e.source_kind IN ('transaction', 'cover')`,
}

function total(column: string): RawBuilder<unknown> {
  return sql`${totalOf(sql`p.amount * move.${sql.id(column)}`)} AS ${sql.id(column)}`
}

/**
 * Selects a sum of accounts of advertisers if all of them are of the one whom the order is from, and null, which equals
 * no sum, if another advertiser's account is among them.
 */
export function ofAdvertiser(advertiserId: RawBuilder<unknown>, amount: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql`CASE WHEN first_advertiser_id IS NULL THEN 0
    WHEN first_advertiser_id = ${advertiserId} AND last_advertiser_id = ${advertiserId} THEN ${amount} END`
}
