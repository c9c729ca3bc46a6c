import { text } from 'node:stream/consumers'
import type { Db } from '#database'
import { addDays, toDay } from '#kernel/days.ts'
import { formatAmount } from '#kernel/money.ts'
import { orderList } from '#domains/transactions/contract/lists.ts'
import { listOrdersToDecideCall } from '#domains/transactions/contract/orders.ts'
import { listOrdersToDecide, sumOrdersToDecide } from '#domains/transactions/queries/orders-to-decide.ts'
import type { QueueSums } from '#domains/transactions/queries/orders-to-decide.ts'
import type { TransactionRow } from '#domains/transactions/queries/transaction-rows.ts'
import { viewTransaction } from '#domains/transactions/views.ts'
import { writeCsv } from '#platform/server/csv.ts'
import { MAX_FILE_ROWS, readSearch, writeSearch } from '../rules/mailed-search.ts'
import type { ContentQuery, ListContent } from './list-content.ts'

/** Undecided orders of a queue in its order, with the sums of the queue in USD. */
export interface MailedOrders {
  kind: 'orders'
  rows: readonly TransactionRow[]
  sums: QueueSums
}

/** Reads the undecided orders of a view as they stand at the mail, whatever its days. */
export async function readOrders(
  db: Db,
  { advertiserId, query, now }: ContentQuery,
): Promise<ListContent<MailedOrders>> {
  const { query: params } = readSearch(orderList, query)
  const { queue, publisher_id: publisherId, keyword } = listOrdersToDecideCall.query.parse(params)
  const filter = { advertiserId, queue, publisherId, keyword }
  const { rows } = await listOrdersToDecide(db, filter, { page: { number: 1, size: MAX_FILE_ROWS } })
  const sums = await sumOrdersToDecide(db, filter)
  return {
    data: { kind: 'orders', rows, sums },
    search: writeSearch(params),
    range: { from: toDay(now), until: addDays(toDay(now), 1) },
    count: Math.max(sums.count, rows.length),
    fileRows: rows.length,
    file: await text(writeCsv(rows.map(toLine), { columns: COLUMNS, hasByteOrderMark: true })),
    asOf: now,
  }
}

const COLUMNS = [
  'transaction_id',
  'order_id',
  'event',
  'publisher_id',
  'publisher',
  'transaction_time',
  'decides_itself_time',
  'at_its_end',
  'hold_reason',
  'order_value',
  'currency',
  'commission',
  'commission_currency',
  'coupon',
]

function toLine(row: TransactionRow): string[] {
  return [
    row.id,
    row.orderRef,
    row.event,
    String(row.publisherId),
    row.publisherName,
    row.transactionAt.toISOString(),
    viewTransaction(row).expected_decision_date ?? '',
    row.validationEnd ?? '',
    row.holdReason ?? '',
    formatAmount(row.orderValue),
    row.currency,
    formatAmount(row.commission),
    row.commissionCurrency,
    row.coupon ?? '',
  ]
}
