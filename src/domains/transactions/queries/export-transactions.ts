import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { formatAmount } from '#kernel/money.ts'
import { writeCsv } from '#platform/server/csv.ts'
import { selectPart } from './transaction-rows.ts'
import type { Part, TransactionFilter } from './transaction-rows.ts'

const BATCH_ROWS = 1000

/** Exports a publisher's transactions as CSV (RFC 4180, UTF-8), newest first. Reads them in batches while it sends. */
export function exportTransactions(
  db: Db,
  filter: TransactionFilter & { publisherId: bigint },
  options: { hasByteOrderMark: boolean },
): Readable {
  return writeCsv(readBatches(db, filter), { columns: COLUMNS, ...options })
}

/** The headers of the columns. */
const COLUMNS = [
  'transaction_id',
  'order_id',
  'event',
  'advertiser_id',
  'advertiser',
  'site',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'click_id',
  'click_time',
  'transaction_time',
  'decided_time',
  'coupon',
  'customer_status',
  'order_value',
  'currency',
  'commission',
  'status',
  'reason',
  'click_page',
  'landing_url',
  'referrer',
]

async function* readBatches(db: Db, filter: TransactionFilter): AsyncGenerator<(string | null)[]> {
  let after: Part['after']
  for (;;) {
    const rows = await readBatch(db, filter, after)
    for (const row of rows) yield toLine(row)
    const last = rows.at(-1)
    after = last && { at: last.transactionAt, id: last.id }
    if (rows.length < BATCH_ROWS) return
  }
}

function readBatch(db: Db, filter: TransactionFilter, after: Part['after']) {
  return selectPart(db, filter, { limit: BATCH_ROWS, after })
    .leftJoin('click', (join) =>
      join
        .onRef('click.publisherId', '=', 't.publisherId')
        .onRef('click.id', '=', 't.clickId')
        .onRef('click.clickedAt', '=', 't.clickedAt'),
    )
    .selectAll('t')
    .select(['advertiser.name as advertiserName', 'site.name as siteName'])
    .select(['click.destination', 'click.referrer'])
    .select(['s.status', 's.reasonCode as reason', 's.decidedAt', 's.orderValue', 's.commission'])
    .execute()
}

type ExportRow = Awaited<ReturnType<typeof readBatch>>[number]

function toLine(row: ExportRow): (string | null)[] {
  return [
    row.id,
    row.orderRef,
    row.event,
    row.advertiserId.toString(),
    row.advertiserName,
    row.siteName,
    row.sub1,
    row.sub2,
    row.sub3,
    row.sub4,
    row.sub5,
    row.clickId,
    row.clickId === null ? null : row.clickedAt.toISOString(),
    row.transactionAt.toISOString(),
    row.decidedAt?.toISOString() ?? null,
    row.coupon,
    row.customerStatus,
    formatAmount(row.orderValue),
    row.currency,
    formatAmount(row.commission),
    row.status,
    row.reason,
    row.sourcePage,
    row.destination,
    row.referrer,
  ]
}
