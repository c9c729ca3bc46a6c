import type { Route } from './+types/promotions-page'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { OPTION_TEXTS } from '#platform/web/option-text.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { listPromotionsCall } from '#domains/tracking/promotions/contract/promotion.ts'
import { PromotionFilters } from '#domains/tracking/promotions/web/promotion-filters.tsx'
import { PromotionTable } from '#domains/tracking/promotions/web/promotion-table.tsx'
import { WidgetButton } from '#domains/tracking/promotions/web/widget-button.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listPromotionsCall, '/promotions'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listPromotionsCall, { query })
  const page = pageInSearch(query, 10)
  return {
    ...getPageMeta(context, 'promotions.title', ['promotions', OPTION_TEXTS]),
    ...data,
    list,
    query,
    page,
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function PromotionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Promotions data={loaderData} />
    </TextsProvider>
  )
}

function Promotions({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('promotions')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} actions={<WidgetButton sites={data.sites} />} />
      <ListPanel
        list={data.list}
        page={data.page}
        sizes={LIST_PAGE_SIZES}
        count={data.count}
        filters={<PromotionFilters query={data.query} sites={data.sites} />}
      >
        <PromotionTable
          promotions={data.promotions}
          empty={<EmptyState art="search" title={t('emptyTitle')} text={t('emptyText')} action={<ClearFilters />} />}
        />
      </ListPanel>
    </>
  )
}
