import { sql } from 'kysely'
import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { prepareSearch } from './keyword-search.ts'
import { summariseTransactions } from './summarise-transactions.ts'
import type { StatusSummary } from './summarise-transactions.ts'
import { listNumberedPage, listTransactionRows, selectMatching } from './transaction-rows.ts'
import type { TransactionFilter } from './transaction-filter.ts'
import type { TransactionRow } from './transaction-rows.ts'

type PublisherFilter = TransactionFilter & { publisherId: bigint }

/** A numbered page of a publisher's transactions, newest first, and the sums of the whole list by status. */
export interface PublisherPage {
  summaries: StatusSummary[]
  rows: TransactionRow[]
}

/** Reads a page of one publisher's transactions. A page beyond the end is the last one. */
export async function readPublisherPage(db: Db, filter: PublisherFilter, page: Page): Promise<PublisherPage> {
  if (filter.keyword) return searchPublisherPage(db, filter, page)
  const summaries = await summariseTransactions(db, filter)
  const count = summaries.reduce((sum, summary) => sum + summary.count, 0)
  return { summaries, rows: await listNumberedPage(db, filter, { page, count }) }
}

/** Compares the keyword with each transaction once. A list and sums of their own would compare twice. */
async function searchPublisherPage(db: Db, asked: PublisherFilter, page: Page): Promise<PublisherPage> {
  const filter = await prepareSearch(db, asked)
  const { rows } = await sql<StatusSummary & { pageIds: string[] | null }>`
    WITH matching AS MATERIALIZED (${selectMatching(db, filter)}),
    numbered AS (
      SELECT *, row_number() OVER (ORDER BY transaction_at DESC, transaction_id DESC) - 1 AS place,
        (least(${page.number}::int, (SELECT ceil(count(*) / ${page.size}::numeric) FROM matching)) - 1)
          * ${page.size}::int AS begin
      FROM matching
    )
    SELECT status, count(*)::int AS count, coalesce(sum(order_value), 0)::bigint AS order_value,
      coalesce(sum(commission), 0)::bigint AS commission,
      array_agg(transaction_id) FILTER (WHERE place >= begin AND place < begin + ${page.size}::int) AS page_ids
    FROM numbered GROUP BY status`.execute(db)
  const transactionIds = rows.flatMap(({ pageIds }) => pageIds ?? [])
  return {
    summaries: rows.map(({ status, count, orderValue, commission }) => ({ status, count, orderValue, commission })),
    rows: await listTransactionRows(
      db,
      { publisherId: filter.publisherId, transactionIds },
      { limit: transactionIds.length },
    ),
  }
}
