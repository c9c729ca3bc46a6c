import { data } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { Call } from '#kernel/endpoint.ts'
import { REPORT_PAGE_SIZES } from '#kernel/paging.ts'
import { PageRefusal, callContext } from '#platform/web/call-context.ts'
import { buildAddress } from '#platform/web/call.ts'
import { readListSearch } from '#platform/web/list-view.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import type { readSearch } from '#platform/web/search.ts'
import {
  downloadPerformanceCall,
  downloadSubIdPerformanceCall,
  getPerformanceCall,
  getSubIdPerformanceCall,
} from '#domains/reports/contract/calls.ts'
import type { Performance, SubIdPerformance } from '#domains/reports/contract/calls.ts'
import { REPORT_SORTS } from '#domains/reports/contract/vocabulary.ts'
import type { ReportType } from '#domains/reports/contract/vocabulary.ts'

/** A report with the address of its file, or the message about an invalid filter in the address. */
export type ReportData<R> =
  | { report: R; download: string; problem?: never }
  | { report?: never; download?: never; problem: string }

/** Loads the report by site, date or advertiser for the filters in the address. */
export function loadReport(args: LoaderFunctionArgs, type: ReportType) {
  return load<Performance>(args, type, async (call, query) => ({
    report: (await call(getPerformanceCall, { query: { ...query, type } })).data,
    download: buildAddress(downloadPerformanceCall.path, { query: { ...query, type, bom: '1' } }),
  }))
}

/** Loads the report by sub id for the filters in the address. */
export function loadSubIdReport(args: LoaderFunctionArgs) {
  return load<SubIdPerformance>(args, 'sub_id', async (call, query) => ({
    report: (await call(getSubIdPerformanceCall, { query })).data,
    download: buildAddress(downloadSubIdPerformanceCall.path, { query: { ...query, bom: '1' } }),
  }))
}

async function load<R>(
  { context, request }: LoaderFunctionArgs,
  type: ReportType | 'sub_id',
  read: (call: Call, query: ReturnType<typeof readSearch>) => Promise<{ report: R; download: string }>,
) {
  const query = readListSearch(request, { sort: REPORT_SORTS, page_size: REPORT_PAGE_SIZES })
  const common = getPageMeta(context, `reports.${type}.title`, ['reports'])
  try {
    const loaded: ReportData<R> = await read(context.get(callContext), query)
    return data({ ...common, loaded })
  } catch (error) {
    if (!(error instanceof PageRefusal) || error.details.status !== 422) throw error
    const loaded: ReportData<R> = { problem: error.details.message }
    return data({ ...common, loaded }, { status: 422 })
  }
}
