import { sql } from 'kysely'
import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { offsetOf } from '#kernel/paging.ts'
import type { CancelReason, TransactionStatus } from '../contract/vocabulary.ts'

/** Which transactions are meant. A list for a publisher or an advertiser always names it. */
export interface TransactionFilter {
  publisherId?: bigint | undefined
  advertiserId?: bigint | undefined
  transactionId?: string | undefined
  status?: TransactionStatus | undefined
  /** Found anywhere in advertiser, publisher, order, click page or sub id; or the id of a transaction. */
  keyword?: string | undefined
  /** Transaction date, half-open. */
  from?: Date | undefined
  until?: Date | undefined
}

/** One transaction with its names and its last decision. */
export type TransactionRow = Awaited<ReturnType<typeof listTransactionRows>>[number]

/** What a list sums up to. Cancelled transactions count but earn nothing. */
export interface StatusSummary {
  status: TransactionStatus
  count: number
  orderValue: bigint
  commission: bigint
}

/** A page of transactions, newest first. */
export function listTransactionRows(db: Db, filter: TransactionFilter, page: Page) {
  return selectTransactions(db, filter)
    .select([
      't.publisherId',
      't.id',
      't.advertiserId',
      'advertiser.name as advertiserName',
      'publisher.name as publisherName',
      'site.name as siteName',
      't.sub1',
      't.orderRef',
      't.event',
      't.orderValue',
      't.commission',
      't.currency',
      't.sourcePage',
      't.clickId',
      't.clickedAt',
      't.termsId',
      't.coupon',
      't.customerStatus',
      't.transactionAt',
      status.as('status'),
      sql<CancelReason | null>`decision.reason_code`.as('reason'),
      sql<Date | null>`decision.decided_at`.as('decidedAt'),
    ])
    .orderBy('t.transactionAt', 'desc')
    .orderBy('t.id')
    .limit(page.size)
    .offset(offsetOf(page))
    .execute()
}

/** Number and sums of the transactions by status; a status without transactions is missing. */
export function summariseTransactions(db: Db, filter: TransactionFilter): Promise<StatusSummary[]> {
  return selectTransactions(db, filter)
    .select([
      status.as('status'),
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`sum(t.order_value)::int8`.as('orderValue'),
      sql<bigint>`sum(t.commission)::int8`.as('commission'),
    ])
    .groupBy(status)
    .execute()
}

const status = sql<TransactionStatus>`coalesce(decision.status, 'PENDING')`

/** The transactions of a filter, joined with names and with the last decision on each. */
export function selectTransactions(db: Db, filter: TransactionFilter) {
  const { publisherId, advertiserId, transactionId, from, until } = filter
  let query = db
    .selectFrom('transaction as t')
    .innerJoin('advertiser', 'advertiser.id', 't.advertiserId')
    .innerJoin('publisher', 'publisher.id', 't.publisherId')
    .leftJoin('site', 'site.id', 't.siteId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('transactionDecision as d')
          .select(['d.status', 'd.reasonCode', 'd.decidedAt'])
          .whereRef('d.publisherId', '=', 't.publisherId')
          .whereRef('d.transactionId', '=', 't.id')
          .orderBy('d.sequence', 'desc')
          .limit(1)
          .as('decision'),
      (join) => join.onTrue(),
    )
  if (publisherId !== undefined) query = query.where('t.publisherId', '=', publisherId)
  if (advertiserId !== undefined) query = query.where('t.advertiserId', '=', advertiserId)
  if (transactionId !== undefined) query = query.where('t.id', '=', transactionId)
  if (from !== undefined) query = query.where('t.transactionAt', '>=', from)
  if (until !== undefined) query = query.where('t.transactionAt', '<', until)
  if (filter.status !== undefined) query = query.where(status, '=', filter.status)
  if (filter.keyword) query = query.where(hasKeyword(filter.keyword, publisherId === undefined))
  return query
}

function hasKeyword(keyword: string, isAcrossPublishers: boolean) {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(
    advertiser.name ILIKE ${pattern} OR (${isAcrossPublishers} AND publisher.name ILIKE ${pattern})
    OR t.order_ref ILIKE ${pattern} OR t.source_page ILIKE ${pattern} OR t.sub1 ILIKE ${pattern}
    OR t.id::text = lower(${keyword})
  )`
}
