import type { Route } from './+types/claims-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { networkClaimList } from '#domains/figures/claims/contract/lists.ts'
import { listNetworkClaimsCall } from '#domains/figures/claims/contract/operator.ts'
import { CLAIM_STATUSES } from '#domains/figures/claims/rules.ts'
import { useClaimColumns } from '#domains/figures/claims/web/claim-columns.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, networkClaimList)
  const query = read.query as Record<string, string>
  const { status = '', keyword } = query
  const { data } = await context.get(callContext)(listNetworkClaimsCall, { query })
  const meta = getPageMeta(context, 'claims.operator.title', ['claims'])
  return { ...meta, ...data, list, status, keyword, page: pageInSearch(query, 20) }
}

export const meta: Route.MetaFunction = titleMeta

export default function NetworkClaimsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <NetworkClaims {...loaderData} />
    </TextsProvider>
  )
}

function NetworkClaims({ claims, count, waiting, list, status, keyword, page }: Route.ComponentProps['loaderData']) {
  const t = useTexts('claims')
  const { order, advertiser, publisherName, amount, filed, status: statusColumn } = useClaimColumns('/operator/claims')
  const statuses = [
    { value: '', label: t('all') },
    ...CLAIM_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    { value: 'by_clock', label: t('operator.byClock') },
  ]
  const filters = (
    <FilterBar fields={['keyword', 'status']}>
      <FilterField name="keyword" label={t('operator.keyword')} defaultValue={keyword} />
      <FilterSelect name="status" label={t('filter')} value={status} options={statuses} />
    </FilterBar>
  )
  const isFiltered = status !== '' || keyword !== undefined
  return (
    <>
      <PageHeader
        title={t('operator.title')}
        text={t('operator.text')}
        actions={t('operator.waiting', { count: waiting })}
      />
      <ListPanel list={list} page={page} sizes={LIST_PAGE_SIZES} count={count} filters={filters}>
        <DataTable
          label={t('label')}
          columns={[order, advertiser, publisherName, amount, filed, statusColumn]}
          rows={claims}
          rowKey={({ id }) => id}
          empty={
            isFiltered ? (
              <EmptyState art="search" title={t('operator.emptyFiltered')} />
            ) : (
              <EmptyState title={t('empty')} text={t('operator.emptyText')} />
            )
          }
        />
      </ListPanel>
    </>
  )
}
