import type { Route } from './+types/sub-id-report-page'
import { titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { loadSubIdReport } from './load-report.ts'
import { ReportPage } from './report-page.tsx'
import { leadToStoredRange } from './stored-range.ts'

export function loader(args: Route.LoaderArgs) {
  return loadSubIdReport(args)
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  leadToStoredRange(request, 'sub_id')
  return serverLoader()
}

export const meta: Route.MetaFunction = titleMeta

export default function SubIdReportPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ReportPage type="sub_id" loaded={loaderData.loaded} />
    </TextsProvider>
  )
}
