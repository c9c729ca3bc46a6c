import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { isOfFunds } from '#domains/money/funding/queries/uses.ts'
import type { FundsLineKind, PaymentPart } from '#domains/money/funding/rules.ts'
import { getReceivableAccount } from '#domains/books/ledger/rules.ts'
import type { Day } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { getOffset } from '#kernel/paging.ts'
import type { Page } from '#kernel/paging.ts'
import type { Amount } from '#kernel/money.ts'
import { sumDues } from './invoiced-dues.ts'
import { findMonthUses } from './month-uses.ts'
import { findPaidUses } from './paid-uses.ts'

/** A line below a figure of the billing of an advertiser. Refunds concern no order. */
export interface FundsLine {
  publisherId: bigint | null
  publisherName: string | null
  transactionId: string | null
  orderRef: string | null
  kind: FundsLineKind
  at: Date
  commission: Amount
  fee: Amount
  /** What counts for the figure: all of the line or, where a payment covered an order in part, that part. */
  amount: Amount
  /** The number of the first invoice with the order; null without one. */
  invoice: number | null
}

/** Which lines are listed: those of a month (`2026-03`), of a payment, of an invoice, or what is not covered. */
export type LineFilter =
  | { of: 'used'; month?: string | undefined }
  | { of: 'deposit'; depositId: string }
  | { of: 'invoice'; invoiceId: string }
  | { of: 'uncovered' }

interface LineQuery {
  advertiserId: bigint
  filter: LineFilter
  page: Page
}

/** What all lines of a filter sum up to. */
export interface LineTotals {
  count: number
  commission: Amount
  fee: Amount
  amount: Amount
}

/**
 * Lists the lines behind a figure of an advertiser's billing, the newest first; what is not covered the oldest first,
 * as the next payment covers it. `totals` are of all pages.
 */
export async function listFundsLines(
  db: Db,
  { advertiserId, filter, page }: LineQuery,
): Promise<{ lines: FundsLine[]; totals: LineTotals }> {
  if (filter.of === 'used') return listUses(db, { advertiserId, page, ...filter })
  if (filter.of === 'deposit') return listPaid(db, { advertiserId, page, ...filter })
  const selected = await selectLines(db, advertiserId, filter)
  const summed = await sql<LineTotals>`
    SELECT count(*)::int AS count, coalesce(sum(commission), 0)::bigint AS commission,
      coalesce(sum(fee), 0)::bigint AS fee, coalesce(sum(amount), 0)::bigint AS amount
    FROM (${selected}) AS line`.execute(db)
  const [totals = NO_LINES] = summed.rows
  const order = filter.of === 'uncovered' ? OLDEST_FIRST : NEWEST_FIRST
  const ofPage = sql`SELECT * FROM (${selected}) AS line
    ORDER BY ${order} LIMIT ${page.size} OFFSET ${getOffset(page, totals.count)}`
  return { lines: await readLines(db, ofPage, order), totals }
}

const NO_LINES: LineTotals = { count: 0, commission: 0n, fee: 0n, amount: 0n }
const OLDEST_FIRST = sql`line.at, line.publisher_id, line.id`
const NEWEST_FIRST = sql`line.at DESC, line.publisher_id DESC, line.id DESC`

/** Names the lines that `ofPage` selects. */
async function readLines(db: Db, ofPage: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<FundsLine[]> {
  const { rows } = await sql<FundsLine>`
    SELECT sold.publisher_id, publisher.name AS publisher_name, sold.id AS transaction_id, sold.order_ref, line.kind,
      line.at, line.commission, line.fee, line.amount, ${findInvoice} AS invoice
    FROM (${ofPage}) AS line
    LEFT JOIN transaction AS sold ON sold.publisher_id = line.publisher_id AND sold.id = line.transaction_id
    LEFT JOIN publisher ON publisher.id = sold.publisher_id
    ORDER BY ${order}`.execute(db)
  return rows
}

/** Lists all uses of funds, or those of a month. */
async function listUses(
  db: Db,
  { advertiserId, month, page }: { advertiserId: bigint; month?: string | undefined; page: Page },
): Promise<{ lines: FundsLine[]; totals: LineTotals }> {
  const { uses, totals } = await findMonthUses(db, { advertiserId, month, page })
  return { lines: await readUses(db, advertiserId, uses), totals }
}

/** Lists what a payment paid. */
async function listPaid(
  db: Db,
  { advertiserId, depositId, page }: { advertiserId: bigint; depositId: string; page: Page },
): Promise<{ lines: FundsLine[]; totals: LineTotals }> {
  const payment = await getPayment(db, { advertiserId, depositId })
  const { uses, totals } = await findPaidUses(db, { advertiserId, payment, page })
  return { lines: await readUses(db, advertiserId, uses), totals }
}

/** An entry that used funds, and how much of it is listed; by default all. */
interface UseKey {
  publisherId: bigint
  entryId: string
  part?: Amount
}

/** Reads uses of funds by their keys, the newest first. */
async function readUses(db: Db, advertiserId: bigint, keys: readonly UseKey[]): Promise<FundsLine[]> {
  if (keys.length === 0) return []
  const listed = sql`unnest(
    ${keys.map(({ publisherId }) => publisherId)}::bigint[], ${keys.map(({ entryId }) => entryId)}::uuid[],
    ${keys.map(({ part }) => part ?? null)}::bigint[]
  ) AS listed (publisher_id, entry_id, part)`
  const isListed = sql`(publisher_id, entry_id) IN (SELECT listed.publisher_id, listed.entry_id FROM ${listed})`
  const ofPage = sql`SELECT line.*, coalesce(listed.part, used) AS amount
    FROM (${selectUseLines(advertiserId, isListed)}) AS line
    JOIN ${listed} ON listed.publisher_id = line.publisher_id AND listed.entry_id = line.id`
  return readLines(db, ofPage, sql`line.id DESC`)
}

/** The number of the first invoice that contains the order of a line. */
const findInvoice = sql`(
  SELECT min(invoice.number) FROM entry
  JOIN invoice_entry AS claimed ON claimed.publisher_id = entry.publisher_id AND claimed.entry_id = entry.id
  JOIN invoice ON invoice.id = claimed.invoice_id
  WHERE entry.publisher_id = line.publisher_id AND entry.source_kind = 'transaction'
    AND entry.source_id = line.transaction_id
)`

/** Selects publisher_id, id, transaction_id, kind, at, commission, fee and amount of the lines of a filter. */
async function selectLines(
  db: Db,
  advertiserId: bigint,
  filter: Exclude<LineFilter, { of: 'used' | 'deposit' }>,
): Promise<RawBuilder<unknown>> {
  if (filter.of === 'uncovered') return selectUncovered(advertiserId)
  await getInvoiced(db, { advertiserId, ...filter })
  return selectInvoiced(filter.invoiceId, advertiserId)
}

/** The entries that took funds (above zero) or brought them back, of those that a condition on a posting admits. */
function selectUseLines(advertiserId: bigint, condition: RawBuilder<unknown>) {
  const moved = (column: 'from_account' | 'to_account', sign: -1 | 1) => sql`
    SELECT publisher_id, entry_id, ${sql.lit(sign)} * amount AS moved FROM posting
    WHERE ${isOfFunds(column, advertiserId)} AND ${condition}`
  return sql`
    SELECT entry.publisher_id, entry.id, CASE WHEN entry.kind = 'refund' THEN NULL ELSE entry.source_id END
        AS transaction_id,
      CASE WHEN entry.kind IN ('cover', 'refund') THEN entry.kind ELSE 'return' END AS kind, entry.posted_at,
      entry.posted_at AS at, coalesce(line.amount, 0) AS commission,
      CASE WHEN entry.kind = 'refund' THEN 0 ELSE moved.used - coalesce(line.amount, 0) END AS fee, moved.used
    FROM (
      SELECT publisher_id, entry_id, sum(moved)::bigint AS used
      FROM (${moved('from_account', 1)} UNION ALL ${moved('to_account', -1)}) AS funds GROUP BY 1, 2
    ) AS moved
    JOIN entry ON entry.publisher_id = moved.publisher_id AND entry.id = moved.entry_id
    LEFT JOIN statement_line AS line ON line.publisher_id = moved.publisher_id AND line.entry_id = moved.entry_id
    WHERE entry.kind <> 'deposit'`
}

function selectUncovered(advertiserId: bigint) {
  return sql`
    SELECT publisher_id, transaction_id AS id, transaction_id, 'uncovered' AS kind, confirmed_at AS at,
      commission - covered_commission AS commission, fee - covered_fee AS fee,
      commission - covered_commission + fee - covered_fee AS amount
    FROM transaction_state
    WHERE advertiser_id = ${advertiserId} AND status = 'CONFIRMED'
      AND (covered_commission < commission OR covered_fee < fee)`
}

function selectInvoiced(invoiceId: string, advertiserId: bigint) {
  return sql`
    SELECT entry.publisher_id, entry.id, entry.source_id AS transaction_id,
      CASE WHEN claimed.is_correction THEN 'correction' ELSE 'order' END AS kind, entry.posted_at AS at, due.commission,
      due.fee, due.commission + due.fee AS amount
    FROM invoice_entry AS claimed
    JOIN entry ON entry.publisher_id = claimed.publisher_id AND entry.id = claimed.entry_id
    CROSS JOIN LATERAL (
      SELECT ${sumDues(sql`${getReceivableAccount(advertiserId)}`)} FROM posting AS p
      WHERE p.publisher_id = claimed.publisher_id AND p.entry_id = claimed.entry_id
    ) AS due
    WHERE claimed.invoice_id = ${invoiceId}`
}

/** Gets an invoice of an advertiser. Refuses one of another as not found. */
export async function getInvoiced(db: Db, { advertiserId, invoiceId }: { advertiserId: bigint; invoiceId: string }) {
  const found = await db
    .selectFrom('invoice')
    .select(['number', 'amount', 'carriedAmount', 'restAmount'])
    .where('id', '=', invoiceId)
    .where('advertiserId', '=', advertiserId)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** Gets a payment of an advertiser, and which part of all payments it is. Refuses one of another as not found. */
export async function getPayment(db: Db, { advertiserId, depositId }: { advertiserId: bigint; depositId: string }) {
  const { rows } = await sql<PaymentPart & { reference: string; amount: Amount; movedOn: Day }>`
    SELECT reference, amount, moved_on, paid - amount AS "from", paid AS until FROM (
      SELECT id, amount, reference, moved_on, sum(amount) OVER (ORDER BY recorded_at, id)::bigint AS paid FROM deposit
      WHERE advertiser_id = ${advertiserId} AND kind = 'deposit'
    ) AS payment WHERE id = ${depositId}`.execute(db)
  const [found] = rows
  if (!found) throw notFound()
  return found
}
