import { data } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { Call } from '#kernel/endpoint.ts'
import { listOf } from '#kernel/list-query.ts'
import type { List, ListParams } from '#kernel/list-query.ts'
import { PageRefusal, callContext } from '#platform/web/call-context.ts'
import { buildAddress } from '#platform/web/call.ts'
import { readList } from '#platform/web/read-list.ts'
import type { ShownList } from '#platform/web/read-list.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import {
  downloadPerformanceCall,
  downloadSubIdPerformanceCall,
  getPerformanceCall,
  getSubIdPerformanceCall,
} from '#domains/figures/reports/contract/calls.ts'
import type { Performance, SubIdPerformance } from '#domains/figures/reports/contract/calls.ts'
import { loadChosenName } from '#domains/desk/search/web/load-chosen-name.ts'
import type { ReportType } from '#domains/figures/reports/contract/vocabulary.ts'

/** The list of the address with a report and the address of its file, or with the message about a refused filter. */
export type ReportData<R> = { list: ShownList } & (
  | { report: R; download: string; problem?: never }
  | { report?: never; download?: never; problem: string }
)

/** The report by sub id, with the advertiser to whom it is limited. */
export type SubIdReport = SubIdPerformance & { advertiser: Awaited<ReturnType<typeof loadChosenName>> }

/** The report's type is the page's, so the address does not choose it. */
const rowsQuery = getPerformanceCall.query.omit({ type: true })

/** Loads the report by site, date or advertiser for the filters in the address. */
export function loadReport(args: LoaderFunctionArgs, type: ReportType) {
  const path = { site: 'site', date: 'daily', advertiser: 'advertiser' }[type]
  const list = listOf({ access: getPerformanceCall.access, query: rowsQuery }, `/performance/${path}_report`)
  return load<Performance>(args, { type, list }, async (call, query) => ({
    report: (await call(getPerformanceCall, { query: { ...query, type } })).data,
    download: buildAddress(downloadPerformanceCall.path, { query: { ...query, type, bom: '1' } }),
  }))
}

/** Loads the report by sub id for the filters in the address. */
export function loadSubIdReport(args: LoaderFunctionArgs) {
  const list = listOf(getSubIdPerformanceCall, '/performance/sub_id_report')
  return load<SubIdReport>(args, { type: 'sub_id', list }, async (call, query) => {
    const { data: report } = await call(getSubIdPerformanceCall, { query })
    const { advertiser_id: id } = report
    return {
      report: {
        ...report,
        advertiser: await loadChosenName(call, 'advertisers', id === null ? undefined : String(id)),
      },
      download: buildAddress(downloadSubIdPerformanceCall.path, { query: { ...query, bom: '1' } }),
    }
  })
}

async function load<R>(
  { context, request }: LoaderFunctionArgs,
  { type, list }: { type: ReportType | 'sub_id'; list: List },
  read: (call: Call, query: ListParams) => Promise<{ report: R; download: string }>,
) {
  const shown = readList(request, list)
  const common = getPageMeta(context, `reports.${type}.title`, ['reports'])
  try {
    const report = await read(context.get(callContext), shown.query)
    const loaded: ReportData<R> = { list: shown.list, ...report }
    return data({ ...common, loaded })
  } catch (error) {
    if (!(error instanceof PageRefusal) || error.details.status !== 422) throw error
    const loaded: ReportData<R> = { list: shown.list, problem: error.details.message }
    return data({ ...common, loaded }, { status: 422 })
  }
}
