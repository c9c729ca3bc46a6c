import { sql } from 'kysely'
import type { Db } from '#database'
import type { Place } from '#kernel/cursor.ts'
import type { Page } from '#kernel/paging.ts'
import { getOffset } from '#kernel/paging.ts'
import { TRANSACTION_STATUSES } from '../contract/vocabulary.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'

/** A filter of transactions. A list for a publisher or an advertiser always filters by its id. */
export interface TransactionFilter {
  publisherId?: bigint | undefined
  siteId?: bigint | undefined
  advertiserId?: bigint | undefined
  transactionId?: string | undefined
  /** Only with `publisherId`. */
  transactionIds?: readonly string[] | undefined
  /** Only with a status. */
  keys?: readonly { publisherId: bigint; transactionId: string }[] | undefined
  status?: TransactionStatus | undefined
  /** A part of the advertiser, publisher, order id, source page or sub id, or the id of a transaction. */
  keyword?: string | undefined
  /** Half-open range of the transaction date. */
  from?: Date | undefined
  until?: Date | undefined
  /** Half-open range of the day on which reports count. No order is older than its click. */
  clickedFrom?: Date | undefined
  clickedUntil?: Date | undefined
}

/** One transaction with its names and its state. */
export type TransactionRow = Awaited<ReturnType<typeof readRows>>[number]

/** Reads a part of the transactions of a filter, newest first. */
export function listTransactionRows(db: Db, filter: TransactionFilter, part: Part) {
  return readRows(db, filter, part)
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

/**
 * Reads the page after the row `after`, the page before the row `before`, or else the numbered page. Reads one row more
 * than it answers, to learn whether another page follows. If less than a page precedes `before`, it answers the first
 * page; beyond the end, it answers the last rows.
 */
export async function listKeysetPage(
  db: Db,
  filter: TransactionFilter,
  { page, after, before }: { page: Page; after?: Place | undefined; before?: Place | undefined },
): Promise<KeysetPage> {
  const limit = page.size + 1
  if (before) {
    const found = await readRows(db, filter, { limit, before })
    if (found.length < page.size) return listKeysetPage(db, filter, { page: { number: 1, size: page.size } })
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

function readRows(db: Db, filter: TransactionFilter, part: Part) {
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
    ])
    .execute()
}

/**
 * A part of a list: `limit` rows after `offset` rows, after the row `after` or directly before the row `before`; or all
 * rows up to and including the row `last`. With `isFromEnd`, `limit` rows before the last `offset` rows of the list.
 */
export interface Part {
  limit?: number
  offset?: number
  after?: Place | undefined
  before?: Place | undefined
  last?: Place | undefined
  isFromEnd?: boolean
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
 * Selects the states of a part. Every index has the status before the time, so a filter without a status needs three
 * selections. Each selects as many rows as the part can need.
 */
export function selectStates(db: Db, filter: TransactionFilter, part: Part) {
  const { limit, offset = 0 } = part
  const ofStatus = (status: TransactionStatus) => {
    const direction = getDirection(part)
    const states = selectMatching(db, { ...filter, status }, part)
      .orderBy('s.transactionAt', direction)
      .orderBy('s.transactionId', direction)
    return db.selectFrom((limit === undefined ? states : states.limit(offset + limit)).as('ofStatus')).selectAll()
  }
  const states =
    filter.status === undefined
      ? ofStatus('PENDING').unionAll(ofStatus('CONFIRMED')).unionAll(ofStatus('CANCELLED'))
      : ofStatus(filter.status)
  return db.selectFrom(states.as('s'))
}

/** Orders newest first, but oldest first to find the rows directly before `before` or the end. */
function getDirection({ before, isFromEnd }: Part): 'asc' | 'desc' {
  return before || isFromEnd ? 'asc' : 'desc'
}

/** Selects the states of a filter in any order. */
export function selectMatching(
  db: Db,
  filter: TransactionFilter,
  places: Pick<Part, 'after' | 'before' | 'last'> = {},
) {
  const { after, before, last } = places
  const { publisherId, advertiserId, keyword, status } = filter
  const statuses = status === undefined ? TRANSACTION_STATUSES : [status]
  let query = selectWithinTime(db, filter, places).where('s.status', 'in', statuses)
  if (publisherId !== undefined) query = query.where('s.publisherId', '=', publisherId)
  if (advertiserId !== undefined) query = query.where('s.advertiserId', '=', advertiserId)
  for (const isNamed of listNames(filter)) query = query.where(isNamed)
  const ofOrder = isOfOrder(filter)
  if (ofOrder) query = query.where(ofOrder)
  if (keyword) query = query.where(hasKeyword(keyword, filter))
  if (after) query = query.where(sql<boolean>`(s.transaction_at, s.transaction_id) < (${after.at}, ${after.id})`)
  if (before) query = query.where(sql<boolean>`(s.transaction_at, s.transaction_id) > (${before.at}, ${before.id})`)
  if (last) query = query.where(sql<boolean>`(s.transaction_at, s.transaction_id) >= (${last.at}, ${last.id})`)
  return query
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

/** Lists the conditions of a filter that names transactions. */
function listNames({ transactionId, transactionIds, keys }: TransactionFilter) {
  const conditions = []
  if (transactionId !== undefined) conditions.push(sql<boolean>`s.transaction_id = ${transactionId}`)
  if (transactionIds) conditions.push(sql<boolean>`s.transaction_id = ANY (${transactionIds}::uuid[])`)
  if (keys) {
    const publisherIds = keys.map(({ publisherId }) => publisherId)
    const ids = keys.map((key) => key.transactionId)
    conditions.push(sql<boolean>`(s.publisher_id, s.transaction_id)
      IN (SELECT * FROM unnest(${publisherIds}::bigint[], ${ids}::uuid[]))`)
  }
  return conditions
}

/** The condition on what the state of an order does not say: its site and the time of its click. */
function isOfOrder({ siteId, clickedFrom, clickedUntil }: TransactionFilter) {
  const conditions = [
    ...(siteId === undefined ? [] : [sql`t.site_id = ${siteId}`]),
    ...(clickedFrom ? [sql`t.clicked_at >= ${clickedFrom}`] : []),
    ...(clickedUntil ? [sql`t.clicked_at < ${clickedUntil}`] : []),
  ]
  if (conditions.length === 0) return undefined
  return sql<boolean>`EXISTS (
    SELECT FROM transaction AS t
    WHERE t.publisher_id = s.publisher_id AND t.id = s.transaction_id AND ${sql.join(conditions, sql` AND `)}
  )`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function hasKeyword(keyword: string, { publisherId }: TransactionFilter) {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isPublisher = sql`t.publisher_id IN (SELECT id FROM publisher WHERE name ILIKE ${pattern})`
  return sql<boolean>`EXISTS (
    SELECT FROM transaction AS t
    WHERE t.publisher_id = s.publisher_id AND t.id = s.transaction_id AND (
      t.advertiser_id IN (SELECT id FROM advertiser WHERE name ILIKE ${pattern})
      OR ${publisherId === undefined ? isPublisher : sql`false`}
      OR t.order_ref ILIKE ${pattern} OR t.source_page ILIKE ${pattern}
      OR t.sub1 ILIKE ${pattern} OR t.sub2 ILIKE ${pattern} OR t.sub3 ILIKE ${pattern}
      OR t.sub4 ILIKE ${pattern} OR t.sub5 ILIKE ${pattern}
      OR ${UUID.test(keyword) ? sql`t.id = ${keyword}::uuid` : sql`false`}
    )
  )`
}
