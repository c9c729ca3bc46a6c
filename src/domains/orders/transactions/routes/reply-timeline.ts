import { writeNote } from '#domains/people/notes/commands.ts'
import { findTeam } from '#domains/people/notes/rules.ts'
import { viewNote } from '#domains/people/notes/views.ts'
import { listNotes } from '#domains/people/notes/queries.ts'
import { getAdvertiserId, getPublisherScope } from '#kernel/actor-scope.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { route } from '#platform/server/http/route.ts'
import * as contract from '../contract/notes.ts'
import { findTransaction, getTransactionTimeline, toNoteObject } from '../queries/transaction-timeline.ts'
import type { TransactionIds } from '../queries/transaction-timeline.ts'
import { viewTimeline } from './view-timeline.ts'

interface ReviewParams {
  publisher_id: bigint
  transaction_id: string
}

/** Names any transaction, for an operator. */
export function toIds({ publisher_id: publisherId, transaction_id: transactionId }: ReviewParams): TransactionIds {
  return { publisherId, transactionId }
}

/** Names a transaction at the shop of the advertiser that calls. */
export function findAdvertiserIds(ctx: RequestCtx, params: ReviewParams): TransactionIds {
  return { ...toIds(params), advertiserId: getAdvertiserId(ctx.actor) }
}

/** Names a transaction of the publisher that calls. */
export function findOwnIds(ctx: RequestCtx, params: Pick<ReviewParams, 'transaction_id'>): TransactionIds {
  return { ...getPublisherScope(ctx.actor), transactionId: params.transaction_id }
}

/** Answers the timeline of a transaction, as far as the caller may see it. */
export async function replyTimeline(ctx: RequestCtx, ids: TransactionIds) {
  const timeline = await getTransactionTimeline(ctx.db, { ...ids, team: findTeam(ctx.actor) })
  const { publisherId, transactionId } = ids
  const reader = getReader(ctx)
  const path =
    reader === 'publisher'
      ? `/api/v1/transaction/${transactionId}`
      : `/api/v1/${reader === 'advertiser' ? 'brand' : 'operator'}/transactions/${publisherId}/${transactionId}`
  const canOpenClaims = ctx.actor.kind === 'account' && ctx.actor.subAccount === undefined
  return { ...SUCCESS, data: viewTimeline(timeline, { locale: ctx.locale, reader, path, canOpenClaims }) }
}

function getReader({ actor }: RequestCtx) {
  return actor.kind === 'account' ? actor.role : 'publisher'
}

/** The routes of the notes about transactions. */
export const transactionNoteRoutes: Route[] = [
  route(contract.noteTransactionCall, (ctx, { params, body }) => note(ctx, findOwnIds(ctx, params), body)),
  route(contract.noteAdvertiserTransactionCall, (ctx, { params, body }) =>
    note(ctx, findAdvertiserIds(ctx, params), body),
  ),
  route(contract.noteReviewTransactionCall, (ctx, { params, body }) => note(ctx, toIds(params), body)),
]

/** Writes a note about a transaction that the caller may see, and answers all notes of its team. */
async function note(ctx: RequestCtx, ids: TransactionIds, { text }: { text: string }) {
  if (!(await findTransaction(ctx.db, ids))) throw notFound()
  const object = toNoteObject(ids)
  await writeNote(ctx, { object, text })
  const notes = await listNotes(ctx.db, findTeam(ctx.actor), object)
  return { ...SUCCESS, data: { notes: notes.map(viewNote) } }
}
