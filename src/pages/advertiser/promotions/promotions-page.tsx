import type { Route } from './+types/promotions-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readListSearch } from '#platform/web/list-view.ts'
import { TextsProvider } from '#platform/web/texts.tsx'
import { getBrandCall } from '#domains/programs/contract/program.ts'
import { listManagedPromotionsCall } from '#domains/promotions/contract.ts'
import { ManagedList } from '#domains/promotions/web/managed-list.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const query = readListSearch(request, { page_size: LIST_PAGE_SIZES }) as Record<string, string>
  const { id, name } = (await call(getBrandCall)).data
  const { data } = await call(listManagedPromotionsCall, { params: { advertiser_id: id }, query })
  const pageMeta = getPageMeta(context, 'promotions.manage.title', ['promotions', 'sign-up'])
  return { ...pageMeta, ...data, query, page: pageInSearch(query, 20), advertiser: { id, name } }
}

export const meta: Route.MetaFunction = titleMeta

export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <ManagedList {...loaderData} getListPath={() => '/brand/promotions'} />
    </TextsProvider>
  )
}
