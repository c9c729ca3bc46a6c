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

/**
 * Whether an entry `e` of an order, posted before a period of paying later began, was still owed then: the order was
 * neither covered nor taken back to what is covered since. All such entries of an order sum up to what was owed of it.
 */
export function wasOwed({ receivable, beganAt }: Record<'receivable' | 'beganAt', RawBuilder<unknown>>) {
  return sql`e.sequence > coalesce((
    SELECT max(sequence) FROM (
      SELECT made.sequence, sum(sum(CASE ${receivable} WHEN from_account THEN amount WHEN to_account THEN -amount END))
        OVER (ORDER BY made.sequence, made.source_kind = 'cover') AS owed
      FROM entry AS made JOIN posting AS moved ON moved.publisher_id = made.publisher_id AND moved.entry_id = made.id
      WHERE made.publisher_id = e.publisher_id AND made.source_kind IN ('transaction', 'cover')
        AND made.source_id = e.source_id AND made.posted_at < ${beganAt}
      GROUP BY made.sequence, made.source_kind
    ) AS history WHERE owed = 0
  ), 0)`
}
