import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { getClickTime } from '#domains/orders/transactions/rules/click-time.ts'
import { toDay } from '#kernel/days.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { NetworkIdentity } from '#platform/server/config.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import type { CsvLine } from '#platform/server/files/csv.ts'
import { getInvoiceState } from '../rules/invoice.ts'
import type { StatementTable } from '../tables.ts'
import { listStatementLines } from './statements.ts'
import type { PayoutRow, StatementLineRow } from './statements.ts'

/** The cells of a line by the headers of their columns. */
const CELLS: Record<string, (row: StatementLineRow) => string | null> = {
  payable_time: (row) => row.payableAt.toISOString(),
  transaction_id: (row) => row.transactionId,
  order_id: (row) => row.orderRef,
  event: (row) => row.event,
  advertiser: (row) => row.advertiserName,
  site: (row) => row.siteName,
  click_id: (row) => row.clickId,
  click_time: (row) => getClickTime(row)?.toISOString() ?? null,
  transaction_time: (row) => row.transactionAt.toISOString(),
  terms_version: (row) => String(row.termsVersion),
  amount: (row) => formatAmount(row.amount),
  currency: (row) => row.currency,
}

const BATCH = 1000

/** A payout, its statement once it is paid, and the network that pays. */
export interface ExportedStatement {
  payout: PayoutRow
  statement: StatementTable | undefined
  network: NetworkIdentity
}

/**
 * Exports the lines of a payout as CSV (RFC 4180, UTF-8). Lines without a transaction follow: what earlier payouts left
 * over, the fee after closing, and what this payout leaves, so that the amounts of all lines sum to the payout. Each
 * line names the document and the legal data of both.
 */
export function exportStatement(
  db: Db,
  { payout, statement, network }: ExportedStatement,
  options: { hasByteOrderMark: boolean },
): Readable {
  const parties = describeParties({ payout, statement, network })
  const columns = [...Object.keys(CELLS), ...Object.keys(parties)]
  return writeCsv(readLines(db, payout, Object.values(parties)), { columns, numbers: ['amount'], ...options })
}

/** The cells about the document and its parties, which each line repeats; empty until the payout is paid. */
function describeParties({ payout, statement, network }: ExportedStatement): Record<string, string> {
  const isInvoice = statement && getInvoiceState({ status: payout.status, ...statement, network }) === 'invoice'
  return {
    document: statement ? (isInvoice ? 'invoice' : 'statement') : '',
    document_number: statement ? String(statement.number) : '',
    issued_on: statement ? toDay(statement.issuedAt) : '',
    publisher: statement?.legalName ?? '',
    publisher_vat_id: statement?.vatId ?? '',
    network: statement ? network.name : '',
    network_vat_id: statement ? network.vatId : '',
  }
}

async function* readLines(db: Db, payout: PayoutRow, parties: readonly string[]): AsyncGenerator<CsvLine> {
  const key = { publisherId: payout.publisherId, payoutId: payout.id }
  let after: StatementLineRow | undefined
  for (;;) {
    const rows = await listStatementLines(db, key, { limit: BATCH, after })
    for (const row of rows) yield [...Object.values(CELLS).map((cell) => cell(row)), ...parties]
    after = rows.at(-1)
    if (rows.length < BATCH) break
  }
  if (payout.carriedAmount !== 0n) yield [...toBalanceLine('carried', payout.carriedAmount), ...parties]
  if (payout.feeAmount !== 0n) yield [...toBalanceLine('fee', -payout.feeAmount), ...parties]
  if (payout.restAmount !== 0n) yield [...toBalanceLine('rest', -payout.restAmount), ...parties]
}

/** A line without a transaction; its event says what it is. */
function toBalanceLine(event: string, amount: bigint): (string | null)[] {
  const known: Record<string, string> = { event, amount: formatAmount(amount), currency: BASE_CURRENCY }
  return Object.keys(CELLS).map((name) => known[name] ?? null)
}
