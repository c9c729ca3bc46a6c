import { sql } from 'kysely'
import type { Db } from '#database'
import type { TransactionStatus } from '#domains/transactions/contract/vocabulary.ts'
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

/** The rows after `after`; `after.at` is the time of the last change. */
interface Part {
  after?: Place | undefined
  limit: number
}

/** One transaction with its names and its state. */
export type ChangedTransaction = Awaited<ReturnType<typeof listChanges>>[number]

/** Lists transactions by the time of their last change, oldest first. */
export function listChanges(db: Db, filter: ChangeFilter, { after, limit }: Part) {
  return db
    .selectFrom(selectChanges(db, filter, after).limit(limit).as('s'))
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.publisherId', '=', 's.publisherId').onRef('t.id', '=', 's.transactionId'),
    )
    .innerJoin('advertiser', 'advertiser.id', 's.advertiserId')
    .leftJoin('site', 'site.id', 't.siteId')
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
    .select(['s.advertiserId', 's.status', 's.reasonCode', 's.orderValue', 's.commission', 's.currency'])
    .select(['s.transactionAt', 's.decidedAt', 's.changedAt'])
    .orderBy('s.changedAt')
    .orderBy('s.transactionId')
    .execute()
}

function selectChanges(db: Db, filter: ChangeFilter, after: Place | undefined) {
  const { publisherId, from, until, status, advertiserId } = filter
  let states = db.selectFrom('transactionState').selectAll().where('publisherId', '=', publisherId)
  // No transaction changes before it happens, so the first condition lets the index skip rows.
  if (from) states = states.where('changedAt', '>=', from).where('transactionAt', '>=', from)
  if (filter.updatedSince) states = states.where('changedAt', '>=', filter.updatedSince)
  if (until) states = states.where('transactionAt', '<', until)
  if (status) states = states.where('status', '=', status)
  if (advertiserId !== undefined) states = states.where('advertiserId', '=', advertiserId)
  if (after) states = states.where(sql<boolean>`(changed_at, transaction_id) > (${after.at}, ${after.id})`)
  return states.orderBy('changedAt').orderBy('transactionId')
}

const BATCH_ROWS = 2000

/** Reads all transactions after `after` in batches, so that any number of them needs constant memory. */
export async function* readChanges(db: Db, filter: ChangeFilter, after?: Place): AsyncGenerator<ChangedTransaction[]> {
  let place = after
  for (;;) {
    const rows = await listChanges(db, filter, { after: place, limit: BATCH_ROWS })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) return
    place = { at: last.changedAt, id: last.id }
  }
}
