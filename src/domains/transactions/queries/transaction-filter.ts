import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { TRANSACTION_STATUSES } from '../contract/vocabulary.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'
import { isOfPart } from './order-parts.ts'
import type { OrderPart } from './order-parts.ts'

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
  /** Leaves cancelled transactions out. */
  isNotCancelled?: boolean | undefined
  /** A part of the advertiser, publisher, order id, source page or sub id, or the id of a transaction. */
  keyword?: string | undefined
  /** Half-open range of the transaction date. */
  from?: Date | undefined
  until?: Date | undefined
  /** Half-open range of the day on which reports count. No order is older than its click. */
  clickedFrom?: Date | undefined
  clickedUntil?: Date | undefined
  /** Half-open range of the last decision; undecided transactions are left out. */
  decidedFrom?: Date | undefined
  decidedUntil?: Date | undefined
  /** Only with `advertiserId`: the orders that a row of its reports counts. */
  part?: OrderPart | undefined
}

/** Lists the statuses that a filter admits. */
export function listStatuses({ status, isNotCancelled }: TransactionFilter): readonly TransactionStatus[] {
  const statuses = status === undefined ? TRANSACTION_STATUSES : [status]
  return isNotCancelled ? statuses.filter((each) => each !== 'CANCELLED') : statuses
}

/**
 * Lists the conditions of a filter on a state `s`, beside its status, its owner and its time. `isWhole` says that all
 * states are read.
 */
export function listConditions(filter: TransactionFilter, { isWhole }: { isWhole: boolean }): RawBuilder<boolean>[] {
  const { keyword, part } = filter
  const ofOrder = isOfOrder(filter)
  return [
    ...listNames(filter),
    ...listDecided(filter),
    ...(ofOrder ? [ofOrder] : []),
    ...(part ? [isOfPart(part)] : []),
    ...(keyword ? [isOfKeyword(keyword, filter, isWhole)] : []),
  ]
}

function listDecided({ decidedFrom, decidedUntil }: TransactionFilter): RawBuilder<boolean>[] {
  return [
    ...(decidedFrom || decidedUntil ? [sql<boolean>`s.status <> 'PENDING'`] : []),
    ...(decidedFrom ? [sql<boolean>`s.decided_at >= ${decidedFrom}`] : []),
    ...(decidedUntil ? [sql<boolean>`s.decided_at < ${decidedUntil}`] : []),
  ]
}

/** Lists the conditions of a filter that names transactions. */
function listNames({ transactionId, transactionIds, keys }: TransactionFilter) {
  const conditions: RawBuilder<boolean>[] = []
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

/** Whether the order `t` has a keyword. */
function hasKeyword(keyword: string, { publisherId }: TransactionFilter) {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isPublisher = sql`t.publisher_id IN (SELECT id FROM publisher WHERE name ILIKE ${pattern})`
  return sql<boolean>`(
    t.advertiser_id IN (SELECT id FROM advertiser WHERE name ILIKE ${pattern})
    OR ${publisherId === undefined ? isPublisher : sql`false`}
    OR t.order_ref ILIKE ${pattern} OR t.source_page ILIKE ${pattern}
    OR t.sub1 ILIKE ${pattern} OR t.sub2 ILIKE ${pattern} OR t.sub3 ILIKE ${pattern}
    OR t.sub4 ILIKE ${pattern} OR t.sub5 ILIKE ${pattern}
    OR ${UUID.test(keyword) ? sql`t.id = ${keyword}::uuid` : sql`false`}
  )`
}

/**
 * Builds the condition on a state `s` that its order has the keyword. Who needs all of them (`isWhole`) searches the
 * orders first, and reads the states of those that it finds; who needs a few of them goes from state to state.
 */
function isOfKeyword(keyword: string, filter: TransactionFilter, isWhole: boolean): RawBuilder<boolean> {
  const { publisherId, advertiserId, from, until } = filter
  if (!isWhole) {
    return sql<boolean>`EXISTS (
      SELECT FROM transaction AS t
      WHERE t.publisher_id = s.publisher_id AND t.id = s.transaction_id AND ${hasKeyword(keyword, filter)}
    )`
  }
  const conditions = [
    hasKeyword(keyword, filter),
    ...(publisherId === undefined ? [] : [sql`t.publisher_id = ${publisherId}`]),
    ...(advertiserId === undefined ? [] : [sql`t.advertiser_id = ${advertiserId}`]),
    ...(from ? [sql`t.transaction_at >= ${from}`] : []),
    ...(until ? [sql`t.transaction_at < ${until}`] : []),
  ]
  return sql<boolean>`(s.publisher_id, s.transaction_id) IN (
    SELECT t.publisher_id, t.id FROM transaction AS t WHERE ${sql.join(conditions, sql` AND `)} OFFSET 0
  )`
}
