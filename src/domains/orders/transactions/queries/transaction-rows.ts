import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { Place } from '#kernel/cursor.ts'
import type { Page } from '#kernel/paging.ts'
import { getOffset } from '#kernel/paging.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'
import { prepareSearch, selectFound } from './keyword-search.ts'
import { findLabelled, prepareLabels } from './labelled-orders.ts'
import { sameSale } from './same-sale.ts'
import { listConditions, listStatuses } from './transaction-filter.ts'
import type { Part, TransactionFilter } from './transaction-filter.ts'

/** One transaction with its names and its state. */
export type TransactionRow = Awaited<ReturnType<typeof readRows>>[number]

/** Reads a part of the transactions of a filter, newest first. */
export async function listTransactionRows(db: Db, filter: TransactionFilter, part: Part) {
  return readRows(db, await prepare(db, filter), part)
}

/** Prepares a filter for the searches by keyword and by what a report counts. It finds the same orders as before. */
async function prepare(db: Db, filter: TransactionFilter): Promise<TransactionFilter> {
  return prepareLabels(db, await prepareSearch(db, filter))
}

/**
 * Reads a numbered page of the transactions of a filter, which has `count`, newest first. It reads the list from its
 * nearer end, because PostgreSQL reads all rows before a page. A page beyond the end is the last one.
 */
export function listNumberedPage(db: Db, filter: TransactionFilter, { page, count }: { page: Page; count: number }) {
  const offset = getOffset(page, count)
  const rest = count - offset
  if (offset <= rest) return readRows(db, filter, { limit: page.size, offset })
  const limit = Math.min(page.size, rest)
  return readRows(db, filter, { limit, offset: rest - limit, isFromEnd: true })
}

/** Counts the transactions of a filter, and stops at a limit: an index leads to the rows in the order of the list. */
export async function countTransactions(db: Db, filter: TransactionFilter, limit: number): Promise<number> {
  const { whole, days } = findLabelled(await prepare(db, filter), { limit })
  const ofDays = days ? await countStates(db, days, limit) : 0
  return ofDays === limit ? limit : countStates(db, whole, limit)
}

async function countStates(db: Db, filter: TransactionFilter, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom(selectStates(db, filter, { limit }).selectAll('s').limit(limit).as('found'))
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page with the positions after which the next page begins and before which the previous one ends. */
export interface KeysetPage {
  rows: TransactionRow[]
  next: Place | null
  previous: Place | null
}

interface KeysetPart {
  page: Page
  after?: Place | undefined
  before?: Place | undefined
}

/**
 * Reads the page after the row `after`, the page before the row `before`, or else the numbered page. Reads one row more
 * than it answers, to learn whether another page follows. If less than a page precedes `before`, it answers the first
 * page; beyond the end, it answers the last rows.
 */
export async function listKeysetPage(db: Db, filter: TransactionFilter, part: KeysetPart): Promise<KeysetPage> {
  return readKeysetPage(db, await prepare(db, filter), part)
}

async function readKeysetPage(
  db: Db,
  filter: TransactionFilter,
  { page, after, before }: KeysetPart,
): Promise<KeysetPage> {
  const limit = page.size + 1
  if (before) {
    const found = await readRows(db, filter, { limit, before })
    if (found.length < page.size) return readKeysetPage(db, filter, { page: { number: 1, size: page.size } })
    return { ...takeLast(found, page), next: toPlace(found.at(-1)) }
  }
  const offset = after ? 0 : getOffset(page, Infinity)
  const found = await readRows(db, filter, { limit, offset, after })
  if (found.length === 0 && (after || offset > 0)) {
    return { ...takeLast(await readRows(db, filter, { limit, isFromEnd: true }), page), next: null }
  }
  const rows = found.slice(0, page.size)
  return {
    rows,
    previous: after || offset > 0 ? toPlace(rows.at(0)) : null,
    next: found.length > rows.length ? toPlace(rows.at(-1)) : null,
  }
}

/** Takes the last rows of a page of which one row more was read. */
function takeLast(found: TransactionRow[], { size }: Page) {
  const rows = found.slice(-size)
  return { rows, previous: found.length > size ? toPlace(rows.at(0)) : null }
}

function toPlace(row: TransactionRow | undefined): Place | null {
  return row ? { at: row.transactionAt, id: row.id } : null
}

/** What an order is worth in the currencies of order and commission. */
const OWN_WORTH = [
  sql<bigint>`coalesce(s.own_order_value, s.order_value)`.as('orderValue'),
  sql<bigint>`coalesce(s.own_commission, s.commission)`.as('commission'),
]

/** Reads the rows of a part, first among the days that are to have them. */
async function readRows(db: Db, filter: TransactionFilter, part: Part) {
  const { whole, days } = findLabelled(filter, part)
  const rows = days ? await selectRows(db, days, part) : []
  return days && rows.length === part.limit ? rows : selectRows(db, whole, part)
}

function selectRows(db: Db, filter: TransactionFilter, part: Part) {
  return selectPart(db, filter, part)
    .select([
      's.publisherId',
      't.id',
      's.advertiserId',
      'advertiser.name as advertiserName',
      'publisher.name as publisherName',
      'site.name as siteName',
      't.sub1',
      't.sub2',
      't.sub3',
      't.sub4',
      't.sub5',
      't.orderRef',
      't.event',
      ...OWN_WORTH,
      's.orderValue as usdOrderValue',
      's.commission as usdCommission',
      't.orderValue as reportedValue',
      't.commission as reportedCommission',
      's.currency',
      't.commissionCurrency',
      't.sourcePage',
      't.clickId',
      't.clickedAt',
      't.attribution',
      't.claimId',
      't.termsId',
      't.coupon',
      't.customerStatus',
      's.transactionAt',
      's.status',
      's.reasonCode as reason',
      's.decidedAt',
      's.holdReason',
      's.dueAt',
      'terms.validationDays',
      'terms.validationEnd',
      sameSale('t').as('sameSaleAs'),
    ])
    .execute()
}

/** Selects a part of the transactions of a filter, newest first, with names. */
export function selectPart(db: Db, filter: TransactionFilter, part: Part) {
  const direction = getDirection(part)
  const { limit, offset = 0 } = part
  const ordered = selectStates(db, filter, part)
    .selectAll('s')
    .orderBy('s.transactionAt', direction)
    .orderBy('s.transactionId', direction)
    .offset(offset)
  return db
    .selectFrom((limit === undefined ? ordered : ordered.limit(limit)).as('s'))
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 's.publisherId').onRef('t.id', '=', 's.transactionId'),
    )
    .innerJoin('advertiser', 'advertiser.id', 's.advertiserId')
    .innerJoin('publisher', 'publisher.id', 's.publisherId')
    .leftJoin('site', 'site.id', 't.siteId')
    .leftJoin('programTerms as terms', 'terms.id', 't.termsId')
    .orderBy('s.transactionAt', 'desc')
    .orderBy('s.transactionId', 'desc')
}

/**
 * Selects the states of a part. Every index has the status before the time, so each status needs a selection of its
 * own. Each selects as many rows as the part can need. Those of labels are all found, and then put in order.
 */
export function selectStates(db: Db, filter: TransactionFilter, part: Part) {
  if (filter.search?.isRare && !filter.labelled) return db.selectFrom(selectFoundStates(db, filter, part).as('s'))
  if (filter.labelled) {
    const found = selectMatching(db, filter, part).offset(sql.lit(0))
    return db.selectFrom(db.selectFrom(found.as('found')).selectAll().as('s'))
  }
  const { limit, offset = 0 } = part
  const ofStatus = (status: TransactionStatus) => {
    const direction = getDirection(part)
    const states = selectMatching(db, { ...filter, status }, part)
      .orderBy('s.transactionAt', direction)
      .orderBy('s.transactionId', direction)
    return db.selectFrom((limit === undefined ? states : states.limit(offset + limit)).as('ofStatus')).selectAll()
  }
  const [first, ...others] = listStatuses(filter).map(ofStatus)
  if (!first) throw new Error('A filter has a status')
  return db.selectFrom(others.reduce((states, each) => states.unionAll(each), first).as('s'))
}

/**
 * Selects the states of the orders of a rare keyword. The orders are all found and put in the order of the list, so
 * that PostgreSQL reads no more states than the part has.
 */
function selectFoundStates(db: Db, { keyword = '', ...filter }: TransactionFilter, part: Part) {
  const { from, until } = filter
  const direction = sql.raw(getDirection(part))
  const conditions = [
    ...(from ? [sql`transaction_at >= ${from}`] : []),
    ...(until ? [sql`transaction_at < ${until}`] : []),
    ...listPlaces('found', part),
    sql`true`,
  ]
  const found = sql`(
    SELECT DISTINCT transaction_at, transaction_id, publisher_id FROM (${selectFound(keyword, filter)}) AS found
    WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY transaction_at ${direction}, transaction_id ${direction}
  )`
  const isFound = sql<boolean>`s.publisher_id = found.publisher_id AND s.transaction_id = found.transaction_id
    AND s.transaction_at = found.transaction_at`
  return selectMatching(db, filter, {}).innerJoin(found.as('found'), (join) => join.on(isFound))
}

/** Orders newest first, but oldest first to find the rows directly before `before` or the end. */
function getDirection({ before, isFromEnd }: Part): 'asc' | 'desc' {
  return before || isFromEnd ? 'asc' : 'desc'
}

/** Selects the states of a filter in any order: all, or those of a part. */
export function selectMatching(db: Db, filter: TransactionFilter, part?: Part) {
  const { after, before, last } = part ?? {}
  const { publisherId, advertiserId } = filter
  let query = selectWithinTime(db, filter, { after, before, last }).where('s.status', 'in', listStatuses(filter))
  if (publisherId !== undefined) query = query.where('s.publisherId', '=', publisherId)
  if (advertiserId !== undefined) query = query.where('s.advertiserId', '=', advertiserId)
  for (const condition of listConditions(filter, { isWhole: part === undefined })) query = query.where(condition)
  for (const condition of listPlaces('s', { after, before, last })) query = query.where(condition)
  return query
}

/** Lists the conditions that a table of orders or states is after, before or at most the places of a part. */
function listPlaces(table: string, { after, before, last }: Part): RawBuilder<boolean>[] {
  const place = sql`(${sql.ref(`${table}.transactionAt`)}, ${sql.ref(`${table}.transactionId`)})`
  return [
    ...(after ? [sql<boolean>`${place} < (${after.at}, ${after.id})`] : []),
    ...(before ? [sql<boolean>`${place} > (${before.at}, ${before.id})`] : []),
    ...(last ? [sql<boolean>`${place} >= (${last.at}, ${last.id})`] : []),
  ]
}

/**
 * Selects the states of a range of time. PostgreSQL begins to read an index at one of several bounds, so the place
 * after or before which a part begins, or with which it ends, replaces the bound of the range.
 */
function selectWithinTime(
  db: Db,
  { from, until }: TransactionFilter,
  { after, before, last }: Pick<Part, 'after' | 'before' | 'last'>,
) {
  const states = db.selectFrom('transactionState as s').selectAll('s')
  const end = before ?? last
  const since = end && (!from || from < end.at) ? end.at : from
  const begun = since ? states.where('s.transactionAt', '>=', since) : states
  if (after && (!until || after.at < until)) return begun.where('s.transactionAt', '<=', after.at)
  return until ? begun.where('s.transactionAt', '<', until) : begun
}
