import { countDays, toDayRange } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { getPublisherId, getPublisherScope } from '#domains/publishers/rules.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import {
  downloadPerformanceCall,
  downloadSubIdPerformanceCall,
  getAttentionCall,
  getOwnFiguresCall,
  getPerformanceCall,
  getSubIdPerformanceCall,
} from './contract/calls.ts'
import { MAX_NETWORK_HIT_DAYS, countNetworkHitsCall } from './contract/network-hits.ts'
import { defaultSort } from './contract/vocabulary.ts'
import type { ReportSort } from './contract/vocabulary.ts'
import { listIdleSites, listStoppedPrograms } from './queries/attention.ts'
import { exportReport } from './queries/export-report.ts'
import { listReportedAdvertisers } from './queries/list-reported-advertisers.ts'
import { countNetworkHits } from './queries/network-hits.ts'
import { readGroupFigures } from './queries/performance.ts'
import { readReport } from './queries/report.ts'
import { findProgress } from './queries/rollup-progress.ts'
import { getPeriodBefore, toReportRange } from './rules/performance.ts'
import type { DayFilter, ReportSelection } from './rules/performance.ts'
import { viewAttention, viewFigures, viewNetworkHits, viewPerformance, viewSubIdPerformance } from './views.ts'

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
    const [rows, advertisers] = await Promise.all([readReport(ctx.db, asked), listReportedAdvertisers(ctx.db, asked)])
    const { slot, advertiser_id: advertiserId } = query
    return {
      success: true as const,
      data: viewSubIdPerformance({ ...asked, ...rows, slot, advertiserId, advertisers }),
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
  route(getAttentionCall, async (ctx) => {
    const publisherId = getPublisherId(ctx.actor)
    const [sites, programs] = await Promise.all([
      listIdleSites(ctx.db, { publisherId, now: ctx.now }),
      listStoppedPrograms(ctx.db, { publisherId }),
    ])
    return { success: true as const, data: viewAttention(sites, programs) }
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
