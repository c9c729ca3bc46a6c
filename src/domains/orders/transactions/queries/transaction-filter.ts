import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Place } from '#kernel/cursor.ts'
import { TRANSACTION_STATUSES } from '../contract/vocabulary.ts'
import type { TransactionStatus } from '../contract/vocabulary.ts'
import { isOfKeyword } from './keyword-search.ts'
import type { KeywordFilter } from './keyword-search.ts'
import type { CountedDay } from '../rules/counted-days.ts'
import type { LabelledDays } from './order-labels.ts'
import { isOfPart } from './order-parts.ts'
import type { OrderPart } from './order-parts.ts'

/** A filter of transactions. A list for a publisher or an advertiser always filters by its id. */
export interface TransactionFilter extends KeywordFilter {
  siteId?: bigint | undefined
  transactionId?: string | undefined
  /** Only with `publisherId`. */
  transactionIds?: readonly string[] | undefined
  /** Only with a status. */
  keys?: readonly { publisherId: bigint; transactionId: string }[] | undefined
  status?: TransactionStatus | undefined
  /** Leaves cancelled transactions out. */
  isNotCancelled?: boolean | undefined
  /** Half-open range of the day on which reports count. No order is older than its click. */
  clickedFrom?: Date | undefined
  clickedUntil?: Date | undefined
  /** Half-open range of the last decision; undecided transactions are left out. */
  decidedFrom?: Date | undefined
  decidedUntil?: Date | undefined
  /** Only with `advertiserId`: the orders that a row of its reports counts. */
  part?: OrderPart | undefined
  /** The days on which reports count such orders, as `prepareLabels` found them. */
  counted?: CountedDays | undefined
  /** The orders of the part are found by their labels; without, each order is compared. */
  labelled?: LabelledDays | undefined
}

/** The orders that a row of a report counts, by day. */
export interface CountedDays {
  advertiserId: bigint
  days: readonly CountedDay[]
  /** The labels of the orders recorded before are stored, as PostgreSQL writes the time. */
  writtenUntil: string
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
  const { keyword, part, labelled } = filter
  const ofOrder = isOfOrder(filter)
  return [
    ...listNames(filter),
    ...listDecided(filter),
    ...(ofOrder ? [ofOrder] : []),
    ...(part ? [isOfPart(part, labelled)] : []),
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
