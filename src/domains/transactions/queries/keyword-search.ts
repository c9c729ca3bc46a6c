import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { MAX_KEYWORD } from '../rules/search-text.ts'
import { STATUS_OVERLAP_MS } from '../rules/status-counts.ts'

/** The part of a filter of transactions that a search by keyword reads. */
export interface KeywordFilter {
  publisherId?: bigint | undefined
  advertiserId?: bigint | undefined
  /** A part of the advertiser, publisher, order id, source page or sub id, or the id of a transaction. */
  keyword?: string | undefined
  /** By what `prepareSearch` found, the stored texts are searched; without it each order is compared. */
  search?: KeywordSearch | undefined
  /** Half-open range of the transaction date. */
  from?: Date | undefined
  until?: Date | undefined
}

interface KeywordSearch {
  /** The advertisers and publishers whose names have the keyword. */
  advertiserIds: readonly bigint[]
  publisherIds: readonly bigint[]
  /** The texts of the orders recorded before are stored, as PostgreSQL writes the time. */
  writtenUntil: string
  /** Whether finding all its orders takes less time than going from order to order until a page is full. */
  isRare: boolean
}

/** The columns of an order of which a keyword can be a part. */
export const SEARCHED_COLUMNS = ['order_ref', 'source_page', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'].map((name) =>
  sql.ref(name),
)

/** Up to so many orders are found before a page of them is read. */
const MAX_RARE = 50_000

/** More names make a keyword that is not rare. */
const MAX_NAMES = 1000

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const toPattern = (keyword: string) => `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Prepares the search for the keyword of a filter, if it has one. The filter finds the same orders as before. */
export async function prepareSearch<F extends KeywordFilter>(db: Db, filter: F): Promise<F> {
  const { keyword, publisherId, advertiserId } = filter
  if (!keyword || keyword.length > MAX_KEYWORD || keyword.includes('\n')) return filter
  const named = sql`name ILIKE ${toPattern(keyword)}`
  const ofAdvertiser = advertiserId === undefined ? named : sql`${named} AND id = ${advertiserId}`
  const { rows } = await sql<Omit<KeywordSearch, 'isRare'>>`
    SELECT written_until::text AS written_until,
      ARRAY(SELECT id FROM advertiser WHERE ${ofAdvertiser} LIMIT ${MAX_NAMES + 1}) AS advertiser_ids,
      ARRAY(SELECT id FROM publisher WHERE ${publisherId === undefined ? named : sql`false`} LIMIT ${MAX_NAMES + 1})
        AS publisher_ids
    FROM transaction_text_progress WHERE copied_publisher_id IS NULL`.execute(db)
  const [found] = rows
  // Every order of an advertiser has a part of its name.
  if (found && advertiserId !== undefined && found.advertiserIds.length > 0) return { ...filter, keyword: undefined }
  if (!found || Math.max(found.advertiserIds.length, found.publisherIds.length) > MAX_NAMES) return filter
  const isRare = (await estimate(db, selectTexts({ ...filter, keyword }, found, true))) <= MAX_RARE
  return { ...filter, search: { ...found, isRare } }
}

/** Reads how many rows PostgreSQL expects. */
async function estimate(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<Record<string, string>>`EXPLAIN ${query}`.execute(db)
  return Number(/rows=(\d+)/.exec(Object.values(rows[0] ?? {})[0] ?? '')?.[1] ?? Infinity)
}

/**
 * Builds the condition on a state `s` that its order has the keyword. Who needs all of them (`isWhole`), or the few of
 * a rare keyword, finds the orders first; who needs a page goes from state to state.
 */
export function isOfKeyword(keyword: string, filter: KeywordFilter, isWhole: boolean): RawBuilder<boolean> {
  const { search } = filter
  if (!isWhole && !search?.isRare) {
    return sql<boolean>`EXISTS (
      SELECT FROM transaction AS t
      WHERE t.publisher_id = s.publisher_id AND t.id = s.transaction_id AND ${hasKeyword(keyword, filter)}
    )`
  }
  const found = search
    ? sql`${selectTexts({ ...filter, keyword }, search)} UNION ALL ${selectOrders(keyword, filter, search)}`
    : selectOrders(keyword, filter)
  return sql<boolean>`(s.publisher_id, s.transaction_id) IN (SELECT * FROM (${found} OFFSET 0) AS found)`
}

/** Selects the orders of a keyword by comparing each, or each whose text may not be stored yet. */
function selectOrders(keyword: string, filter: KeywordFilter, search?: KeywordSearch): RawBuilder<unknown> {
  const { from, until } = filter
  const conditions = [
    hasKeyword(keyword, filter),
    ...isOfOwner('t', filter),
    ...(from ? [sql`t.transaction_at >= ${from}`] : []),
    ...(until ? [sql`t.transaction_at < ${until}`] : []),
  ]
  const orders = search ? selectRecent(filter, search) : sql`transaction`
  return sql`SELECT t.publisher_id, t.id FROM ${orders} AS t WHERE ${sql.join(conditions, sql` AND `)}`
}

/**
 * The orders whose state has changed since shortly before the last texts were stored, as that of each new one has. They
 * are read by their keys before they are compared: PostgreSQL would otherwise compare all orders, because it counts the
 * search for names once for each key.
 */
function selectRecent(filter: KeywordFilter, { writtenUntil }: KeywordSearch): RawBuilder<unknown> {
  const since = sql`${writtenUntil}::timestamptz - ${STATUS_OVERLAP_MS} * interval '1 ms'`
  const changed = sql.join([sql`changed_at >= ${since}`, ...isOfOwner('transaction_state', filter)], sql` AND `)
  return sql`(
    SELECT sold.* FROM (
      SELECT publisher_id, transaction_id FROM transaction_state WHERE ${changed} OFFSET 0
    ) AS changed
    JOIN transaction AS sold ON sold.publisher_id = changed.publisher_id AND sold.id = changed.transaction_id
    OFFSET 0
  )`
}

/** What an index of parts of words can find: three letters or digits, or the beginning or end of a word. */
const INDEXED = /[a-z\d]{3}|[a-z\d][^a-z\d]|[^a-z\d][a-z\d]/i

/** Selects the orders of a keyword by their stored texts. An estimate knows the plain column alone. */
function selectTexts(
  { keyword = '', ...filter }: KeywordFilter,
  { advertiserIds, publisherIds }: Pick<KeywordSearch, 'advertiserIds' | 'publisherIds'>,
  isEstimate = false,
): RawBuilder<unknown> {
  const text = isEstimate || INDEXED.test(keyword) ? sql`text` : sql`(text || '')`
  const alternatives = [
    sql`${text} ILIKE ${toPattern(keyword)}`,
    ...(advertiserIds.length > 0 ? [sql`advertiser_id = ANY (${advertiserIds}::bigint[])`] : []),
    ...(publisherIds.length > 0 ? [sql`publisher_id = ANY (${publisherIds}::bigint[])`] : []),
    ...(UUID.test(keyword) ? [sql`transaction_id = ${keyword}::uuid`] : []),
  ]
  const conditions = [...isOfOwner('transaction_text', filter), sql`(${sql.join(alternatives, sql` OR `)})`]
  return sql`SELECT publisher_id, transaction_id FROM transaction_text WHERE ${sql.join(conditions, sql` AND `)}`
}

function isOfOwner(table: string, { publisherId, advertiserId }: KeywordFilter): RawBuilder<unknown>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return [
    ...(publisherId === undefined ? [] : [sql`${column('publisher_id')} = ${publisherId}::bigint`]),
    ...(advertiserId === undefined ? [] : [sql`${column('advertiser_id')} = ${advertiserId}::bigint`]),
  ]
}

/** Whether the order `t` has a keyword. */
function hasKeyword(keyword: string, { publisherId, search }: KeywordFilter): RawBuilder<unknown> {
  const pattern = toPattern(keyword)
  const isPublisher = sql`t.publisher_id ${isNamed('publisher', pattern, search?.publisherIds)}`
  const texts = SEARCHED_COLUMNS.map((column) => sql`t.${column} ILIKE ${pattern}`)
  return sql`(
    t.advertiser_id ${isNamed('advertiser', pattern, search?.advertiserIds)}
    OR ${publisherId === undefined ? isPublisher : sql`false`}
    OR ${sql.join(texts, sql` OR `)} OR ${UUID.test(keyword) ? sql`t.id = ${keyword}::uuid` : sql`false`}
  )`
}

/** Compares an id with those whose names have the keyword, which are looked up here if they are not known. */
function isNamed(table: string, pattern: string, ids: readonly bigint[] | undefined): RawBuilder<unknown> {
  if (ids) return sql`= ANY (${ids}::bigint[])`
  return sql`IN (SELECT id FROM ${sql.table(table)} WHERE name ILIKE ${pattern})`
}
