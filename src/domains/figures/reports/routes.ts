import { addDays, countDays, startOfDay, toDay, toDayRange } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import type { FullFigures } from '#kernel/measures.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import { toPage } from '#kernel/paging.ts'
import { getAdvertiserId, getPublisherId, getPublisherScope } from '#kernel/actor-scope.ts'
import { replyRows } from '#platform/server/http/reply-rows.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import {
  downloadPerformanceCall,
  downloadSubIdPerformanceCall,
  getAttentionCall,
  LINK_FIGURE_DAYS,
  getLinkFiguresCall,
  getOwnFiguresCall,
  getPerformanceCall,
  getSubIdPerformanceCall,
} from './contract/calls.ts'
import { getAdvertiserHomeCall } from './contract/advertiser.ts'
import { getOrdersPerClickCall } from './contract/orders-per-click.ts'
import { ApiClickDay, listApiClickDaysCall } from './contract/click-days.ts'
import * as advertiser from './contract/advertiser-report.ts'
import { MAX_NETWORK_HIT_DAYS, countNetworkHitsCall } from './contract/network-hits.ts'
import { defaultSort } from './contract/vocabulary.ts'
import type { ReportSort } from './contract/vocabulary.ts'
import { sumAdvertiserFigures } from './queries/advertiser-figures.ts'
import { readAnomalyFigures } from './queries/anomaly-figures.ts'
import { listIdleSites, listStoppedPrograms } from './queries/attention.ts'
import { divideOrderDays } from './queries/order-days.ts'
import { readComparedReport } from './queries/advertiser-report.ts'
import { readLinkFigures } from './queries/link-figures.ts'
import { findReportProgress, toAdvertiserQuery } from './queries/advertiser-query.ts'
import { listClickMonths, listCohorts } from './queries/cohorts.ts'
import { exportAdvertiserReport } from './queries/export-advertiser-report.ts'
import { exportReport } from './queries/export-report.ts'
import { countNetworkHits } from './queries/network-hits.ts'
import { readGroupFigures } from './queries/performance.ts'
import { readReport } from './queries/report.ts'
import { listReportDays } from './queries/report-days.ts'
import { findProgress } from './queries/rollup-progress.ts'
import { readOrdersPerClick } from './queries/orders-per-click.ts'
import { findAnomalies } from './rules/find-anomalies.ts'
import { getCohortStart, getMonthSoFar } from './rules/month-so-far.ts'
import { getPeriodBefore, toReportRange } from './rules/performance.ts'
import type { DayFilter, ReportSelection } from './rules/performance.ts'
import {
  viewAdvertiserHome,
  viewAdvertiserReport,
  viewClickMonths,
  viewCohorts,
  viewMeasures,
  viewOrdersPerClick,
} from './views/advertiser.ts'
import {
  viewAttention,
  viewFigures,
  viewNetworkHits,
  viewPerformance,
  viewSubIdPerformance,
} from './views/performance.ts'

interface ReportRequest extends DayFilter {
  sort?: ReportSort | undefined
  compare: '0' | '1'
}

/** The routes of the reports domain. */
export const reportRoutes: Route[] = [
  route(getPerformanceCall, async (ctx, { query }) => {
    const { type } = query
    const asked = { ...toQuery(ctx, query, { type }), page: toPage(query) }
    return { success: true as const, data: viewPerformance({ ...asked, type, ...(await readReport(ctx.db, asked)) }) }
  }),
  route(getSubIdPerformanceCall, async (ctx, { query }) => {
    const asked = { ...toQuery(ctx, query, toSlot(query)), page: toPage(query) }
    const rows = await readReport(ctx.db, asked)
    const { slot, advertiser_id: advertiserId } = query
    return {
      success: true as const,
      data: viewSubIdPerformance({ ...asked, ...rows, slot, advertiserId }),
    }
  }),
  route(downloadPerformanceCall, (ctx, { query }) => download(ctx, query, { type: query.type })),
  route(downloadSubIdPerformanceCall, (ctx, { query }) => download(ctx, query, toSlot(query))),
  route(getOwnFiguresCall, async (ctx, { query }) => {
    const range = toReportRange({ ...query, type: 'advertiser' }, ctx.now)
    const asked = { ...getPublisherScope(ctx.actor), type: 'advertiser' as const, range }
    const found = await readGroupFigures(ctx.db, asked, query.advertiser_ids)
    const data = [...found].map(([id, figures]) => ({ advertiser_id: Number(id), ...viewFigures(figures) }))
    return { success: true as const, data }
  }),
  route(getLinkFiguresCall, async (ctx, { query }) => {
    const from = startOfDay(addDays(toDay(ctx.now), 1 - LINK_FIGURE_DAYS))
    const asked = { ...getPublisherScope(ctx.actor), linkIds: query.link_ids, from }
    const found = await readLinkFigures(ctx.db, asked)
    const data = found.map(({ linkId, ...figures }) => ({ link_id: Number(linkId), ...viewFigures(figures) }))
    return { success: true as const, data }
  }),
  route(getAttentionCall, async (ctx) => {
    const publisherId = getPublisherId(ctx.actor)
    const [sites, programs] = await Promise.all([
      listIdleSites(ctx.db, { publisherId, now: ctx.now }),
      listStoppedPrograms(ctx.db, { publisherId }),
    ])
    return { success: true as const, data: viewAttention(sites, programs) }
  }),
  route(getAdvertiserHomeCall, async (ctx) => ({ success: true as const, data: await readAdvertiserHome(ctx) })),
  route(advertiser.getAdvertiserReportCall, async (ctx, { query }) => {
    const asked = await toAdvertiserQuery(ctx.db, query, { advertiserId: getAdvertiserId(ctx.actor), now: ctx.now })
    const rows = await readComparedReport(ctx.db, { ...asked, page: toPage(query), isCompared: query.compare === '1' })
    const { locale, now } = ctx
    const asOf = await findReportProgress(ctx.db, asked)
    // The report by sub id leaves out orders without one.
    const orderDays = asked.group === 'sub_id' ? undefined : await divideOrderDays(ctx.db, { ...asked, now })
    return { success: true as const, data: viewAdvertiserReport({ ...asked, ...rows, asOf, orderDays, now, locale }) }
  }),
  route(advertiser.downloadAdvertiserReportCall, async (ctx, { query }) => {
    const asked = await toAdvertiserQuery(ctx.db, query, { advertiserId: getAdvertiserId(ctx.actor), now: ctx.now })
    return new FileReply({
      filename: `${asked.group}_report_by_${asked.dateType === 'click_date' ? 'click' : 'order'}_day.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: exportAdvertiserReport(ctx.db, asked, { hasByteOrderMark: query.bom === '1' }),
    })
  }),
  route(advertiser.listReportDaysCall, async (ctx, { query: { measure, ...query } }) => {
    const scope = { advertiserId: getAdvertiserId(ctx.actor), now: ctx.now }
    const days = await listReportDays(ctx.db, await toAdvertiserQuery(ctx.db, { ...query, group: 'day' }, scope))
    const view = (figures: FullFigures) => viewMeasures(figures, [measure])[measure]
    const viewed = days.map(({ day, now, before }) => ({ day, value: view(now), before: view(before) }))
    return { success: true as const, data: { measure, days: viewed } }
  }),
  route(listApiClickDaysCall, async (ctx, { query: { limit, format, cursor, ...query } }) => {
    const scope = { advertiserId: getAdvertiserId(ctx.actor), now: ctx.now }
    const asked = await toAdvertiserQuery(ctx.db, { ...query, group: 'day' }, scope)
    const asOf = await findReportProgress(ctx.db, asked)
    const days = await listReportDays(ctx.db, asked)
    const reply = await replyRows(
      { limit, format, cursor },
      {
        columns: Object.keys(ApiClickDay.shape),
        list: async ({ after = '', limit: rows }) => days.filter(({ day }) => day > after).slice(0, rows),
        getPlace: ({ day }) => day,
        view: ({ day, now }) => ApiClickDay.parse({ day, ...viewMeasures(now), currency: BASE_CURRENCY }),
      },
    )
    return reply instanceof FileReply ? reply : { ...reply, as_of: asOf?.toISOString() ?? null }
  }),
  route(advertiser.listCohortsCall, async (ctx) => {
    const scope = { advertiserId: getAdvertiserId(ctx.actor), from: getCohortStart(toDay(ctx.now)) }
    const [rows, months] = await Promise.all([listCohorts(ctx.db, scope), listClickMonths(ctx.db, scope)])
    const clickMonths = months ? viewClickMonths(months) : null
    return {
      success: true as const,
      data: { cohorts: viewCohorts(rows), click_months: clickMonths, currency: BASE_CURRENCY },
    }
  }),
  route(getOrdersPerClickCall, async (ctx) => {
    const asOf = await findProgress(ctx.db, 'rollups')
    const today = toDay(asOf !== undefined && asOf < ctx.now ? asOf : ctx.now)
    const judgement = await readOrdersPerClick(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), today })
    return { success: true as const, data: viewOrdersPerClick(judgement) }
  }),
  route(countNetworkHitsCall, async (ctx, { query }) => {
    const range = toDayRange(query, ctx.now)
    if (countDays(range) > MAX_NETWORK_HIT_DAYS) {
      const params = { days: MAX_NETWORK_HIT_DAYS }
      throw new Refusal({ code: 'report.range_long', params, status: 422, field: 'begin' })
    }
    const [found, asOf] = await Promise.all([countNetworkHits(ctx.db, range), findProgress(ctx.db, 'rollups')])
    return { success: true as const, data: viewNetworkHits(found, { range, asOf }) }
  }),
]

/** Reads the home of the signed-in brand. Days that are not counted yet are no days without clicks. */
async function readAdvertiserHome(ctx: RequestCtx) {
  const advertiserId = getAdvertiserId(ctx.actor)
  const asOf = await findProgress(ctx.db, 'rollups')
  const today = toDay(asOf !== undefined && asOf < ctx.now ? asOf : ctx.now)
  const { month, before } = getMonthSoFar(toDay(ctx.now))
  const [figures, figuresBefore, compared] = await Promise.all([
    sumAdvertiserFigures(ctx.db, { advertiserId, range: month }),
    sumAdvertiserFigures(ctx.db, { advertiserId, range: before }),
    readAnomalyFigures(ctx.db, { advertiserId, today }),
  ])
  return viewAdvertiserHome({
    month: { range: month, figures },
    before: { range: before, figures: figuresBefore },
    findings: findAnomalies(compared, today),
    asOf,
  })
}

function toSlot(query: { slot: number; advertiser_id?: bigint | undefined }) {
  return { type: 'sub_id' as const, slot: query.slot, advertiserId: query.advertiser_id }
}

function toQuery(ctx: RequestCtx, request: ReportRequest, selection: ReportSelection) {
  const range = toReportRange({ ...request, type: selection.type }, ctx.now)
  return {
    ...selection,
    ...getPublisherScope(ctx.actor),
    range,
    before: getPeriodBefore(range),
    sort: request.sort ?? defaultSort(selection.type),
    isCompared: request.compare === '1',
    now: ctx.now,
  }
}

async function download(ctx: RequestCtx, request: ReportRequest & { bom: '0' | '1' }, selection: ReportSelection) {
  return new FileReply({
    filename: `${selection.type}_report.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: await exportReport(ctx.db, toQuery(ctx, request, selection), { hasByteOrderMark: request.bom === '1' }),
  })
}
