import { sql } from 'kysely'
import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { getReceivableAccount } from '#domains/books/ledger/rules.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import type { CsvLine } from '#platform/server/files/csv.ts'
import type { InvoiceLineKind } from '../rules.ts'
import type { InvoiceTable } from '../tables.ts'
import { sumDues } from './invoiced-dues.ts'

/** What a decision changed, as an invoice contains it. */
interface InvoicedEntry {
  publisherId: bigint
  entryId: string
  postedAt: Date
  transactionId: string
  orderRef: string
  event: string
  program: string
  publisher: string
  kind: InvoiceLineKind
  decision: string
  commission: bigint
  fee: bigint
}

/** The cells of a line by the headers of their columns. */
const CELLS: Record<string, (row: InvoicedEntry) => string> = {
  decided_time: (row) => row.postedAt.toISOString(),
  decision: (row) => row.decision,
  kind: (row) => row.kind,
  transaction_id: (row) => row.transactionId,
  order_id: (row) => row.orderRef,
  event: (row) => row.event,
  program: (row) => row.program,
  publisher: (row) => row.publisher,
  commission: (row) => formatAmount(row.commission),
  fee: (row) => formatAmount(row.fee),
  amount: (row) => formatAmount(row.commission + row.fee),
  currency: () => BASE_CURRENCY,
}

const NUMBERS = ['commission', 'fee', 'amount']
const BATCH = 1000

/**
 * Exports the decisions that an invoice contains as CSV (RFC 4180, UTF-8). Lines without an order follow: what the
 * invoice before left over, and what this one leaves, so that the amounts of all lines sum to the invoice.
 */
export function exportInvoice(db: Db, invoice: InvoiceTable, options: { hasByteOrderMark: boolean }): Readable {
  return writeCsv(readLines(db, invoice), { columns: Object.keys(CELLS), numbers: NUMBERS, ...options })
}

async function* readLines(db: Db, invoice: InvoiceTable): AsyncGenerator<CsvLine> {
  let after: InvoicedEntry | undefined
  for (;;) {
    const rows = await listEntries(db, invoice, after)
    for (const row of rows) yield Object.values(CELLS).map((cell) => cell(row))
    after = rows.at(-1)
    if (rows.length < BATCH) break
  }
  if (invoice.carriedAmount !== 0n) yield toBalanceLine('carried', invoice.carriedAmount)
  if (invoice.restAmount !== 0n) yield toBalanceLine('rest', -invoice.restAmount)
}

async function listEntries(db: Db, { id, advertiserId }: InvoiceTable, after: InvoicedEntry | undefined) {
  const receivable = sql`${getReceivableAccount(advertiserId)}`
  const isNext = after ? sql`(publisher_id, entry_id) > (${after.publisherId}, ${after.entryId})` : sql`true`
  const { rows } = await sql<InvoicedEntry>`
    SELECT claimed.publisher_id, claimed.entry_id, e.posted_at, sold.id AS transaction_id, sold.order_ref, sold.event,
      program.title AS program, publisher.name AS publisher, e.kind AS decision,
      CASE WHEN claimed.is_correction THEN 'corrections' ELSE 'orders' END AS kind, due.commission, due.fee
    FROM (
      SELECT * FROM invoice_entry WHERE invoice_id = ${id} AND ${isNext}
      ORDER BY publisher_id, entry_id LIMIT ${BATCH}
    ) AS claimed
    JOIN entry AS e ON e.publisher_id = claimed.publisher_id AND e.id = claimed.entry_id
    CROSS JOIN LATERAL (
      SELECT ${sumDues(receivable)} FROM posting AS p
      WHERE p.publisher_id = claimed.publisher_id AND p.entry_id = claimed.entry_id
    ) AS due
    JOIN transaction AS sold ON sold.publisher_id = e.publisher_id AND sold.id = e.source_id
    JOIN program_terms AS terms ON terms.id = sold.terms_id
    JOIN program ON program.id = terms.program_id
    JOIN publisher ON publisher.id = sold.publisher_id
    ORDER BY claimed.publisher_id, claimed.entry_id`.execute(db)
  return rows
}

/** A line without an order; its kind says what it is. */
function toBalanceLine(kind: string, amount: bigint): CsvLine {
  const known: Record<string, string> = { kind, amount: formatAmount(amount), currency: BASE_CURRENCY }
  return Object.keys(CELLS).map((name) => known[name] ?? null)
}
