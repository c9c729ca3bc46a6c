import type { Route } from './+types/advertiser-promotions-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readListSearch } from '#platform/web/list-view.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { listManagedPromotionsCall } from '#domains/promotions/contract/managed.ts'
import { ManagedList } from '#domains/promotions/web/managed-list.tsx'
import { getListPath } from './paths.ts'

export async function loader({ context, params: { advertiserId }, request }: Route.LoaderArgs) {
  const query = readListSearch(request, { page_size: LIST_PAGE_SIZES }) as Record<string, string>
  const { data, advertiser_name: name } = await context.get(callContext)(listManagedPromotionsCall, {
    params: { advertiser_id: advertiserId },
    query,
  })
  const pageMeta = getPageMeta(context, 'promotions.manage.title', ['promotions', 'sign-up'])
  const advertiser = { id: Number(advertiserId), name }
  return { ...pageMeta, ...data, query, page: pageInSearch(query, 20), advertiser }
}

export const meta: Route.MetaFunction = titleMeta

export default function AdvertiserPromotionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ManagedList {...loaderData} getListPath={getListPath} />
    </TextsProvider>
  )
}
