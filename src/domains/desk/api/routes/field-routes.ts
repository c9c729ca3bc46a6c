import { PROMOTION_CATEGORIES } from '#domains/tracking/promotions/rules.ts'
import { listOfferedPromotions } from '#domains/tracking/promotions/queries/promotions.ts'
import { getPublisherId } from '#kernel/actor-scope.ts'
import { summariseTransactions } from '#domains/orders/transactions/queries/summarise-transactions.ts'
import { listTransactionRows } from '#domains/orders/transactions/queries/transaction-rows.ts'
import { addDays, startOfDay, toDay } from '#kernel/days.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import {
  FIELD_PAGE_SIZE,
  FIELD_TYPES,
  FieldAdvertiser,
  FieldCategory,
  FieldPromotion,
  FieldTransaction,
  fieldAdvertisersCall,
  fieldCategoriesCall,
  fieldPromotionsCall,
  fieldTransactionsCall,
} from '../contract/field.ts'
import type { FieldPaging, OutFormat } from '../contract/field.ts'
import { countDirectory, listDirectory } from '../queries/directory.ts'
import { viewFieldAdvertiser, viewFieldPromotion, viewFieldTransaction, viewPaging } from '../views/field.ts'
import { writeCsv } from '#platform/server/files/answer-rows.ts'
import type { Row } from '#platform/server/files/answer-rows.ts'
import { writeXml } from '../views/xml.ts'
import { getDirectoryContext } from './directory-context.ts'

/** The routes of `GET /api?act=…`, which speaks the words of the field. */
export const fieldRoutes: Route[] = [
  route(fieldTransactionsCall, async (ctx, { query }) => {
    const range = { from: startOfDay(query.bdate), until: startOfDay(addDays(query.edate, 1)) }
    const filter = { publisherId: getPublisherId(ctx.actor), ...range }
    const summaries = await summariseTransactions(ctx.db, filter)
    const count = summaries.reduce((sum, summary) => sum + summary.count, 0)
    const rows = await listTransactionRows(ctx.db, filter, toFieldPart(query.page))
    const answer = { response: viewPaging(count, query.page), data: rows.map(viewFieldTransaction) }
    return formatAnswer(query.outformat, answer, Object.keys(FieldTransaction.shape))
  }),
  route(fieldCategoriesCall, async (_ctx, { query }) => {
    const all = PROMOTION_CATEGORIES.map((name, index) => ({ ID: index + 1, Name: name }))
    const { offset, limit } = toFieldPart(query.page)
    const data = all.slice(offset, offset + limit)
    const answer = { response: viewPaging(all.length, query.page), data }
    return formatAnswer(query.outformat, answer, Object.keys(FieldCategory.shape))
  }),
  route(fieldAdvertisersCall, async (ctx, { query }) => {
    const { domain, country } = query
    const membership = query.favor === '1' ? ('joined' as const) : undefined
    const filter = { publisherId: getPublisherId(ctx.actor), membership, domain, country }
    const context = await getDirectoryContext(ctx)
    const rows = await listDirectory(ctx.db, filter, toFieldPart(query.page))
    const answer = {
      response: viewPaging(await countDirectory(ctx.db, filter), query.page),
      data: rows.map((row) => viewFieldAdvertiser(row, context)),
    }
    return formatAnswer(query.outformat, answer, Object.keys(FieldAdvertiser.shape))
  }),
  route(fieldPromotionsCall, async (ctx, { query }) => {
    const category = query.category === undefined ? undefined : PROMOTION_CATEGORIES[query.category - 1]
    const { count, promotions } = await listOfferedPromotions(ctx.db, {
      publisherId: getPublisherId(ctx.actor),
      today: toDay(ctx.now),
      categories: category === undefined ? [] : [category],
      advertiserId: query.advertiser_id,
      sort: 'newest',
      page: { number: query.page, size: FIELD_PAGE_SIZE },
    })
    const context = await getDirectoryContext(ctx)
    const isBeyondEnd = toFieldPart(query.page).offset >= count
    const data = (isBeyondEnd ? [] : promotions).map((row) => viewFieldPromotion(row, context))
    const answer = { response: viewPaging(count, query.page), data }
    return formatAnswer(query.outformat, answer, Object.keys(FieldPromotion.shape))
  }),
]

/** Programs read pages until one is empty, so a page beyond the end has no rows, unlike in the lists for people. */
function toFieldPart(pageNumber: number): { limit: number; offset: number } {
  return { limit: FIELD_PAGE_SIZE, offset: (pageNumber - 1) * FIELD_PAGE_SIZE }
}

/** Returns the answer itself for JSON, and otherwise a file. A table has no place for the paging, so headers say it. */
function formatAnswer<A extends { response: FieldPaging; data: Row[] }>(
  format: OutFormat,
  answer: A,
  columns: readonly string[],
): A | FileReply {
  if (format === 'json') return answer
  const contentType = FIELD_TYPES[format]
  const { Num, PageNow, PageTotal } = answer.response
  const headers = { Num: String(Num), PageNow: String(PageNow), PageTotal: String(PageTotal) }
  if (format === 'xml') return new FileReply({ contentType, headers, body: writeXml('result', answer) })
  const delimiter = format === 'csv' ? ',' : '\t'
  return new FileReply({ contentType, headers, body: writeCsv(answer.data, { columns, delimiter, hasHeader: true }) })
}
