import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { uuid7Time } from '#kernel/uuid7.ts'
import type { SearchResult } from '../contract.ts'
import type { SearchTerm } from '../rules.ts'
import type { Searcher } from './searcher.ts'

/** The most transactions that a search shows. */
const LIMIT = 6

interface FoundTransaction {
  publisherId: bigint
  transactionId: string
  orderRef: string
  event: string
  advertiserName: string
  publisherName: string
}

/** A click that a token names. */
export interface NamedClick {
  publisherId: bigint
  clickId: string
}

/**
 * Finds transactions by order id, by their id, and by the click that earned them. Each way reads an index whose first
 * column is an advertiser or a publisher that the searcher may see.
 */
export async function findTransactions(
  db: Db,
  searcher: Searcher,
  { term, click }: { term: SearchTerm; click: NamedClick | undefined },
): Promise<SearchResult[]> {
  const ways = [
    selectByOrder(searcher, term.text),
    ...(term.uuid === undefined ? [] : [selectById(searcher, term.uuid)]),
    ...(click ? [selectByClick(click)] : []),
  ]
  const { rows } = await sql<FoundTransaction>`
    SELECT sold.publisher_id, sold.id AS transaction_id, sold.order_ref, sold.event,
      advertiser.name AS advertiser_name, publisher.name AS publisher_name
    FROM (${sql.join(ways, sql` UNION `)}) AS found (publisher_id, transaction_id)
    JOIN transaction AS sold ON sold.publisher_id = found.publisher_id AND sold.id = found.transaction_id
    JOIN advertiser ON advertiser.id = sold.advertiser_id
    JOIN publisher ON publisher.id = sold.publisher_id
    WHERE ${isOwn(searcher)}
    ORDER BY sold.transaction_at DESC LIMIT ${LIMIT}`.execute(db)
  return rows.map((row) => viewTransaction(row, searcher))
}

function selectByOrder(searcher: Searcher, orderRef: string): RawBuilder<unknown> {
  return sql`(SELECT publisher_id, transaction_id FROM transaction_key
    WHERE advertiser_id = ANY (${listAdvertisers(searcher)}) AND order_ref = ${orderRef} LIMIT 50)`
}

/** A publisher has its own transactions under its id; for others the postback that recorded it leads to it. */
function selectById(searcher: Searcher, id: string): RawBuilder<unknown> {
  const { publisherId } = searcher
  if (publisherId !== undefined) return sql`(SELECT ${publisherId}::bigint, ${id}::uuid)`
  return sql`(SELECT publisher_id, transaction_id FROM postback
    WHERE advertiser_id = ANY (${listAdvertisers(searcher)}) AND transaction_id = ${id} AND result = 'recorded'
    LIMIT 1)`
}

/** The advertisers among whose orders the searcher's are: its own one, or all. The database lists them for itself. */
function listAdvertisers({ role, advertiserId }: Searcher): RawBuilder<unknown> {
  return role === 'advertiser' ? sql`ARRAY[${advertiserId ?? 0n}::bigint]` : sql`ARRAY(SELECT id FROM advertiser)`
}

/** The id of a click says when it was, by which an index finds its transactions. */
function selectByClick({ publisherId, clickId }: NamedClick): RawBuilder<unknown> {
  const at = uuid7Time(clickId)
  return sql`(SELECT publisher_id, id FROM transaction
    WHERE publisher_id = ${publisherId} AND click_id = ${clickId}
      AND clicked_at BETWEEN ${new Date(at - 1000)} AND ${new Date(at + 1000)} LIMIT ${LIMIT})`
}

/** What the searcher may see of what was found. */
function isOwn({ role, publisherId, siteId, advertiserId }: Searcher): RawBuilder<unknown> {
  if (role === 'operator') return sql`true`
  if (role === 'advertiser') return sql`sold.advertiser_id = ${advertiserId ?? 0n}`
  const isOfSite = siteId === undefined ? sql`true` : sql`sold.site_id = ${siteId}`
  return sql`sold.publisher_id = ${publisherId ?? 0n} AND ${isOfSite}`
}

function viewTransaction(row: FoundTransaction, { role }: Searcher): SearchResult {
  const counterparties = {
    operator: `${row.advertiserName} · ${row.publisherName}`,
    advertiser: row.publisherName,
    publisher: row.advertiserName,
  }
  const paths = {
    operator: `/operator/transactions/${row.publisherId}/${row.transactionId}`,
    advertiser: `/brand/transactions/${row.publisherId}/${row.transactionId}`,
    publisher: `/transactions/${row.transactionId}`,
  }
  const detail = `${counterparties[role]} · ${row.event}`
  return { kind: 'transaction', title: row.orderRef, detail, path: paths[role] }
}
