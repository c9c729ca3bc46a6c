import type { Route } from './+types/claims-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { listAdvertiserClaimsCall } from '#domains/figures/claims/contract/calls.ts'
import { advertiserClaimList } from '#domains/figures/claims/contract/lists.ts'
import { useClaimColumns } from '#domains/figures/claims/web/claim-columns.tsx'

const STATUSES = ['waiting', 'accepted', 'refused'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, advertiserClaimList)
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listAdvertiserClaimsCall, { query })
  const status = STATUSES.find((each) => each === query.status) ?? 'waiting'
  return {
    ...getPageMeta(context, 'claims.brandTitle', ['claims']),
    ...data,
    list,
    status,
    page: pageInSearch(query, 20),
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function AdvertiserClaimsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <AdvertiserClaims {...loaderData} />
    </TextsProvider>
  )
}

function AdvertiserClaims({ claims, count, waiting, list, status, page }: Route.ComponentProps['loaderData']) {
  const t = useTexts('claims')
  const { order, publisher, amount, status: statusColumn, filed } = useClaimColumns('/brand/claims')
  const statuses = STATUSES.map((value) => ({ value, label: t(`brandStatus.${value}`) }))
  const filters = (
    <FilterBar fields={['status']}>
      <FilterSelect name="status" label={t('filter')} value={status} options={statuses} />
    </FilterBar>
  )
  return (
    <>
      <PageHeader title={t('brandTitle')} text={t('brandText')} actions={t('waitingCount', { count: waiting })} />
      <ListPanel list={list} page={page} sizes={LIST_PAGE_SIZES} count={count} filters={filters}>
        <DataTable
          label={t('label')}
          columns={[order, publisher, amount, filed, statusColumn]}
          rows={claims}
          rowKey={({ id }) => id}
          empty={
            status === 'waiting' ? (
              <EmptyState title={t('brandEmpty')} text={t('brandEmptyText')} />
            ) : (
              <EmptyState art="search" title={t('brandEmptyOther')} />
            )
          }
        />
      </ListPanel>
    </>
  )
}
