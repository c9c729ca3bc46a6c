import { Link } from 'react-router'
import type { Route } from './+types/orphans-page'
import { listOrphansCall } from '#domains/partners/tracking-health/contract/orphans.ts'
import { ORPHAN_REASONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { OrphanTable } from '#domains/partners/tracking-health/web/orphan-table.tsx'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listOrphansCall, '/brand/tracking/orphans'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listOrphansCall, { query })
  return {
    ...getPageMeta(context, 'tracking-health.orphans.title', ['tracking-health']),
    ...data,
    list,
    reason: query.reason ?? '',
    dismissed: query.dismissed ?? '',
    page: pageInSearch(query, 20),
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function OrphansPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Orphans {...loaderData} />
    </TextsProvider>
  )
}

function Orphans({ orphans, count, list, reason, dismissed, page }: Route.ComponentProps['loaderData']) {
  const t = useTexts('tracking-health')
  const reasons = [
    { value: '', label: t('orphans.allReasons') },
    ...ORPHAN_REASONS.map((value) => ({ value, label: t(`orphans.reasons.${value}`) })),
  ]
  const states = [
    { value: '', label: t('orphans.open') },
    { value: '1', label: t('orphans.aside') },
  ]
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/tracking">{t('postback.back')}</Link>}
        title={t('orphans.title')}
        text={`${t('orphans.text')} ${t('orphans.help')}`}
      />
      <ListPanel
        list={list}
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
        filters={
          <FilterBar fields={['reason', 'dismissed']}>
            <FilterSelect name="reason" label={t('orphans.reason')} value={reason} options={reasons} />
            <FilterSelect name="dismissed" label={t('orphans.state')} value={dismissed} options={states} />
          </FilterBar>
        }
      >
        <OrphanTable
          orphans={orphans}
          empty={
            reason === '' && dismissed === '' ? (
              <EmptyState title={t('orphans.empty')} text={t('orphans.emptyText')} />
            ) : (
              <EmptyState art="search" title={t(dismissed === '' ? 'orphans.emptyFiltered' : 'orphans.emptyAside')} />
            )
          }
        />
      </ListPanel>
    </>
  )
}
