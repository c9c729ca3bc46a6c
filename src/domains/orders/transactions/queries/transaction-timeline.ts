import { sql } from 'kysely'
import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import { uuid7Time } from '#kernel/uuid7.ts'
import { listFiles } from '#domains/people/files/queries.ts'
import { listEntries } from '#domains/books/ledger/queries.ts'
import { listNotes } from '#domains/people/notes/queries.ts'
import type { NoteObject, Team } from '#domains/people/notes/rules.ts'
import { listTransactionRows } from './transaction-rows.ts'
import type { TransactionRow } from './transaction-rows.ts'
import { toRate } from '#domains/programmes/rates/rules/rate.ts'
import { readEvent } from '../rules/read-order.ts'
import { readOrderRates } from './amended-prices.ts'

/** The rows of a transaction's timeline. */
export type TransactionTimelineRows = Awaited<ReturnType<typeof getTransactionTimeline>>

/** Names a transaction of a publisher. One of another site or of another advertiser than these is not found. */
export interface TransactionIds {
  publisherId: bigint
  siteId?: bigint | undefined
  advertiserId?: bigint
  transactionId: string
}

/** The object of the notes about a transaction. */
export function toNoteObject({ publisherId, transactionId }: TransactionIds): NoteObject {
  return { kind: 'transaction', id: `${publisherId}.${transactionId}` }
}

/** Reads a transaction with its items, click, terms, postbacks, decisions and entries, and the notes of a team. */
export async function getTransactionTimeline(db: Db, { team, ...ids }: TransactionIds & { team?: Team | undefined }) {
  const transaction = await findTransaction(db, ids)
  if (!transaction) throw notFound()
  const decisions = await listDecisions(db, ids)
  return {
    transaction,
    click: transaction.clickId === null ? undefined : await findClick(db, transaction, transaction.clickId),
    terms: await findTerms(db, transaction),
    postbacks: await listPostbacks(db, transaction),
    unrecorded: await listUnrecorded(db, transaction),
    decisions,
    evidenceFiles: await listFiles(
      db,
      decisions.flatMap(({ evidenceFileId }) => evidenceFileId ?? []),
    ),
    items: await listItems(db, ids),
    entries: await listEntries(db, {
      publisherId: ids.publisherId,
      sourceKind: 'transaction',
      sourceId: ids.transactionId,
    }),
    notes: await listNotes(db, team, toNoteObject(ids)),
  }
}

/** Finds a transaction with its names and its state. */
export async function findTransaction(db: Db, ids: TransactionIds): Promise<TransactionRow | undefined> {
  const [transaction] = await listTransactionRows(db, ids, { limit: 1 })
  return transaction
}

function listDecisions(db: Db, { publisherId, transactionId }: TransactionIds) {
  return db
    .selectFrom('transactionDecision as d')
    .leftJoin('accountSummary as account', 'account.id', 'd.decidedBy')
    .leftJoin('decisionFileRow as row', (join) =>
      join
        .onRef('row.transactionId', '=', 'd.transactionId')
        .onRef('row.sequence', '=', 'd.sequence')
        .on('row.result', '=', 'decided')
        .on('row.publisherId', '=', publisherId),
    )
    .leftJoin('decisionFile as file', 'file.id', 'row.fileId')
    .leftJoin('apiKey as key', 'key.id', 'd.keyId')
    .select(['file.id as fileId', 'file.name as fileName', 'key.id as keyId', 'key.name as keyName'])
    .select(['d.sequence', 'd.action', 'd.decidedAs', 'd.status', 'd.reasonCode', 'd.holdReason', 'd.dueAt'])
    .select([
      sql<bigint>`coalesce(d.own_order_value, d.order_value)`.as('orderValue'),
      sql<bigint>`coalesce(d.own_commission, d.commission)`.as('commission'),
    ])
    .select(['d.note', 'd.decidedAt', 'account.displayName as decidedBy'])
    .select(['d.evidence', 'd.evidenceFileId', 'd.customerStatus', 'd.shippedAt', 'd.expectedAt'])
    .where('d.publisherId', '=', publisherId)
    .where('d.transactionId', '=', transactionId)
    .orderBy('d.sequence')
    .execute()
}

function listItems(db: Db, { publisherId, transactionId }: TransactionIds) {
  return db
    .selectFrom('transactionItem')
    .select(['sequence', 'group', 'sku', 'quantity', 'amount'])
    .where('publisherId', '=', publisherId)
    .where('transactionId', '=', transactionId)
    .orderBy('sequence')
    .orderBy('lineNo')
    .execute()
}

/** Reads the terms of a transaction and the rates that priced it. */
async function findTerms(db: Db, row: TransactionRow) {
  const { id: transactionId, publisherId, termsId, event } = row
  const terms = await db
    .selectFrom('programTerms as terms')
    .leftJoin('programRate as rate', (join) => join.onRef('rate.termsId', '=', 'terms.id').on('rate.event', '=', event))
    .select(['terms.version', 'terms.effectiveFrom', 'terms.windowDays', 'terms.validationDays', 'terms.currency'])
    .select(['terms.validationEnd', 'terms.ruleCount', 'rate.event', 'rate.ratePpm', 'rate.fixedAmount'])
    .where('terms.id', '=', termsId)
    .executeTakeFirst()
  if (!terms || terms.event === null) return terms && { ...terms, rates: [] }
  const sold = await db
    .selectFrom('transaction')
    .select(['clickedAt', 'regions', 'customerStatus', 'orderValue as reportedValue'])
    .where('publisherId', '=', publisherId)
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const { ruleCount } = terms
  const order = { ...sold, publisherId, transactionId, termsId, ruleCount, event, rate: toRate(terms) }
  return { ...terms, rates: await readOrderRates(db, order) }
}

function findClick(db: Db, { publisherId }: TransactionRow, clickId: string) {
  return db
    .selectFrom('click')
    .select(['clickedAt', 'verdict', 'country', 'device', 'referrer', 'destination'])
    .select(['sub1', 'sub2', 'sub3', 'sub4', 'sub5'])
    .where('publisherId', '=', publisherId)
    .where('id', '=', clickId)
    .where('clickedAt', '=', new Date(uuid7Time(clickId)))
    .executeTakeFirst()
}

const MAX_POSTBACKS = 50

/** Unrecorded postbacks of an order that are read at most; those of its other events are left out afterwards. */
const MAX_READ_UNRECORDED = 1000

/** Lists the postbacks that reported a transaction. Those that decided it are shown by their decisions. */
function listPostbacks(db: Db, { advertiserId, id }: TransactionRow) {
  return db
    .selectFrom('postback')
    .select(['receivedAt', 'channel', 'result', 'reason'])
    .where('advertiserId', '=', advertiserId)
    .where('transactionId', '=', id)
    .where('result', 'in', ['recorded', 'duplicate'])
    .orderBy('id')
    .limit(MAX_POSTBACKS)
    .execute()
}

/**
 * Lists the rejected and accepted postbacks that name the order of a transaction and a click of its publisher, or no
 * genuine click and the same event. Those that name a click of another publisher are none of this publisher's business.
 * The event stands in the parameters; once these are removed, it is not known.
 */
async function listUnrecorded(db: Db, { advertiserId, publisherId, orderRef, event }: TransactionRow) {
  const rows = await db
    .selectFrom('unrecordedPostback as unrecorded')
    .innerJoin('postback', (join) =>
      join
        .onRef('postback.advertiserId', '=', 'unrecorded.advertiserId')
        .onRef('postback.id', '=', 'unrecorded.postbackId'),
    )
    .leftJoin('postbackParameters as sent', (join) =>
      join
        .onRef('sent.advertiserId', '=', 'postback.advertiserId')
        .onRef('sent.postbackId', '=', 'postback.id')
        .onRef('sent.receivedAt', '=', 'postback.receivedAt'),
    )
    .select(['postback.receivedAt', 'postback.channel', 'postback.result', 'postback.reason', 'sent.parameters'])
    .select('unrecorded.publisherId')
    .where('unrecorded.advertiserId', '=', advertiserId)
    .where('unrecorded.orderRef', '=', orderRef)
    .where((row) =>
      row.or([row('unrecorded.publisherId', '=', publisherId), row('unrecorded.publisherId', 'is', null)]),
    )
    .orderBy('unrecorded.postbackId')
    .limit(MAX_READ_UNRECORDED)
    .execute()
  const isOfEvent = ({ publisherId: of, parameters }: (typeof rows)[number]) =>
    of !== null || (parameters !== null && readEvent(parameters) === event)
  return rows.filter(isOfEvent).slice(0, MAX_POSTBACKS)
}

/** Gets the file that supports a decision. Refuses a decision without one like an unknown transaction. */
export async function getEvidenceFile(
  db: Db,
  { sequence, ...ids }: TransactionIds & { sequence: number },
): Promise<string> {
  const transaction = await findTransaction(db, ids)
  const decision = await db
    .selectFrom('transactionDecision')
    .select('evidenceFileId')
    .where('publisherId', '=', ids.publisherId)
    .where('transactionId', '=', ids.transactionId)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  if (!transaction || !decision || decision.evidenceFileId === null) throw notFound()
  return decision.evidenceFileId
}
