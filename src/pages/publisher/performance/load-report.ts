import { data } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { PageRefusal, callContext } from '#platform/web/call-context.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { getPerformanceCall } from '#domains/reports/contract/calls.ts'
import type { Performance } from '#domains/reports/contract/calls.ts'
import type { ReportType } from '#domains/reports/contract/vocabulary.ts'

/** A report, or the message about an invalid filter in the address. */
export type ReportData = { report: Performance; problem?: never } | { report?: never; problem: string }

/**
 * Loads the report for the filters in the address. An invalid filter shows a message on this page instead of the error
 * page.
 */
export async function loadReport({ context, request }: LoaderFunctionArgs, type: ReportType) {
  const common = getPageMeta(context, `reports.${type}.title`, ['reports'])
  try {
    const { data: report } = await context.get(callContext)(getPerformanceCall, {
      query: { ...readSearch(request), type },
    })
    return data({ ...common, loaded: { report } })
  } catch (error) {
    if (!(error instanceof PageRefusal) || error.details.status !== 422) throw error
    return data({ ...common, loaded: { problem: error.details.message } }, { status: 422 })
  }
}
