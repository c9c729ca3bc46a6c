import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { getFundsAccount, getReceivableAccount } from '#domains/books/ledger/rules.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sumDues, wasOwed } from '../queries/invoiced-dues.ts'
import type { BillingPeriod, InvoiceLineKind } from '../rules.ts'

/** The entries that an invoice claims: those of an advertiser's orders from `from` until `until`, in its periods. */
export interface ClaimedRange {
  advertiserId: bigint
  invoiceId: string
  from: Date
  until: Date
  periods: readonly BillingPeriod[]
}

/** What an invoice contains. */
export interface Claim {
  /** By programme; none when there is nothing to invoice. */
  lines: {
    programId: bigint
    programTitle: string
    kind: InvoiceLineKind
    orderCount: number
    commission: Amount
    fee: Amount
  }[]
  /** All that the advertiser ever had to pay until the end of the invoice: commission and fees, invoiced or not. */
  dues: Amount
}

/**
 * Lets an invoice contain the entries of decisions that changed what an advertiser owes, inside the caller's
 * transaction: those of a time in which it pays later, those before it that were still owed when it began, and later
 * ones on orders of earlier invoices at any time. An entry of an order that an earlier invoice contains is a
 * correction, and so is one that only takes back. The dues come from the same snapshot as the entries, so that a
 * decision made meanwhile is in neither.
 */
export async function claimEntries(tx: Ctx, range: ClaimedRange): Promise<Claim> {
  const { advertiserId, invoiceId, from, until, periods } = range
  if (!tx.db.isTransaction) throw new Error('Entries are claimed inside a transaction.')
  const receivable = getReceivableAccount(advertiserId)
  const isOfInvoiced = (entry: RawBuilder<unknown>, condition = sql`true`) => sql`EXISTS (
    SELECT FROM entry AS earlier JOIN invoice_entry AS claimed
      ON claimed.publisher_id = earlier.publisher_id AND claimed.entry_id = earlier.id
    WHERE earlier.publisher_id = ${entry}.publisher_id AND earlier.source_kind = 'transaction'
      AND earlier.source_id = ${entry}.source_id AND ${condition})`
  // What was decided before the first decision of an order that is invoiced was paid in advance.
  const isAfterInvoiced = isOfInvoiced(sql`e`, sql`earlier.sequence < e.sequence`)
  const isOwed = periods.map(({ owedFrom, beganAt, endedAt }) => {
    const wasOwedBefore = wasOwed({ receivable: sql`${receivable}`, beganAt: sql`${beganAt}` })
    return sql`(e.posted_at >= ${owedFrom} AND e.posted_at < ${endedAt ?? 'infinity'}::timestamptz
      AND (e.posted_at >= ${beganAt} OR ${wasOwedBefore}))`
  })
  const { rows } = await sql<Claim['lines'][number] & { dues: Amount }>`
    WITH fresh AS MATERIALIZED (
      SELECT e.publisher_id, e.id, e.source_id, e.posted_at, ${sumDues(sql`${receivable}`)}
      FROM transaction_state AS state
      JOIN entry AS e ON e.publisher_id = state.publisher_id AND e.source_kind = 'transaction'
        AND e.source_id = state.transaction_id
      JOIN posting AS p ON p.publisher_id = e.publisher_id AND p.entry_id = e.id
      WHERE state.advertiser_id = ${advertiserId} AND state.sequence > 0 AND state.changed_at >= ${from}
        AND e.posted_at >= ${from}
        AND NOT EXISTS (
          SELECT FROM invoice_entry AS claimed
          WHERE claimed.publisher_id = e.publisher_id AND claimed.entry_id = e.id
        ) AND (${sql.join(isOwed, sql` OR `)} OR ${isAfterInvoiced})
      GROUP BY e.publisher_id, e.id
    ), ordered AS (
      SELECT publisher_id, source_id AS transaction_id, sum(commission)::bigint AS commission, sum(fee)::bigint AS fee,
        sum(commission + fee) < 0 OR ${isOfInvoiced(sql`fresh`)} AS is_correction
      FROM fresh WHERE posted_at < ${until} GROUP BY publisher_id, source_id
    ), claimed AS (
      INSERT INTO invoice_entry (publisher_id, entry_id, invoice_id, is_correction)
      SELECT fresh.publisher_id, fresh.id, ${invoiceId}, ordered.is_correction
      FROM fresh JOIN ordered
        ON ordered.publisher_id = fresh.publisher_id AND ordered.transaction_id = fresh.source_id
      WHERE fresh.posted_at < ${until}
    ), dues AS (
      SELECT (SELECT coalesce(sum(CASE kind WHEN 'deposit' THEN amount ELSE -amount END), 0) FROM deposit
          WHERE advertiser_id = ${advertiserId})
        - (SELECT coalesce(sum(amount), 0) FROM balance
          WHERE account IN (${getFundsAccount(advertiserId)}, ${receivable}) AND currency = ${BASE_CURRENCY})
        - (SELECT coalesce(sum(commission + fee), 0) FROM fresh WHERE posted_at >= ${until}) AS amount
    )
    SELECT program.id AS program_id, program.title AS program_title,
      CASE WHEN is_correction THEN 'corrections' ELSE 'orders' END AS kind, count(*)::int AS order_count,
      sum(ordered.commission)::bigint AS commission, sum(ordered.fee)::bigint AS fee,
      (SELECT amount FROM dues)::bigint AS dues
    FROM ordered
    JOIN transaction AS sold ON sold.publisher_id = ordered.publisher_id AND sold.id = ordered.transaction_id
    JOIN program_terms AS terms ON terms.id = sold.terms_id
    JOIN program ON program.id = terms.program_id
    GROUP BY program.id, is_correction ORDER BY program.title, program.id, is_correction`.execute(tx.db)
  return { lines: rows.map(({ dues: _dues, ...line }) => line), dues: rows[0]?.dues ?? 0n }
}
