import type { Route } from './+types/promotions-page'
import { listOf } from '#kernel/list-query.ts'
import { pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { OPTION_TEXTS } from '#platform/web/option-text.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { listAllPromotionsCall } from '#domains/tracking/promotions/contract/managed.ts'
import { ManagedList } from '#domains/tracking/promotions/web/managed-list.tsx'
import { getListPath } from './paths.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listAllPromotionsCall, '/operator/promotions'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listAllPromotionsCall, { query })
  const pageMeta = getPageMeta(context, 'promotions.manage.title', ['promotions', OPTION_TEXTS])
  return { ...pageMeta, ...data, list, query, page: pageInSearch(query, 20) }
}

export const meta: Route.MetaFunction = titleMeta

export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ManagedList {...loaderData} advertiser={null} getListPath={getListPath} />
    </TextsProvider>
  )
}
