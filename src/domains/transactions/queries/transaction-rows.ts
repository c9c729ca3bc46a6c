import { sql } from 'kysely'
import type { AliasableExpression, Selectable } from 'kysely'
import type { Db } from '#database'
import type { Page } from '#kernel/paging.ts'
import { offsetOf } from '#kernel/paging.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'
import type { TransactionStateTable } from '../tables.ts'

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

/** One transaction with its names and its state. */
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
  return selectPage(db, filter, { limit: page.size, offset: offsetOf(page) })
    .select([
      's.publisherId',
      't.id',
      's.advertiserId',
      'advertiser.name as advertiserName',
      'publisher.name as publisherName',
      'site.name as siteName',
      't.sub1',
      't.orderRef',
      't.event',
      's.orderValue',
      's.commission',
      's.currency',
      't.sourcePage',
      't.clickId',
      't.clickedAt',
      't.termsId',
      't.coupon',
      't.customerStatus',
      's.transactionAt',
      's.status',
      's.reasonCode as reason',
      's.decidedAt',
    ])
    .execute()
}

/** Number and sums of the transactions by status; a status without transactions is missing. */
export function summariseTransactions(db: Db, filter: TransactionFilter): Promise<StatusSummary[]> {
  const { keyword } = filter
  const states = selectStates(db, filter)
  const query = keyword ? joinNames(db, states).where(hasKeyword(keyword, filter)) : db.selectFrom(states.as('s'))
  return query
    .select([
      's.status',
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`sum(s.order_value)::int8`.as('orderValue'),
      sql<bigint>`sum(s.commission)::int8`.as('commission'),
    ])
    .groupBy('s.status')
    .execute()
}

/** Which rows of a list, newest first: so many, after those that are skipped or behind a row that was seen. */
export interface Part {
  limit: number
  offset?: number
  after?: { transactionAt: Date; id: string } | undefined
}

/** A part of the transactions of a filter, newest first, with names. */
export function selectPage(db: Db, filter: TransactionFilter, { limit, offset = 0, after }: Part) {
  const { keyword } = filter
  const states = selectStates(db, filter, after)
  if (keyword) {
    const found = joinNames(db, states).where(hasKeyword(keyword, filter))
    return found.orderBy('s.transactionAt', 'desc').orderBy('s.transactionId').limit(limit).offset(offset)
  }
  const chosen = db
    .selectFrom(states.as('state'))
    .selectAll()
    .orderBy('transactionAt', 'desc')
    .orderBy('transactionId')
    .limit(limit)
    .offset(offset)
  return joinNames(db, chosen).orderBy('s.transactionAt', 'desc').orderBy('s.transactionId')
}

/**
 * The states of a filter but for its keyword. Every index has the status before the time, so the rows of all statuses
 * are three selections, which the database merges in order.
 */
function selectStates(db: Db, filter: TransactionFilter, after?: Part['after']) {
  const ofStatus = (status: TransactionStatus) => selectStatesOfStatus(db, { ...filter, status }, after)
  if (filter.status !== undefined) return ofStatus(filter.status)
  return ofStatus('PENDING').unionAll(ofStatus('CONFIRMED')).unionAll(ofStatus('CANCELLED'))
}

type StatusFilter = TransactionFilter & { status: TransactionStatus }

function selectStatesOfStatus(db: Db, filter: StatusFilter, after: Part['after']) {
  const { publisherId, advertiserId, transactionId, from, until } = filter
  let query = db.selectFrom('transactionState').selectAll().where('status', '=', filter.status)
  if (publisherId !== undefined) query = query.where('publisherId', '=', publisherId)
  if (advertiserId !== undefined) query = query.where('advertiserId', '=', advertiserId)
  if (transactionId !== undefined) query = query.where('transactionId', '=', transactionId)
  if (from !== undefined) query = query.where('transactionAt', '>=', from)
  if (until !== undefined) query = query.where('transactionAt', '<', until)
  if (!after) return query
  return query
    .where('transactionAt', '<=', after.transactionAt)
    .where((row) => row.or([row('transactionAt', '<', after.transactionAt), row('transactionId', '>', after.id)]))
}

function joinNames(db: Db, states: AliasableExpression<Selectable<TransactionStateTable>>) {
  return db
    .selectFrom(states.as('s'))
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 's.publisherId').onRef('t.id', '=', 's.transactionId'),
    )
    .innerJoin('advertiser', 'advertiser.id', 's.advertiserId')
    .innerJoin('publisher', 'publisher.id', 's.publisherId')
    .leftJoin('site', 'site.id', 't.siteId')
}

function hasKeyword(keyword: string, { publisherId }: TransactionFilter) {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(
    advertiser.name ILIKE ${pattern} OR (${publisherId === undefined} AND publisher.name ILIKE ${pattern})
    OR t.order_ref ILIKE ${pattern} OR t.source_page ILIKE ${pattern} OR t.sub1 ILIKE ${pattern}
    OR t.id::text = lower(${keyword})
  )`
}
