import { toPage } from '#kernel/paging.ts'
import { getPublisherId } from '#domains/publishers/rules.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { getPerformanceCall } from './contract/calls.ts'
import { defaultSort } from './contract/vocabulary.ts'
import { listPerformanceDays, readPerformance } from './queries.ts'
import { toReportRange } from './rules/performance.ts'
import { viewPerformance } from './views.ts'

/** The routes of the reports domain. */
export const reportRoutes: Route[] = [
  route(getPerformanceCall, async (ctx, { query }) => {
    const { type, sort = defaultSort(type) } = query
    const range = toReportRange(query, ctx.now)
    const scope = { publisherId: getPublisherId(ctx.actor), range }
    const [page, days] = await Promise.all([
      readPerformance(ctx.db, { ...scope, type, sort, page: toPage(query) }),
      type === 'date' ? listPerformanceDays(ctx.db, scope) : undefined,
    ])
    return { success: true as const, data: viewPerformance({ type, sort, range, page, days, now: ctx.now }) }
  }),
]
