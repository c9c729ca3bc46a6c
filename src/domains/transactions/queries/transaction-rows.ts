import { sql } from 'kysely'
import type { Db } from '#database'
import type { Place } from '#kernel/cursor.ts'
import type { Page } from '#kernel/paging.ts'
import { getOffset } from '#kernel/paging.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'

/** A filter of transactions. A list for a publisher or an advertiser always filters by its id. */
export interface TransactionFilter {
  publisherId?: bigint | undefined
  /** Only with `publisherId`. */
  siteId?: bigint | undefined
  advertiserId?: bigint | undefined
  transactionId?: string | undefined
  status?: TransactionStatus | undefined
  /** A part of the advertiser, publisher, order id, source page or sub id, or the id of a transaction. */
  keyword?: string | undefined
  /** Half-open range of the transaction date. */
  from?: Date | undefined
  until?: Date | undefined
}

/** One transaction with its names and its state. */
export type TransactionRow = Awaited<ReturnType<typeof readRows>>[number]

/** Reads a part of the transactions of a filter, newest first. */
export function listTransactionRows(db: Db, filter: TransactionFilter, part: Part) {
  return readRows(db, filter, part)
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
    const rows = found.slice(-page.size)
    if (rows.length < page.size) return listKeysetPage(db, filter, { page: { number: 1, size: page.size } })
    return { rows, previous: found.length > rows.length ? toPlace(rows.at(0)) : null, next: toPlace(rows.at(-1)) }
  }
  const offset = after ? 0 : getOffset(page, Infinity)
  const found = await readRows(db, filter, { limit, offset, after })
  if (found.length === 0 && (after || offset > 0)) {
    return { ...(await listKeysetPage(db, filter, { page, before: END })), next: null }
  }
  const rows = found.slice(0, page.size)
  return {
    rows,
    previous: after || offset > 0 ? toPlace(rows.at(0)) : null,
    next: found.length > rows.length ? toPlace(rows.at(-1)) : null,
  }
}

/** Comes after every row of a list that begins with the newest. */
const END: Place = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

function toPlace(row: TransactionRow | undefined): Place | null {
  return row ? { at: row.transactionAt, id: row.id } : null
}

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
      's.orderValue',
      's.commission',
      's.currency',
      't.sourcePage',
      't.clickId',
      't.clickedAt',
      't.attribution',
      't.termsId',
      't.coupon',
      't.customerStatus',
      's.transactionAt',
      's.status',
      's.reasonCode as reason',
      's.decidedAt',
      'terms.validationDays',
    ])
    .execute()
}

/** A part of a list: `limit` rows after `offset` rows, after the row `after` or directly before the row `before`. */
export interface Part {
  limit: number
  offset?: number
  after?: Place | undefined
  before?: Place | undefined
}

/** Selects a part of the transactions of a filter, newest first, with names. */
export function selectPart(db: Db, filter: TransactionFilter, part: Part) {
  const direction = getDirection(part)
  const chosen = selectStates(db, filter, part)
    .selectAll('s')
    .orderBy('s.transactionAt', direction)
    .orderBy('s.transactionId', direction)
    .limit(part.limit)
    .offset(part.offset ?? 0)
  return db
    .selectFrom(chosen.as('s'))
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
 * Selects the states of a filter. Every index has the status before the time, so a filter without a status needs three
 * selections. Each selects as many rows as the part can need.
 */
export function selectStates(db: Db, filter: TransactionFilter, part?: Part) {
  const ofStatus = (status: TransactionStatus) => {
    let states = selectStatesOfStatus(db, { ...filter, status }, part)
    if (part) {
      const direction = getDirection(part)
      states = states.orderBy('s.transactionAt', direction).orderBy('s.transactionId', direction)
      states = states.limit((part.offset ?? 0) + part.limit)
    }
    return db.selectFrom(states.as('ofStatus')).selectAll()
  }
  const states =
    filter.status === undefined
      ? ofStatus('PENDING').unionAll(ofStatus('CONFIRMED')).unionAll(ofStatus('CANCELLED'))
      : ofStatus(filter.status)
  return db.selectFrom(states.as('s'))
}

/** Orders newest first, but oldest first to find the rows directly before `before`. */
function getDirection(part: Part): 'asc' | 'desc' {
  return part.before ? 'asc' : 'desc'
}

type StatusFilter = TransactionFilter & { status: TransactionStatus }

function selectStatesOfStatus(db: Db, filter: StatusFilter, { after, before }: Pick<Part, 'after' | 'before'> = {}) {
  const { publisherId, siteId, advertiserId, transactionId, from, until, keyword } = filter
  let query = db.selectFrom('transactionState as s').selectAll('s').where('status', '=', filter.status)
  if (publisherId !== undefined) query = query.where('s.publisherId', '=', publisherId)
  if (advertiserId !== undefined) query = query.where('s.advertiserId', '=', advertiserId)
  if (transactionId !== undefined) query = query.where('s.transactionId', '=', transactionId)
  if (from !== undefined) query = query.where('s.transactionAt', '>=', from)
  if (until !== undefined) query = query.where('s.transactionAt', '<', until)
  if (siteId !== undefined) query = query.where(isOfSite(siteId))
  if (keyword) query = query.where(hasKeyword(keyword, filter))
  if (after) query = query.where(sql<boolean>`(s.transaction_at, s.transaction_id) < (${after.at}, ${after.id})`)
  if (before) query = query.where(sql<boolean>`(s.transaction_at, s.transaction_id) > (${before.at}, ${before.id})`)
  return query
}

function isOfSite(siteId: bigint) {
  return sql<boolean>`EXISTS (
    SELECT FROM transaction AS t
    WHERE t.publisher_id = s.publisher_id AND t.id = s.transaction_id AND t.site_id = ${siteId}
  )`
}

function hasKeyword(keyword: string, { publisherId }: TransactionFilter) {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`EXISTS (
    SELECT FROM transaction AS t
    JOIN advertiser ON advertiser.id = t.advertiser_id
    JOIN publisher ON publisher.id = t.publisher_id
    WHERE t.publisher_id = s.publisher_id AND t.id = s.transaction_id AND (
      advertiser.name ILIKE ${pattern} OR (${publisherId === undefined} AND publisher.name ILIKE ${pattern})
      OR t.order_ref ILIKE ${pattern} OR t.source_page ILIKE ${pattern}
      OR t.sub1 ILIKE ${pattern} OR t.sub2 ILIKE ${pattern} OR t.sub3 ILIKE ${pattern}
      OR t.sub4 ILIKE ${pattern} OR t.sub5 ILIKE ${pattern}
      OR t.id::text = lower(${keyword})
    )
  )`
}
