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
    .selectFrom(selectChanges(db, filter, { after, limit }).as('s'))
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

/**
 * A transaction that is not decided changed when it happened, so the index by status and time lists these. Only the
 * decided ones need an index by change, which an order therefore does not write. The list merges the first of both.
 */
function selectChanges(db: Db, filter: ChangeFilter, { after, limit }: Part) {
  const pending = selectStates(db, filter, { after, changed: 'transactionAt' }).where('status', '=', 'PENDING')
  const decided = selectStates(db, filter, { after, changed: 'changedAt' }).where('status', '<>', 'PENDING')
  const takeFirst = (states: typeof pending) =>
    db.selectFrom(states.orderBy('changedAt').orderBy('transactionId').limit(limit).as('first')).selectAll()
  return takeFirst(pending).unionAll(takeFirst(decided)).orderBy('changedAt').orderBy('transactionId').limit(limit)
}

function selectStates(
  db: Db,
  filter: ChangeFilter,
  { after, changed }: { after: Place | undefined; changed: 'transactionAt' | 'changedAt' },
) {
  const { publisherId, from, until, status, advertiserId } = filter
  let states = db
    .selectFrom('transactionState')
    .select(['publisherId', 'transactionId', 'advertiserId', 'status', 'reasonCode', 'orderValue', 'commission'])
    .select(['currency', 'transactionAt', 'decidedAt', `${changed} as changedAt`])
    .where('publisherId', '=', publisherId)
  // No transaction changes before it happens, so the first condition lets the index skip rows.
  if (from) states = states.where(changed, '>=', from).where('transactionAt', '>=', from)
  if (filter.updatedSince) states = states.where(changed, '>=', filter.updatedSince)
  if (until) states = states.where('transactionAt', '<', until)
  if (status) states = states.where('status', '=', status)
  if (advertiserId !== undefined) states = states.where('advertiserId', '=', advertiserId)
  if (after) {
    const place = sql`(${sql.ref(changed)}, transaction_id)`
    states = states.where(sql<boolean>`${place} > (${after.at}, ${after.id})`)
  }
  return states
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
