import type { z } from 'zod'
import { writeCursor } from '#kernel/cursor.ts'
import { DAY_MS, addDays, toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { formatAmount } from '#kernel/money.ts'
import { toPage } from '#kernel/paging.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { receiveBulkDecision } from '../commands/receive-bulk-decision.ts'
import * as contract from '../contract/orders.ts'
import type { OrderSums, OrderToDecide, PublisherHistory } from '../contract/orders.ts'
import { DAYS_AHEAD, HISTORY_DAYS } from '../contract/vocabulary.ts'
import { getFile } from '../queries/decision-files.ts'
import { exportOpenOrders } from '../queries/export-open-orders.ts'
import { listHistories } from '../queries/histories.ts'
import type { HistoryRow } from '../queries/histories.ts'
import { listOrdersToDecide, sumOrdersToDecide } from '../queries/orders-to-decide.ts'
import type { QueueFilter, QueueSums } from '../queries/orders-to-decide.ts'
import type { TransactionRow } from '../queries/transaction-rows.ts'
import { viewPublisherTransaction } from '../views.ts'
import { viewFile } from './view-decision-file.ts'

/** The routes of the queues of undecided orders. */
export const orderRoutes: Route[] = [
  route(contract.listOrdersToDecideCall, async (ctx, { query }) => {
    const filter = toFilter(ctx, query)
    const { rows, next, previous } = await listOrdersToDecide(ctx.db, filter, { ...query, page: toPage(query) })
    const histories = await readHistories(
      ctx,
      rows.map(({ publisherId }) => publisherId),
    )
    const orders = rows.map((row) => viewOrder(row, histories.get(row.publisherId)))
    return {
      ...SUCCESS,
      data: { orders, next: next && writeCursor(next), previous: previous && writeCursor(previous) },
    }
  }),
  route(contract.summariseOrdersToDecideCall, async (ctx, { query }) => {
    const { advertiserId, ...filter } = toFilter(ctx, query)
    const until = new Date(ctx.now.getTime() + DAYS_AHEAD * DAY_MS)
    const [matching, soon, held, withoutRate] = await Promise.all([
      sumOrdersToDecide(ctx.db, { advertiserId, ...filter }),
      sumOrdersToDecide(ctx.db, { advertiserId, queue: 'clock', until }),
      sumOrdersToDecide(ctx.db, { advertiserId, queue: 'held' }),
      sumOrdersToDecide(ctx.db, { advertiserId, queue: 'without_rate' }),
    ])
    const waiting = { held: viewSums(held), without_rate: viewSums(withoutRate) }
    return { ...SUCCESS, data: { matching: viewSums(matching), soon: viewSums(soon), ...waiting } }
  }),
  route(contract.downloadOpenOrdersCall, async ({ db, actor }) => {
    const body = exportOpenOrders(db, { advertiserId: getAdvertiserId(actor) })
    return new FileReply({ filename: 'orders-to-decide.csv', contentType: 'text/csv; charset=utf-8', body })
  }),
  route(contract.getPublisherHistoryCall, async (ctx, { params: { publisher_id: publisherId } }) => {
    const histories = await readHistories(ctx, [publisherId])
    return { ...SUCCESS, data: viewHistory(histories.get(publisherId)) }
  }),
  route(contract.decideOrdersCall, async (ctx, { body }) => {
    const { matching, transactions, file_id: fileId, ...asked } = body
    const decision = { ...asked, evidenceFileId: fileId || undefined }
    const advertiserId = getAdvertiserId(ctx.actor)
    const chosen = matching
      ? ({ source: 'filter', filter: toFilter(ctx, matching) } as const)
      : ({ source: 'selection', transactions: transactions ?? [] } as const)
    const id = await receiveBulkDecision(ctx, { advertiserId, decision, chosen })
    return { ...SUCCESS, data: viewFile(await getFile(ctx.db, { advertiserId, fileId: id })) }
  }),
]

function readHistories(ctx: RequestCtx, publisherIds: readonly bigint[]) {
  const since = addDays(toDay(ctx.now), -HISTORY_DAYS)
  return listHistories(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), publisherIds, since })
}

type FilterQuery = z.infer<typeof contract.summariseOrdersToDecideCall.query>

function toFilter(ctx: RequestCtx, { queue, publisher_id: publisherId, keyword }: FilterQuery): QueueFilter {
  return { advertiserId: getAdvertiserId(ctx.actor), queue, publisherId, keyword }
}

function viewOrder(row: TransactionRow, history: HistoryRow | undefined): OrderToDecide {
  return {
    ...viewPublisherTransaction(row),
    coupon: row.coupon,
    rule: row.validationEnd,
    validation_days: row.validationDays,
    history: viewHistory(history),
  }
}

function viewHistory(history: HistoryRow | undefined): PublisherHistory {
  const { pending = 0, confirmed = 0, cancelled = 0 } = history ?? {}
  return { pending, confirmed, cancelled }
}

function viewSums({ count, orderValue, commission }: QueueSums): OrderSums {
  return { count, order_value: formatAmount(orderValue), commission: formatAmount(commission) }
}
