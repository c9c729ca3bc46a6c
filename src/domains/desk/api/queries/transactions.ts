import { sql } from 'kysely'
import type { Db } from '#database'
import type { TransactionStatus } from '#domains/orders/transactions/contract/vocabulary.ts'
import type { Place } from '#kernel/cursor.ts'

interface ChangeChoice {
  /** The earliest time of the last change. */
  updatedSince?: Date | undefined
  /** Half-open range of the transaction time. */
  from?: Date | undefined
  until?: Date | undefined
  status?: TransactionStatus | undefined
}

/** A filter of the transactions of the publisher, or of the advertiser, who reads them. */
export type ChangeFilter = ChangeChoice &
  (
    | { reader: 'publisher'; publisherId: bigint; advertiserId?: bigint | undefined }
    | { reader: 'advertiser'; advertiserId: bigint; publisherId?: bigint | undefined }
  )

/**
 * `limit` rows after the row `after`, or all rows after it up to and including the row `last`. The time of a row is
 * that of its last change.
 */
export interface ChangePart {
  after?: Place | undefined
  last?: Place | undefined
  limit?: number
}

/**
 * Selects transactions by the time of their last change, oldest first, with the tables of their names. PostgreSQL
 * leaves out those of which nothing is read.
 */
export function selectChangedTransactions(db: Db, filter: ChangeFilter, part: ChangePart) {
  return db
    .selectFrom(selectChanges(db, filter, part).as('s'))
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 's.publisherId').onRef('t.id', '=', 's.transactionId'),
    )
    .leftJoin('advertiser', 'advertiser.id', 's.advertiserId')
    .leftJoin('publisher', 'publisher.id', 's.publisherId')
    .leftJoin('site', 'site.id', 't.siteId')
    .orderBy('s.changedAt')
    .orderBy('s.transactionId')
}

/** Finds the last of `limit` transactions; undefined if fewer are left. */
export function findLastChange(
  db: Db,
  filter: ChangeFilter,
  next: { after: Place | undefined; limit: number },
): Promise<Place | undefined> {
  return db
    .selectFrom(selectChanges(db, filter, next).as('s'))
    .select(['s.changedAt as at', 's.transactionId as id'])
    .orderBy('s.changedAt')
    .orderBy('s.transactionId')
    .offset(next.limit - 1)
    .limit(1)
    .executeTakeFirst()
}

/**
 * A transaction without a decision changed when it happened, unless its exchange rate came later. So the index by
 * status and time lists these, and only the others need an index by change, which an order therefore does not write.
 * Publishers and advertisers have both indexes each. The list merges the first of both.
 */
function selectChanges(db: Db, filter: ChangeFilter, part: ChangePart) {
  const { limit } = part
  const unchanged = selectStates(db, filter, { ...part, changed: 'transactionAt' })
    .where('status', '=', 'PENDING')
    .where('sequence', '=', 0)
    .whereRef('changedAt', '<=', 'transactionAt')
  const changed = selectStates(db, filter, { ...part, changed: 'changedAt' }).where(
    sql<boolean>`(sequence > 0 OR changed_at > transaction_at)`,
  )
  const takeFirst = (states: typeof unchanged) => {
    const ordered = states.orderBy('changedAt').orderBy('transactionId')
    return db.selectFrom((limit === undefined ? ordered : ordered.limit(limit)).as('first')).selectAll()
  }
  const merged = takeFirst(unchanged).unionAll(takeFirst(changed)).orderBy('changedAt').orderBy('transactionId')
  return limit === undefined ? merged : merged.limit(limit)
}

function selectStates(
  db: Db,
  filter: ChangeFilter,
  { after, last, changed }: Pick<ChangePart, 'after' | 'last'> & { changed: 'transactionAt' | 'changedAt' },
) {
  const { publisherId, from, until, status, advertiserId } = filter
  let states = db
    .selectFrom('transactionState')
    .select(['publisherId', 'transactionId', 'advertiserId', 'status', 'reasonCode', 'holdReason', 'orderValue', 'fee'])
    .select(['commission', 'ownOrderValue', 'ownCommission', 'currency', 'transactionAt', 'decidedAt'])
    .select(`${changed} as changedAt`)
  // No transaction changes before it happens. The index is searched at the first of several bounds, so there is one.
  const since = [from, filter.updatedSince, after?.at].filter((at) => at !== undefined)
  if (since.length > 0) states = states.where(changed, '>=', new Date(Math.max(...since.map((at) => at.getTime()))))
  if (from) states = states.where('transactionAt', '>=', from)
  if (until) states = states.where('transactionAt', '<', until)
  if (status) states = states.where('status', '=', status)
  if (publisherId !== undefined) states = states.where('publisherId', '=', publisherId)
  if (advertiserId !== undefined) states = states.where('advertiserId', '=', advertiserId)
  const place = sql`(${sql.ref(changed)}, transaction_id)`
  if (after) states = states.where(sql<boolean>`${place} > (${after.at}, ${after.id})`)
  // By the time alone PostgreSQL estimates how few rows a part has. By the place it expects a large share of all, and
  // reads the whole index of orders for each part.
  if (last) states = states.where(changed, '<=', last.at).where(sql<boolean>`${place} <= (${last.at}, ${last.id})`)
  return states
}
