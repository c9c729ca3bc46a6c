import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { Db } from '#database'
import { toDayRange } from '#kernel/days.ts'
import { brandReportQuery } from '#domains/reports/contract/brand-report.ts'
import { brandReportList } from '#domains/reports/contract/lists.ts'
import { findReportProgress, toBrandQuery } from '#domains/reports/queries/brand-query.ts'
import { readBrandReport } from '#domains/reports/queries/brand-report.ts'
import type { BrandGroupRow } from '#domains/reports/queries/brand-report.ts'
import type { BrandGroup } from '#domains/reports/contract/vocabulary.ts'
import type { FullFigures, Measure } from '#kernel/measures.ts'
import { writeReportFile } from '#domains/reports/queries/export-brand-report.ts'
import { listMeasures } from '#domains/reports/rules/brand-report.ts'
import { listBrandTransactionsCall } from '#domains/transactions/contract/calls.ts'
import { brandTransactionList, orderList } from '#domains/transactions/contract/lists.ts'
import { exportTransactions } from '#domains/transactions/queries/export-transactions.ts'
import { buildBrandFilter } from '#domains/transactions/queries/list-filters.ts'
import { summariseTransactions } from '#domains/transactions/queries/summarise-transactions.ts'
import { listTransactionRows } from '#domains/transactions/queries/transaction-rows.ts'
import type { TransactionFilter } from '#domains/transactions/queries/transaction-filter.ts'
import type { TransactionRow } from '#domains/transactions/queries/transaction-rows.ts'
import { viewSummary } from '#domains/transactions/views.ts'
import { memberList } from '#domains/memberships/contract/lists.ts'
import { MAX_FILE_ROWS, addDaysOfMail, readSearch, writeSearch } from '../rules/mailed-search.ts'
import type { ContentQuery, ListContent } from './list-content.ts'
import { readMembers } from './member-content.ts'
import type { MailedMembers } from './member-content.ts'
import { readOrders } from './order-content.ts'
import type { MailedOrders } from './order-content.ts'

/** The longest file in a mail; a longer one is left out, and the mail leads to the list. */
const MAX_FILE_BYTES = 500_000

/** A report of the advertiser, with the measures that the view shows. */
export interface MailedReport {
  kind: 'report'
  group: BrandGroup
  measures: readonly Measure[]
  rows: readonly BrandGroupRow[]
  totals: FullFigures
}

/** Transactions of the advertiser, the newest first, with their sums. */
export interface MailedTransactions {
  kind: 'transactions'
  rows: readonly TransactionRow[]
  summary: ReturnType<typeof viewSummary>
}

/** What is mailed of a view. */
export type ViewContent = ListContent<MailedReport | MailedTransactions | MailedOrders | MailedMembers>

type Reader = (db: Db, query: ContentQuery) => Promise<ViewContent>

/** How what is mailed of each list is read. */
const READERS: Readonly<Record<string, Reader>> = {
  [brandReportList.name]: readReport,
  [brandTransactionList.name]: readTransactions,
  [orderList.name]: readOrders,
  [memberList.name]: readMembers,
}

/** Reads what is mailed of a view of a list. Refuses what the list itself refuses. */
export async function readViewContent(db: Db, list: string, query: ContentQuery): Promise<ViewContent> {
  const content = await (READERS[list] ?? readTransactions)(db, query)
  const isTooLong = Buffer.byteLength(content.file ?? '') > MAX_FILE_BYTES
  return isTooLong ? { ...content, file: undefined, fileRows: 0 } : content
}

async function readReport(db: Db, { advertiserId, now, ...asked }: ContentQuery): Promise<ViewContent> {
  const { query, columns } = readSearch(brandReportList, asked.query)
  const params = addDaysOfMail(query, asked.days)
  const report = await toBrandQuery(db, brandReportQuery.parse(params), { advertiserId, now })
  const page = await readBrandReport(db, { ...report, page: { number: 1, size: MAX_FILE_ROWS } })
  const known = listMeasures(report.group)
  const shown = (columns ?? brandReportList.defaultColumns ?? []).flatMap(
    (each) => known.find((measure) => measure === each) ?? [],
  )
  return {
    data: { kind: 'report', group: report.group, measures: shown, ...page },
    search: writeSearch({ ...params, ...(columns && { columns: columns.join('.') }) }),
    range: report.range,
    count: page.count,
    fileRows: page.rows.length,
    file: await writeReportFile(report.group, page.rows),
    asOf: (await findReportProgress(db, report)) ?? null,
  }
}

async function readTransactions(db: Db, { advertiserId, now, ...asked }: ContentQuery): Promise<ViewContent> {
  const { query } = readSearch(brandTransactionList, asked.query)
  const params = addDaysOfMail(query, asked.days)
  const parsed = listBrandTransactionsCall.query.parse(params)
  const filter = buildBrandFilter(parsed, { advertiserId, now })
  const rows = await listTransactionRows(db, filter, { limit: MAX_FILE_ROWS })
  const summary = viewSummary(await summariseTransactions(db, filter))
  return {
    data: { kind: 'transactions', rows, summary },
    search: writeSearch(params),
    range: toDayRange(parsed, now),
    count: summary.count,
    fileRows: rows.length,
    file: await writeFile(db, filter, rows),
    asOf: now,
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
