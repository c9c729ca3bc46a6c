import type { Route } from './+types/site-report-page'
import { titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { loadReport } from './load-report.ts'
import { ReportPage } from './report-page.tsx'
import { leadToStoredRange } from './stored-range.ts'

export function loader(args: Route.LoaderArgs) {
  return loadReport(args, 'site')
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  leadToStoredRange(request, 'site')
  return serverLoader()
}

export const meta: Route.MetaFunction = titleMeta

export default function SiteReportPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ReportPage type="site" loaded={loaderData.loaded} />
    </TextsProvider>
  )
}
