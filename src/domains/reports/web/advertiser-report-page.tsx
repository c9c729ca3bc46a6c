import type { Route } from './+types/advertiser-report-page'
import { TextsProvider } from '#platform/web/texts.tsx'
import { loadReport } from './load-report.ts'
import { ReportPage } from './report-page.tsx'
import { reportTitle } from './report-title.ts'

export function loader(args: Route.LoaderArgs) {
  return loadReport(args, 'advertiser')
}

export const meta: Route.MetaFunction = ({ loaderData }) => reportTitle(loaderData, 'advertiser')

export default function AdvertiserReportPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ReportPage type="advertiser" loaded={loaderData.loaded} />
    </TextsProvider>
  )
}
