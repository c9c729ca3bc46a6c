import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import type { Route } from './+types/requests-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
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
import { joinRequestQueue } from '#domains/partners/memberships/contract/lists.ts'
import { listJoinRequestsCall } from '#domains/partners/memberships/contract/requests.ts'
import type { JoinRequestView } from '#domains/partners/memberships/contract/requests.ts'
import { REQUEST_QUEUES } from '#domains/partners/memberships/rules/vocabulary.ts'
import type { RequestQueue } from '#domains/partners/memberships/rules/vocabulary.ts'
import { useRequestColumns } from '#domains/partners/memberships/web/request-columns.tsx'

const LIST_PATH = '/brand/publishers/requests'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list } = readList(request, joinRequestQueue)
  const { data } = await context.get(callContext)(listJoinRequestsCall, { query })
  openEdge(request, data.requests.map(getAddress))
  return {
    ...data,
    list,
    filter: {
      queue: REQUEST_QUEUES.find((queue) => queue === query['queue']) ?? ('waiting' as const),
      keyword: String(query['keyword'] ?? ''),
    },
    now: new Date().toISOString(),
    page: pageInSearch(query, 20),
    ...getPageMeta(context, 'memberships.requests.title', ['memberships']),
  }
}

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

function getAddress({ publisher_id: publisherId }: JoinRequestView): string {
  return `${LIST_PATH}/${publisherId}`
}

export default function RequestsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Requests {...loaderData} />
    </TextsProvider>
  )
}

function Requests({ requests, count, list, filter, now, page }: Route.ComponentProps['loaderData']) {
  const t = useTexts('memberships')
  const isDrawerOpen = useLocation().pathname !== LIST_PATH
  return (
    <>
      <PageHeader
        title={t('requests.title')}
        actions={
          <Button component={Link} to="/brand/publishers/rules" variant="default">
            {t('rules.title')}
          </Button>
        }
      />
      <ListPanel list={list} filters={<Filters {...filter} />} page={page} sizes={LIST_PAGE_SIZES} count={count}>
        <DataTable
          label={t('requests.label')}
          columns={useRequestColumns(getAddress, now)}
          rows={requests}
          rowKey={({ publisher_id: id }) => id}
          empty={<Empty {...filter} />}
        />
      </ListPanel>
      <DrawerOutlet addresses={requests.map(getAddress)} {...pagesBeside(page, count)} />
      {!isDrawerOpen && <ToastCard />}
    </>
  )
}

interface FilterProps {
  queue: RequestQueue
  keyword: string
}

function Filters({ queue, keyword }: FilterProps) {
  const t = useTexts('memberships')
  const queues = REQUEST_QUEUES.map((value) => ({ value, label: t(`requests.queue.${value}`) }))
  return (
    <FilterBar fields={['queue', 'keyword']}>
      <FilterSelect name="queue" label={t('requests.queue.label')} value={queue} options={queues} />
      <FilterField
        name="keyword"
        label={t('requests.keyword')}
        placeholder={t('requests.keywordHint')}
        defaultValue={keyword}
      />
    </FilterBar>
  )
}

function Empty({ queue, keyword }: FilterProps) {
  const t = useTexts('memberships')
  if (keyword !== '') return <EmptyState art="search" title={t('requests.empty.match')} action={<ClearFilters />} />
  if (queue !== 'waiting') return <EmptyState title={t(`requests.empty.${queue}`)} />
  return <EmptyState title={t('requests.empty.waiting')} text={t('requests.empty.waitingText')} />
}
