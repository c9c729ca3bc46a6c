import { Button } from '@mantine/core'
import { Link } from 'react-router'
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
import { listClaimsCall } from '#domains/figures/claims/contract/calls.ts'
import { CLAIM_STATUSES } from '#domains/figures/claims/rules.ts'
import { publisherClaimList } from '#domains/figures/claims/contract/lists.ts'
import { useClaimColumns } from '#domains/figures/claims/web/claim-columns.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, publisherClaimList)
  const query = read.query as Record<string, string>
  const { status = '' } = query
  const { data } = await context.get(callContext)(listClaimsCall, { query })
  return { ...getPageMeta(context, 'claims.title', ['claims']), ...data, list, status, page: pageInSearch(query, 20) }
}

export const meta: Route.MetaFunction = titleMeta

export default function ClaimsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Claims {...loaderData} />
    </TextsProvider>
  )
}

function Claims({ claims, count, list, status, page }: Route.ComponentProps['loaderData']) {
  const t = useTexts('claims')
  const { order, advertiser, amount, status: statusColumn, filed } = useClaimColumns('/claims')
  const statuses = [
    { value: '', label: t('all') },
    ...CLAIM_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
  ]
  const filters = (
    <FilterBar fields={['status']}>
      <FilterSelect name="status" label={t('filter')} value={status} options={statuses} />
    </FilterBar>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <Button component={Link} to="/claims/new">
            {t('new')}
          </Button>
        }
      />
      <ListPanel list={list} page={page} sizes={LIST_PAGE_SIZES} count={count} filters={filters}>
        <DataTable
          label={t('label')}
          columns={[order, advertiser, amount, filed, statusColumn]}
          rows={claims}
          rowKey={({ id }) => id}
          empty={
            status === '' ? (
              <EmptyState title={t('empty')} text={t('emptyText')} />
            ) : (
              <EmptyState art="search" title={t('emptyFiltered')} />
            )
          }
        />
      </ListPanel>
    </>
  )
}
