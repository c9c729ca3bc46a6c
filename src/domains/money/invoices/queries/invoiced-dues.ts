import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { FEE_INCOME, PUBLISHER_CONFIRMED } from '#domains/books/ledger/rules.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'

/**
 * Sums what the postings `p` of an entry change in what an advertiser owes: the columns commission and fee, in 1/10,000
 * USD. Postings between its receivable account and its funds move no dues.
 */
export function sumDues(receivable: RawBuilder<unknown>): RawBuilder<unknown> {
  const owedTo = (account: string) => sql`coalesce(sum(CASE
    WHEN p.currency <> ${sql.lit(BASE_CURRENCY)} THEN 0
    WHEN p.from_account = ${receivable} AND p.to_account = ${sql.lit(account)} THEN p.amount
    WHEN p.to_account = ${receivable} AND p.from_account = ${sql.lit(account)} THEN -p.amount ELSE 0 END), 0)::bigint`
  return sql`${owedTo(PUBLISHER_CONFIRMED)} AS commission, ${owedTo(FEE_INCOME)} AS fee`
}
