import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import type { Route } from './+types/invitations-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DrawerOutlet, keepRows, openEdge, pagesBeside } from '#ui/drawer-rows.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { ToastCard } from '#ui/toast-card.tsx'
import { listInvitationsCall } from '#domains/partners/invitations/contract/advertiser.ts'
import type { SentInvitationView } from '#domains/partners/invitations/contract/advertiser.ts'
import { sentInvitationList } from '#domains/partners/invitations/contract/lists.ts'
import { INVITATION_SORTS, INVITATION_STATUSES } from '#domains/partners/invitations/rules/vocabulary.ts'
import { BudgetText } from '#domains/partners/invitations/web/budget-text.tsx'
import { useSentColumns } from '#domains/partners/invitations/web/sent-columns.tsx'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'

const LIST_PATH = '/brand/publishers/invitations'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list, views } = await loadList({ context, request }, sentInvitationList)
  const { data } = await context.get(callContext)(listInvitationsCall, { query })
  openEdge(request, data.invitations.map(getAddress))
  const read = (name: string) => String(query[name] ?? '')
  return {
    ...data,
    list,
    views,
    filter: { status: read('status'), keyword: read('keyword'), sort: read('sort') || 'newest' },
    page: pageInSearch(query, 20),
    ...getPageMeta(context, 'invitations.list.title', ['invitations', 'saved-views']),
  }
}

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

function getAddress({ invitation_id: id }: SentInvitationView): string {
  return `${LIST_PATH}/${id}`
}

export default function InvitationsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Invitations {...loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Invitations({ invitations, count, budget, list, views, filter, page }: Loaded) {
  const t = useTexts('invitations')
  const isDrawerOpen = useLocation().pathname !== LIST_PATH
  return (
    <>
      <PageHeader eyebrow={<Link to="/brand/publishers">{t('list.publishers')}</Link>} title={t('list.title')} />
      <BudgetText budget={budget} />
      <ListPanel
        list={list}
        above={<ListViews list={list} views={views} />}
        filters={<Filters {...filter} />}
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
      >
        <DataTable
          label={t('list.title')}
          columns={useSentColumns(getAddress)}
          rows={invitations}
          rowKey={({ invitation_id: id }) => id}
          empty={<Empty {...filter} />}
        />
      </ListPanel>
      <DrawerOutlet addresses={invitations.map(getAddress)} {...pagesBeside(page, count)} />
      {!isDrawerOpen && <ToastCard />}
    </>
  )
}

function Filters({ status, keyword, sort }: Loaded['filter']) {
  const t = useTexts('invitations')
  const statuses = INVITATION_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))
  const sorts = INVITATION_SORTS.map((value) => ({ value, label: t(`list.sorts.${value}`) }))
  return (
    <FilterBar fields={['status', 'keyword', 'sort']}>
      <FilterSelect
        name="status"
        label={t('list.status')}
        value={status}
        options={[{ value: '', label: t('list.all') }, ...statuses]}
      />
      <FilterField name="keyword" label={t('list.keyword')} defaultValue={keyword} />
      <FilterSelect name="sort" label={t('list.sort')} value={sort} options={sorts} />
    </FilterBar>
  )
}

function Empty({ status, keyword }: Loaded['filter']) {
  const t = useTexts('invitations')
  if (status !== '' || keyword !== '') {
    return <EmptyState art="search" title={t('list.emptyMatch')} action={<ClearFilters />} />
  }
  return (
    <EmptyState
      title={t('list.empty')}
      text={t('list.emptyText')}
      action={
        <Button component={Link} to="/brand/publishers/find">
          {t('list.find')}
        </Button>
      }
    />
  )
}
