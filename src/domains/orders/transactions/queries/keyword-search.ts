import { containing } from '#platform/server/database/like-pattern.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import { MAX_KEYWORD, isIndexed, listWords } from '../rules/search-text.ts'
import { mayLackText } from './order-labels.ts'

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
  /** The keyword in lower case, as texts are stored. */
  lowered: string
  /** The parts of it by which the index of parts of words is read; none if it cannot find the keyword. */
  indexed: readonly string[]
  /** Whether the index is read for the advertiser, too. */
  isOwnIndexed: boolean
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

/** Prepares the search for the keyword of a filter, if it has one. The filter finds the same orders as before. */
export async function prepareSearch<F extends KeywordFilter>(db: Db, filter: F): Promise<F> {
  const { keyword, publisherId, advertiserId } = filter
  if (!keyword || keyword.length > MAX_KEYWORD || keyword.includes('\n')) return filter
  const named = sql`name ILIKE ${containing(keyword)}`
  const ofAdvertiser = advertiserId === undefined ? named : sql`${named} AND id = ${advertiserId}`
  const { rows } = await sql<Omit<KeywordSearch, keyof Way>>`
    SELECT written_until::text AS written_until, lower(${keyword}) AS lowered,
      ARRAY(SELECT id FROM advertiser WHERE ${ofAdvertiser} LIMIT ${MAX_NAMES + 1}) AS advertiser_ids,
      ARRAY(SELECT id FROM publisher WHERE ${publisherId === undefined ? named : sql`false`} LIMIT ${MAX_NAMES + 1})
        AS publisher_ids
    FROM transaction_text_progress WHERE copied_publisher_id IS NULL`.execute(db)
  const [found] = rows
  // Every order of an advertiser has a part of its name.
  if (found && advertiserId !== undefined && found.advertiserIds.length > 0) return { ...filter, keyword: undefined }
  if (!found || found.lowered.length > MAX_KEYWORD) return filter
  if (Math.max(found.advertiserIds.length, found.publisherIds.length) > MAX_NAMES) return filter
  return { ...filter, search: { ...found, ...(await chooseWay(db, filter, found)) } }
}

/** More words of a keyword are not considered apart. */
const MAX_WORDS = 6

/** A word in a larger share of the texts is left to the comparison: reading its long list would take longer. */
const MAX_SHARE = 0.2

type Way = Pick<KeywordSearch, 'isRare' | 'indexed' | 'isOwnIndexed'>

/** Chooses how the texts with a keyword are found, by how many PostgreSQL expects. */
async function chooseWay(db: Db, filter: KeywordFilter, found: Omit<KeywordSearch, keyof Way>): Promise<Way> {
  const { lowered } = found
  const words = filter.publisherId === undefined ? listWords(lowered) : []
  const isDivided = words.length > 1 && words.length <= MAX_WORDS
  const select = (part: string, owner: KeywordFilter) =>
    selectTexts(owner, { ...found, lowered: part, indexed: [part], isOwnIndexed: true })
  const divided = [select('', {}), select('', filter), ...words.map((word) => select(word, {}))]
  const expected = await estimate(db, [select(lowered, filter), ...(isDivided ? divided : [])])
  const [matching = Infinity, all = 0, own = Infinity, ...ofWords] = expected
  const isRare = matching <= MAX_RARE
  const rare = words.filter((_, index) => (ofWords[index] ?? Infinity) <= all * MAX_SHARE)
  if (rare.length > 0) return { isRare, indexed: rare, isOwnIndexed: own <= all * MAX_SHARE }
  return { isRare, indexed: isIndexed(lowered) ? [lowered] : [], isOwnIndexed: true }
}

/** Reads how many rows PostgreSQL expects of each of some selections. */
async function estimate(db: Db, selections: readonly RawBuilder<unknown>[]): Promise<number[]> {
  const planned = selections.map((selection) => sql`ARRAY(SELECT 1 FROM (${selection}) AS each)`)
  const { rows } = await sql<Record<string, [{ Plan: { Plans: { 'Plan Rows': number }[] } }]>>`
    EXPLAIN (FORMAT json) SELECT ${sql.join(planned)}`.execute(db)
  const [explained] = Object.values(rows[0] ?? {})
  return explained?.[0].Plan.Plans.map((plan) => plan['Plan Rows']) ?? []
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
  const found = selectFound(keyword, filter)
  return sql<boolean>`(s.publisher_id, s.transaction_id)
    IN (SELECT publisher_id, transaction_id FROM (${found} OFFSET 0) AS found)`
}

/** Selects `publisher_id`, `transaction_id` and `transaction_at` of the orders of a keyword, some of them twice. */
export function selectFound(keyword: string, filter: KeywordFilter): RawBuilder<unknown> {
  const { search } = filter
  if (!search) return selectOrders(keyword, filter)
  return sql`${selectTexts({ ...filter, keyword }, search)} UNION ALL ${selectOrders(keyword, filter, search)}`
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
  return sql`SELECT t.publisher_id, t.id AS transaction_id, t.transaction_at
    FROM ${orders} AS t WHERE ${sql.join(conditions, sql` AND `)}`
}

/**
 * The orders whose state has changed since shortly before the last texts were stored, as that of each new one has. They
 * are read by their keys before they are compared: PostgreSQL would otherwise compare all orders, because it counts the
 * search for names once for each key.
 */
function selectRecent(filter: KeywordFilter, { writtenUntil }: KeywordSearch): RawBuilder<unknown> {
  const changed = sql.join([mayLackText(writtenUntil), ...isOfOwner('transaction_state', filter)], sql` AND `)
  return sql`(
    SELECT sold.* FROM (
      SELECT publisher_id, transaction_id FROM transaction_state WHERE ${changed} OFFSET 0
    ) AS changed
    JOIN transaction AS sold ON sold.publisher_id = changed.publisher_id AND sold.id = changed.transaction_id
    OFFSET 0
  )`
}

/** Selects the orders of a keyword by their stored texts. */
function selectTexts(
  { publisherId, advertiserId, keyword = '' }: KeywordFilter,
  { lowered, indexed, isOwnIndexed, ...named }: Omit<KeywordSearch, 'isRare' | 'writtenUntil'>,
): RawBuilder<unknown> {
  const { advertiserIds, publisherIds } = named
  // PostgreSQL reads the index only for plain columns.
  const compared = indexed.includes(lowered) ? [] : [lowered]
  const alternatives = [
    sql`(${sql.join(
      [
        ...indexed.map((part) => sql`text LIKE ${containing(part)}`),
        ...compared.map((part) => sql`(text || '') LIKE ${containing(part)}`),
      ],
      sql` AND `,
    )})`,
    ...(advertiserIds.length > 0 ? [sql`advertiser_id = ANY (${advertiserIds}::bigint[])`] : []),
    ...(publisherIds.length > 0 ? [sql`publisher_id = ANY (${publisherIds}::bigint[])`] : []),
    ...(UUID.test(keyword) ? [sql`transaction_id = ${keyword}::uuid`] : []),
  ]
  const isOwn =
    isOwnIndexed || advertiserId === undefined
      ? isOfOwner('transaction_text', { publisherId, advertiserId })
      : [sql`advertiser_id + 0 = ${advertiserId}::bigint`]
  const conditions = [...isOwn, sql`(${sql.join(alternatives, sql` OR `)})`]
  return sql`SELECT publisher_id, transaction_id, transaction_at FROM transaction_text
    WHERE ${sql.join(conditions, sql` AND `)}`
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
  const pattern = containing(keyword)
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
