import { text } from 'node:stream/consumers'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { addDays, toDay } from '#kernel/days.ts'
import type { ListSearch } from '#kernel/list-query.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import { writeAmount } from '#platform/server/mail/amounts.ts'
import type { EmailTable } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { HEAD_ROWS, MAX_FILE_ROWS } from '#platform/server/saved-lists.ts'
import type { ListContent, SavedList } from '#platform/server/saved-lists.ts'
import type { Locale } from '#texts/texts.ts'
import { orderList } from '../contract/lists.ts'
import { listOrdersToDecideCall, summariseOrdersToDecideCall } from '../contract/orders.ts'
import { countOrdersToDecide, listOrdersToDecide, sumOrdersToDecide } from '../queries/orders-to-decide.ts'
import type { QueueSums } from '../queries/orders-to-decide.ts'
import type { TransactionRow } from '../queries/transaction-rows.ts'
import { viewTransaction } from '../views.ts'

/** The list of undecided orders. */
export const savedOrderLists: SavedList[] = [
  {
    list: orderList,
    count: ({ db, actor }, query, limit) => {
      const { publisher_id: publisherId, ...filter } = summariseOrdersToDecideCall.query.parse(query)
      return countOrdersToDecide(db, { advertiserId: getAdvertiserId(actor), publisherId, ...filter }, limit)
    },
    read: readOrders,
  },
]

/** Reads the undecided orders of a queue as they stand at the mail, with the sums of the queue in USD. */
async function readOrders({ db, actor, now }: Ctx, { query }: ListSearch): Promise<ListContent> {
  const { queue, publisher_id: publisherId, keyword } = listOrdersToDecideCall.query.parse(query)
  const filter = { advertiserId: getAdvertiserId(actor), queue, publisherId, keyword }
  const { rows } = await listOrdersToDecide(db, filter, { page: { number: 1, size: MAX_FILE_ROWS } })
  const sums = await sumOrdersToDecide(db, filter)
  return {
    buildTable: (locale) => buildOrders({ rows, sums }, locale),
    params: query,
    range: { from: toDay(now), until: addDays(toDay(now), 1) },
    count: Math.max(sums.count, rows.length),
    fileRows: rows.length,
    file: await text(writeCsv(rows.map(toLine), { columns: COLUMNS, hasByteOrderMark: true })),
    asOf: now,
  }
}

function buildOrders({ rows, sums }: { rows: readonly TransactionRow[]; sums: QueueSums }, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'orders')
  const total = mailTexts(locale, 'reports')
  const write = (amount: bigint | null) => writeAmount(amount, locale)
  const writeClock = buildClockWriter(locale)
  return {
    columns: [
      t('column.order'),
      t('column.publisher'),
      t('column.clock'),
      t('column.orderValue'),
      t('column.commission'),
    ],
    rows: [
      ...rows
        .slice(0, HEAD_ROWS)
        .map((row) => [
          row.orderRef,
          row.publisherName,
          writeClock(row),
          write(row.usdOrderValue),
          write(row.usdCommission),
        ]),
      [total('total'), '', '', write(sums.orderValue), write(sums.commission)],
    ],
  }
}

/** Writes what happens to an undecided order by itself, and when; or for what it waits. */
function buildClockWriter(locale: Locale): (row: TransactionRow) => string {
  const t = mailTexts(locale, 'orders')
  const transactions = mailTexts(locale, 'transactions')
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return (row) => {
    if (row.holdReason !== null) return transactions(`holdReason.${row.holdReason}`)
    const { expected_decision_date: at } = viewTransaction(row)
    if (at === null) return t('clock.rate', { currency: row.currency })
    return t(`clock.${row.validationEnd ?? 'decides'}`, { when: format.format(new Date(at)) })
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
