import { Link } from 'react-router'
import type { Route } from './+types/publishers-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { listPublishersCall } from '#domains/people/publishers/contract.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listPublishersCall, '/operator/publishers'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listPublishersCall, { query })
  const { keyword = '' } = query
  const page = pageInSearch(query, 20)
  return { ...getPageMeta(context, 'publishers.operator.title', ['publishers']), ...data, list, keyword, page }
}

export const meta: Route.MetaFunction = titleMeta

export default function PublishersPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Publishers {...loaderData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function Publishers({ publishers, list, count, keyword, page }: Data) {
  const t = useTexts('publishers')
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('operator.title')} text={t('operator.text')} />
      <ListPanel
        list={list}
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
        filters={
          <FilterBar fields={['keyword']}>
            <FilterField name="keyword" label={t('operator.keyword')} defaultValue={keyword} />
          </FilterBar>
        }
      >
        <DataTable
          label={t('operator.title')}
          columns={columns}
          rows={publishers}
          rowKey={({ id }) => id}
          empty={<EmptyState art="search" title={t('operator.emptyTitle')} text={t('operator.emptyText')} />}
        />
      </ListPanel>
    </>
  )
}

function useColumns(): Column<Data['publishers'][number]>[] {
  const t = useTexts('publishers')
  return [
    {
      key: 'name',
      header: t('operator.publisher'),
      isTitle: true,
      cell: ({ id, name }) => <Link to={`/operator/publishers/${id}`}>{name}</Link>,
    },
    { key: 'email', header: t('operator.email'), cell: ({ email }) => email },
    { key: 'sites', header: t('operator.sites'), align: 'end', cell: (row) => <NumberText value={row.site_count} /> },
    { key: 'since', header: t('operator.since'), cell: (row) => <DateText value={row.created_at} /> },
  ]
}
