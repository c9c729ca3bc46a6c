import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { writeCsv } from '#platform/server/csv.ts'
import type { CsvLine } from '#platform/server/csv.ts'
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
  click_time: (row) => (row.attribution === 'click' ? row.clickedAt.toISOString() : null),
  transaction_time: (row) => row.transactionAt.toISOString(),
  terms_version: (row) => String(row.termsVersion),
  amount: (row) => formatAmount(row.amount),
  currency: (row) => row.currency,
}

const BATCH = 1000

/**
 * Exports the lines of a payout as CSV (RFC 4180, UTF-8). Lines without a transaction follow: what earlier payouts left
 * over, and what this payout leaves, so that the amounts of all lines sum to the payout.
 */
export function exportStatement(db: Db, payout: PayoutRow, options: { hasByteOrderMark: boolean }): Readable {
  return writeCsv(readLines(db, payout), { columns: Object.keys(CELLS), numbers: ['amount'], ...options })
}

async function* readLines(db: Db, payout: PayoutRow): AsyncGenerator<CsvLine> {
  const key = { publisherId: payout.publisherId, payoutId: payout.id }
  let after: StatementLineRow | undefined
  for (;;) {
    const rows = await listStatementLines(db, key, { limit: BATCH, after })
    for (const row of rows) yield Object.values(CELLS).map((cell) => cell(row))
    after = rows.at(-1)
    if (rows.length < BATCH) break
  }
  if (payout.carriedAmount !== 0n) yield toBalanceLine('carried', payout.carriedAmount)
  if (payout.restAmount !== 0n) yield toBalanceLine('rest', -payout.restAmount)
}

/** A line without a transaction; its event says what it is. */
function toBalanceLine(event: string, amount: bigint): CsvLine {
  const known: Record<string, string> = { event, amount: formatAmount(amount), currency: BASE_CURRENCY }
  return Object.keys(CELLS).map((name) => known[name] ?? null)
}
