import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { getAdvertiserId, getPublisherScope } from '#kernel/actor-scope.ts'
import { toDay, toDayRange } from '#kernel/days.ts'
import type { ListSearch } from '#kernel/list-query.ts'
import type { Ctx } from '#platform/server/context.ts'
import { writeAmount, writeMoney } from '#platform/server/mail/amounts.ts'
import type { EmailTable } from '#platform/server/mail/email-layout.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { HEAD_ROWS, MAX_FILE_BYTES, MAX_FILE_ROWS } from '#platform/server/saved-lists.ts'
import type { ListContent, SavedList } from '#platform/server/saved-lists.ts'
import type { Locale } from '#texts/texts.ts'
import {
  listAdvertiserTransactionsCall,
  listTransactionsCall,
  summariseAdvertiserTransactionsCall,
  summariseReviewCall,
} from '../contract/calls.ts'
import { advertiserTransactionList, publisherTransactionList, reviewList } from '../contract/lists.ts'
import { exportTransactions } from '../queries/export-transactions.ts'
import { buildAdvertiserFilter, buildPublisherFilter, buildReviewFilter } from '../queries/list-filters.ts'
import { summariseTransactions } from '../queries/summarise-transactions.ts'
import type { TransactionFilter } from '../queries/transaction-filter.ts'
import { countTransactions, listTransactionRows } from '../queries/transaction-rows.ts'
import type { TransactionRow } from '../queries/transaction-rows.ts'
import { fillReviewSearch, toReviewQuery } from '../rules/review-list.ts'
import { viewSummary } from '../views.ts'

/** The lists of transactions. */
export const savedTransactionLists: SavedList[] = [
  {
    list: publisherTransactionList,
    count: ({ db, actor, now }, query, limit) => {
      const scope = { ...getPublisherScope(actor), now }
      return countTransactions(db, buildPublisherFilter(listTransactionsCall.query.parse(query), scope), limit)
    },
  },
  {
    list: advertiserTransactionList,
    count: ({ db, actor, now }, query, limit) => {
      const scope = { advertiserId: getAdvertiserId(actor), now }
      return countTransactions(
        db,
        buildAdvertiserFilter(summariseAdvertiserTransactionsCall.query.parse(query), scope),
        limit,
      )
    },
    read: readTransactions,
  },
  {
    list: reviewList,
    count: ({ db, now }, query, limit) => {
      const parsed = summariseReviewCall.query.parse(toReviewQuery(fillReviewSearch(query, toDay(now))))
      return countTransactions(db, buildReviewFilter(parsed), limit)
    },
  },
]

/** Reads transactions of the advertiser, the newest first, with their sums. */
async function readTransactions({ db, actor, now }: Ctx, { query }: ListSearch): Promise<ListContent> {
  const parsed = listAdvertiserTransactionsCall.query.parse(query)
  const filter = buildAdvertiserFilter(parsed, { advertiserId: getAdvertiserId(actor), now })
  const rows = await listTransactionRows(db, filter, { limit: MAX_FILE_ROWS })
  const summary = viewSummary(await summariseTransactions(db, filter))
  return {
    buildTable: (locale) => buildTransactions({ rows, summary }, locale),
    params: query,
    range: toDayRange(parsed, now),
    count: summary.count,
    fileRows: rows.length,
    file: await writeFile(db, filter, rows),
    asOf: now,
  }
}

interface MailedTransactions {
  rows: readonly TransactionRow[]
  summary: ReturnType<typeof viewSummary>
}

function buildTransactions({ rows, summary }: MailedTransactions, locale: Locale): EmailTable {
  const t = mailTexts(locale, 'transactions')
  const ui = mailTexts(locale, 'ui')
  const total = mailTexts(locale, 'reports')
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const write = (amount: bigint | null) => writeAmount(amount, locale)
  const sums = [summary.total_order_value, summary.total_earnings].map((sum) => writeMoney(sum, locale))
  return {
    columns: [
      t('column.order'),
      t('column.date'),
      t('column.publisher'),
      t('column.status'),
      t('column.orderValue'),
      t('column.commission'),
    ],
    rows: [
      ...rows
        .slice(0, HEAD_ROWS)
        .map((row) => [
          row.orderRef,
          day.format(row.transactionAt),
          row.publisherName,
          ui(`status.${row.status}`),
          write(row.usdOrderValue),
          write(row.usdCommission),
        ]),
      [total('total'), '', '', '', ...sums],
    ],
  }
}

/** Exports the transactions that were read: the newest of the filter, which end with the last of them. */
async function writeFile(
  db: Db,
  filter: TransactionFilter,
  rows: readonly TransactionRow[],
): Promise<string | undefined> {
  const last = rows.at(-1)
  if (!last) return undefined
  const own = rows.length < MAX_FILE_ROWS ? filter : { ...filter, from: last.transactionAt }
  return readFile(exportTransactions(db, own, { reader: 'advertiser', hasByteOrderMark: true }))
}

/** Reads a file, of one that is too long only so much: very many orders can have the time of the last row. */
async function readFile(file: Readable): Promise<string> {
  let text = ''
  for await (const part of file) {
    text += String(part)
    if (text.length > MAX_FILE_BYTES) break
  }
  return text
}
