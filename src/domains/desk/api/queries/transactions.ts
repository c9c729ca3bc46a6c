import { sql } from 'kysely'
import type { Db } from '#database'
import type { TransactionStatus } from '#domains/orders/transactions/contract/vocabulary.ts'
import type { Place } from '#kernel/cursor.ts'

/** A filter of one publisher's transactions. */
export interface ChangeFilter {
  publisherId: bigint
  /** The earliest time of the last change. */
  updatedSince?: Date | undefined
  /** Half-open range of the transaction time. */
  from?: Date | undefined
  until?: Date | undefined
  status?: TransactionStatus | undefined
  advertiserId?: bigint | undefined
}

/**
 * `limit` rows after the row `after`, or all rows after it up to and including the row `last`. The time of a row is
 * that of its last change.
 */
interface Part {
  after?: Place | undefined
  last?: Place | undefined
  limit?: number
}

/** One transaction with its names and its state. */
export type ChangedTransaction = Awaited<ReturnType<typeof listChanges>>[number]

/** What an order is worth in the currencies of order and commission. */
export const OWN_WORTH = {
  orderValue: sql<bigint>`coalesce(s.own_order_value, s.order_value)`,
  commission: sql<bigint>`coalesce(s.own_commission, s.commission)`,
}

/** Lists transactions by the time of their last change, oldest first. */
export function listChanges(db: Db, filter: ChangeFilter, part: Part) {
  return selectChangedTransactions(db, filter, part)
    .select(['t.id', 't.orderRef', 't.event', 't.clickId', 't.clickedAt', 't.sourcePage'])
    .select(['t.sub1', 't.sub2', 't.sub3', 't.sub4', 't.sub5'])
    .select([
      't.attribution',
      't.promotionId',
      't.coupon',
      't.customerStatus',
      'advertiser.name as advertiserName',
      'site.key as siteKey',
    ])
    .select([
      OWN_WORTH.orderValue.as('orderValue'),
      OWN_WORTH.commission.as('commission'),
      's.currency',
      't.commissionCurrency',
      's.orderValue as usdOrderValue',
      's.commission as usdCommission',
    ])
    .select(['s.advertiserId', 's.status', 's.reasonCode'])
    .select(['s.transactionAt', 's.decidedAt', 's.changedAt'])
    .execute()
}

/** Selects the transactions of `listChanges` with the tables of their names. */
export function selectChangedTransactions(db: Db, filter: ChangeFilter, part: Part) {
  return db
    .selectFrom(selectChanges(db, filter, part).as('s'))
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 's.publisherId').onRef('t.id', '=', 's.transactionId'),
    )
    .innerJoin('advertiser', 'advertiser.id', 's.advertiserId')
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
 * The list merges the first of both.
 */
function selectChanges(db: Db, filter: ChangeFilter, part: Part) {
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
  { after, last, changed }: Pick<Part, 'after' | 'last'> & { changed: 'transactionAt' | 'changedAt' },
) {
  const { publisherId, from, until, status, advertiserId } = filter
  let states = db
    .selectFrom('transactionState')
    .select(['publisherId', 'transactionId', 'advertiserId', 'status', 'reasonCode', 'orderValue', 'commission'])
    .select(['ownOrderValue', 'ownCommission', 'currency', 'transactionAt', 'decidedAt', `${changed} as changedAt`])
    .where('publisherId', '=', publisherId)
  // No transaction changes before it happens. The index is searched at the first of several bounds, so there is one.
  const since = [from, filter.updatedSince, after?.at].filter((at) => at !== undefined)
  if (since.length > 0) states = states.where(changed, '>=', new Date(Math.max(...since.map((at) => at.getTime()))))
  if (from) states = states.where('transactionAt', '>=', from)
  if (until) states = states.where('transactionAt', '<', until)
  if (status) states = states.where('status', '=', status)
  if (advertiserId !== undefined) states = states.where('advertiserId', '=', advertiserId)
  const place = sql`(${sql.ref(changed)}, transaction_id)`
  if (after) states = states.where(sql<boolean>`${place} > (${after.at}, ${after.id})`)
  if (last) states = states.where(sql<boolean>`${place} <= (${last.at}, ${last.id})`)
  return states
}
