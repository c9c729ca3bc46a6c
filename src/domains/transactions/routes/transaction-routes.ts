import type { z } from 'zod'
import { SUCCESS } from '#kernel/endpoint.ts'
import { addDays, toDayRange, startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getAdvertiserId } from '#domains/advertisers/rules.ts'
import { getPublisherScope } from '#domains/publishers/rules.ts'
import { decideTransactions } from '../commands/decide-transactions.ts'
import {
  downloadTransactionsCall,
  getBrandTransactionCall,
  getReviewTransactionCall,
  getTransactionCall,
  listBrandTransactionsCall,
  listPostbacksCall,
  listReviewCall,
  listTransactionsCall,
  summariseBrandTransactionsCall,
  summariseReviewCall,
} from '../contract/calls.ts'
import { decideBrandTransactionsCall, decideTransactionsCall } from '../contract/decisions.ts'
import type { DecisionBody, DecisionReply } from '../contract/decisions.ts'
import { listWithoutRateCall } from '../contract/without-rate.ts'
import { exportTransactions } from '../queries/export-transactions.ts'
import { getTransactionTimeline } from '../queries/transaction-timeline.ts'
import { listCounterparties } from '../queries/list-counterparties.ts'
import { listPostbacks } from '../queries/list-postbacks.ts'
import { readPublisherPage } from '../queries/publisher-page.ts'
import { summariseTransactions } from '../queries/summarise-transactions.ts'
import { listKeysetPage } from '../queries/transaction-rows.ts'
import type { TransactionFilter } from '../queries/transaction-rows.ts'
import { listWithoutRate } from '../queries/without-rate.ts'
import { viewKeysetPage, viewPostback, viewSummary, viewTimeline, viewTransaction, viewWithoutRate } from '../views.ts'

const MAX_POSTBACKS = 100

/** The most days of orders without a rate that are listed. */
const MAX_LISTED_DAYS = 200

/** The routes of the transactions domain. Postbacks have their own handler. */
export const transactionRoutes: Route[] = [
  route(listTransactionsCall, async (ctx, { query }) => {
    const filter = buildPublisherFilter(ctx, query)
    const { summaries, rows } = await readPublisherPage(ctx.db, filter, toPage(query))
    return { ...SUCCESS, data: { ...viewSummary(summaries), transactions: rows.map(viewTransaction) } }
  }),
  route(downloadTransactionsCall, async (ctx, { query }) => {
    const filter = buildPublisherFilter(ctx, query)
    return new FileReply({
      filename: 'transactions.csv',
      contentType: 'text/csv; charset=utf-8',
      body: exportTransactions(ctx.db, filter, { hasByteOrderMark: query.bom === '1' }),
    })
  }),
  route(getTransactionCall, async (ctx, { params }) => {
    const ids = { ...getPublisherScope(ctx.actor), transactionId: params.transaction_id }
    const timeline = await getTransactionTimeline(ctx.db, ids)
    const path = `/api/v1/transaction/${ids.transactionId}`
    return { ...SUCCESS, data: viewTimeline(timeline, { locale: ctx.locale, hasAuthors: false, path }) }
  }),
  route(listReviewCall, async (ctx, { query }) => {
    const page = await listKeysetPage(ctx.db, buildReviewFilter(query), { ...query, page: toPage(query) })
    return { ...SUCCESS, data: { ...viewKeysetPage(page), ...(await listCounterparties(ctx.db)) } }
  }),
  route(summariseReviewCall, async (ctx, { query }) => {
    const summaries = await summariseTransactions(ctx.db, { ...buildReviewFilter(query), status: undefined })
    return { ...SUCCESS, data: viewSummary(summaries, query.status) }
  }),
  route(listWithoutRateCall, async (ctx) => {
    const waiting = await listWithoutRate(ctx.db)
    const count = waiting.reduce((sum, orders) => sum + orders.count, 0)
    return { ...SUCCESS, data: { count, waiting: waiting.slice(0, MAX_LISTED_DAYS).map(viewWithoutRate) } }
  }),
  route(getReviewTransactionCall, async (ctx, { params }) => {
    const ids = { publisherId: params.publisher_id, transactionId: params.transaction_id }
    const timeline = await getTransactionTimeline(ctx.db, ids)
    const path = `/api/v1/operator/transactions/${ids.publisherId}/${ids.transactionId}`
    return { ...SUCCESS, data: viewTimeline(timeline, { locale: ctx.locale, hasAuthors: true, path }) }
  }),
  route(decideTransactionsCall, async (ctx, { body }) => decide(ctx, body)),
  route(decideBrandTransactionsCall, async (ctx, { body }) => decide(ctx, body)),
  route(listBrandTransactionsCall, async (ctx, { query }) => {
    const filter = { ...buildAdvertiserFilter(ctx, query), status: query.status }
    const page = await listKeysetPage(ctx.db, filter, { ...query, page: toPage(query) })
    return { ...SUCCESS, data: viewKeysetPage(page) }
  }),
  route(getBrandTransactionCall, async (ctx, { params }) => {
    const { publisher_id: publisherId, transaction_id: transactionId } = params
    const ids = { publisherId, transactionId, advertiserId: getAdvertiserId(ctx.actor) }
    const timeline = await getTransactionTimeline(ctx.db, ids)
    const path = `/api/v1/brand/transactions/${publisherId}/${transactionId}`
    return { ...SUCCESS, data: viewTimeline(timeline, { locale: ctx.locale, hasAuthors: false, path }) }
  }),
  route(summariseBrandTransactionsCall, async (ctx, { query }) => {
    const summaries = await summariseTransactions(ctx.db, buildAdvertiserFilter(ctx, query))
    return { ...SUCCESS, data: viewSummary(summaries, query.status) }
  }),
  route(listPostbacksCall, async (ctx, { query }) => {
    const filter = { advertiserId: getAdvertiserId(ctx.actor), result: query.result, limit: MAX_POSTBACKS }
    const rows = await listPostbacks(ctx.db, filter)
    return { ...SUCCESS, data: { postbacks: rows.map(viewPostback) } }
  }),
]

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

type ReviewQuery = z.infer<typeof summariseReviewCall.query>

function buildReviewFilter(query: ReviewQuery): TransactionFilter {
  const { keyword, status, advertiser_id: advertiserId, publisher_id: publisherId } = query
  return { keyword, status, advertiserId, publisherId, ...chosenDays(query) }
}

type PublisherQuery = z.infer<typeof listTransactionsCall.query>

function buildPublisherFilter(ctx: RequestCtx, query: Omit<PublisherQuery, 'page_number' | 'page_size'>) {
  const { keyword, status } = query
  return { ...getPublisherScope(ctx.actor), keyword, status, ...recentDays(query, ctx.now) }
}

function buildAdvertiserFilter(ctx: RequestCtx, query: DayQuery & { keyword?: string | undefined }): TransactionFilter {
  return { advertiserId: getAdvertiserId(ctx.actor), keyword: query.keyword, ...recentDays(query, ctx.now) }
}

interface DayQuery {
  begin?: Day | undefined
  end?: Day | undefined
}

/** Gets the chosen days, by default the last days up to today. */
function recentDays(query: DayQuery, now: Date): { from: Date; until: Date } {
  const { from, until } = toDayRange(query, now)
  return { from: startOfDay(from), until: startOfDay(until) }
}

/** Gets the chosen days, by default all. */
function chosenDays({ begin, end }: DayQuery): { from?: Date; until?: Date } {
  return {
    ...(begin === undefined ? {} : { from: startOfDay(begin) }),
    ...(end === undefined ? {} : { until: startOfDay(addDays(end, 1)) }),
  }
}
