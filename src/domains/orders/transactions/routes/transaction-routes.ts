import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getAdvertiserId, getPublisherScope } from '#kernel/actor-scope.ts'
import { decideTransactions } from '../commands/decide-transactions.ts'
import {
  downloadAdvertiserTransactionsCall,
  downloadReviewCall,
  downloadTransactionsCall,
  getAdvertiserTransactionCall,
  getReviewTransactionCall,
  getTransactionCall,
  listAdvertiserTransactionsCall,
  listReviewCall,
  listTransactionsCall,
  summariseAdvertiserTransactionsCall,
  summariseReviewCall,
} from '../contract/calls.ts'
import { decideAdvertiserTransactionsCall, decideTransactionsCall } from '../contract/decisions.ts'
import { DUE_DAYS, sumDueOrdersCall } from '../contract/due-orders.ts'
import type { DecisionBody, DecisionReply } from '../contract/decisions.ts'
import { listWithoutRateCall } from '../contract/without-rate.ts'
import { exportTransactions } from '../queries/export-transactions.ts'
import type { FileReader } from '../queries/export-transactions.ts'
import { buildAdvertiserFilter, buildPublisherFilter, buildReviewFilter } from '../queries/list-filters.ts'
import { readPublisherPage } from '../queries/publisher-page.ts'
import { sumDueOrders } from '../queries/sum-due-orders.ts'
import { summariseTransactions } from '../queries/summarise-transactions.ts'
import { listKeysetPage } from '../queries/transaction-rows.ts'
import type { TransactionFilter } from '../queries/transaction-filter.ts'
import { namePart } from '../queries/name-part.ts'
import { listWithoutRate } from '../queries/without-rate.ts'
import { viewDueOrders, viewKeysetPage, viewSummary, viewTransaction, viewWithoutRate } from '../views.ts'
import { findAdvertiserIds, findOwnIds, replyTimeline, toIds } from './reply-timeline.ts'

/** The most days of orders without a rate that are listed. */
const MAX_LISTED_DAYS = 200

/** The routes of the transactions domain. Postbacks have their own handler. */
export const transactionRoutes: Route[] = [
  route(listTransactionsCall, async (ctx, { query }) => {
    const filter = buildPublisherFilter(query, { ...getPublisherScope(ctx.actor), now: ctx.now })
    const { summaries, rows } = await readPublisherPage(ctx.db, filter, toPage(query))
    return { ...SUCCESS, data: { ...viewSummary(summaries), transactions: rows.map(viewTransaction) } }
  }),
  route(downloadTransactionsCall, async (ctx, { query }) => {
    const filter = buildPublisherFilter(query, { ...getPublisherScope(ctx.actor), now: ctx.now })
    return replyFile(ctx, filter, { reader: 'publisher', ...query })
  }),
  route(getTransactionCall, async (ctx, { params }) => replyTimeline(ctx, findOwnIds(ctx, params))),
  route(listReviewCall, async (ctx, { query }) => {
    const page = await listKeysetPage(ctx.db, buildReviewFilter(query), { ...query, page: toPage(query) })
    return { ...SUCCESS, data: viewKeysetPage(page) }
  }),
  route(summariseReviewCall, async (ctx, { query }) => {
    const summaries = await summariseTransactions(ctx.db, { ...buildReviewFilter(query), status: undefined })
    return { ...SUCCESS, data: viewSummary(summaries, query.status) }
  }),
  route(downloadReviewCall, async (ctx, { query }) =>
    replyFile(ctx, buildReviewFilter(query), { reader: 'operator', ...query }),
  ),
  route(listWithoutRateCall, async (ctx) => {
    const waiting = await listWithoutRate(ctx.db)
    const count = waiting.reduce((sum, orders) => sum + orders.count, 0)
    return { ...SUCCESS, data: { count, waiting: waiting.slice(0, MAX_LISTED_DAYS).map(viewWithoutRate) } }
  }),
  route(getReviewTransactionCall, async (ctx, { params }) => replyTimeline(ctx, toIds(params))),
  route(decideTransactionsCall, async (ctx, { body }) => decide(ctx, body)),
  route(decideAdvertiserTransactionsCall, async (ctx, { body }) => decide(ctx, body)),
  route(listAdvertiserTransactionsCall, async (ctx, { query }) => {
    const filter = buildAdvertiserFilter(query, { advertiserId: getAdvertiserId(ctx.actor), now: ctx.now })
    const page = await listKeysetPage(ctx.db, filter, { ...query, page: toPage(query) })
    const part = filter.part && { ...filter.part, advertiserId: getAdvertiserId(ctx.actor), locale: ctx.locale }
    return { ...SUCCESS, data: { ...viewKeysetPage(page), value_name: part ? await namePart(ctx.db, part) : null } }
  }),
  route(getAdvertiserTransactionCall, async (ctx, { params }) => replyTimeline(ctx, findAdvertiserIds(ctx, params))),
  route(summariseAdvertiserTransactionsCall, async (ctx, { query }) => {
    const filter = buildAdvertiserFilter(query, { advertiserId: getAdvertiserId(ctx.actor), now: ctx.now })
    const ofAll = { ...filter, status: undefined, isNotCancelled: undefined }
    return { ...SUCCESS, data: viewSummary(await summariseTransactions(ctx.db, ofAll), query.status) }
  }),
  route(downloadAdvertiserTransactionsCall, async (ctx, { query }) => {
    const filter = buildAdvertiserFilter(query, { advertiserId: getAdvertiserId(ctx.actor), now: ctx.now })
    return replyFile(ctx, filter, { reader: 'advertiser', ...query })
  }),
  route(sumDueOrdersCall, async (ctx) => {
    const until = new Date(ctx.now.getTime() + DUE_DAYS * 86_400_000)
    const due = await sumDueOrders(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), until })
    return { ...SUCCESS, data: { days: DUE_DAYS, due: due.map(viewDueOrders) } }
  }),
]

/** Answers all transactions of a filter as a file. */
function replyFile(
  { db }: RequestCtx,
  filter: TransactionFilter,
  { reader, bom }: { reader: FileReader; bom: '0' | '1' },
): FileReply {
  return new FileReply({
    filename: 'transactions.csv',
    contentType: 'text/csv; charset=utf-8',
    body: exportTransactions(db, filter, { reader, hasByteOrderMark: bom === '1' }),
  })
}

async function decide(ctx: RequestCtx, body: DecisionBody): Promise<DecisionReply> {
  const { transactions, action, reason_code: reasonCode, hold_reason: holdReason, amount: orderValue } = body
  const { items, note, file_id: fileId } = body
  const decision = { action, reasonCode, holdReason, orderValue, items, note, evidenceFileId: fileId || undefined }
  const refused = await decideTransactions(
    ctx,
    transactions.map((name) => ({ ...name, ...decision })),
  )
  return {
    ...SUCCESS,
    decided: transactions.length - refused.length,
    refused: refused.map(({ transactionId, refusal }) => ({
      transaction_id: transactionId,
      message: errorText(ctx.locale, refusal),
    })),
  }
}
