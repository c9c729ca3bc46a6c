import { Button } from '@mantine/core'
import { Link, data, useNavigate } from 'react-router'
import type { Route } from './+types/hits-page'
import { listOf } from '#kernel/list-query.ts'
import type { ListParams } from '#kernel/list-query.ts'
import { addDays, toDay, toDayRange } from '#kernel/days.ts'
import { PageRefusal, callContext } from '#platform/web/call-context.ts'
import { deferInNavigation } from '#platform/web/deferred.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { readList } from '#platform/web/read-list.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { countHitsCall, listHitsCall } from '#domains/tracking/tracking/contract.ts'
import { DeferredCounts } from '#domains/tracking/tracking/web/verdict-counts.tsx'
import { HitTable } from '#domains/tracking/tracking/web/hit-table.tsx'
import { HitFilters } from './hit-filters.tsx'
import type { HitSearch } from './hit-filters.tsx'

/**
 * Loads the hits of the search in the address. The counts load after the rows. An invalid search shows a message on
 * this page instead of the error page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list } = readList(request, listOf(listHitsCall, '/hits'))
  const call = context.get(callContext)
  const common = { list, search: readFilters(query), ...getPageMeta(context, 'hits.title', ['hits']) }
  const counting = common.search.token === '' ? call(countHitsCall, { query }).then((reply) => reply.data) : undefined
  // Prevents an unhandled rejection when the rows fail too.
  counting?.catch(() => undefined)
  try {
    const { data: found } = await call(listHitsCall, { query })
    const [counts] = counting ? await deferInNavigation(request, counting) : [undefined]
    return data({ ...common, found, counts, problem: undefined })
  } catch (error) {
    if (!(error instanceof PageRefusal) || error.details.status !== 422) throw error
    return data({ ...common, found: undefined, counts: undefined, problem: error.details.message }, { status: 422 })
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function HitsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Hits {...loaderData} />
    </TextsProvider>
  )
}

function readFilters(query: ListParams): HitSearch {
  const now = new Date()
  const { from, until } = toDayRange(query, now)
  const read = (name: string) => String(query[name] ?? '')
  return {
    token: read('click_token'),
    key: read('key'),
    subId: read('sub_id'),
    verdict: read('verdict'),
    pageSize: Number(query['page_size'] ?? 20),
    range: { begin: from, end: addDays(until, -1), today: toDay(now) },
  }
}

function Hits({ list, search, found, counts, problem }: Route.ComponentProps['loaderData']) {
  const t = useTexts('hits')
  const canClaim = useSession().actor?.subAccount === undefined
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {counts !== undefined && <DeferredCounts key={JSON.stringify(search)} counts={counts} />}
      <ListPanel
        list={list}
        filters={<HitFilters search={search} sites={found?.sites ?? []} />}
        page={{ size: search.pageSize }}
        sizes={LIST_PAGE_SIZES}
        cursors={{ next: found?.next ?? null, previous: found?.previous ?? null }}
      >
        {found ? (
          <HitTable hits={found.hits} canClaim={canClaim} empty={search.token === '' ? <NoHits /> : <NoSuchToken />} />
        ) : (
          <Problem message={problem} />
        )}
      </ListPanel>
    </>
  )
}

function Problem({ message }: { message: string | undefined }) {
  const t = useTexts('hits')
  const navigate = useNavigate()
  return <ErrorPanel title={t('problem')} message={message ?? ''} onRetry={() => void navigate('/hits')} />
}

function NoHits() {
  const t = useTexts('hits')
  return (
    <EmptyState
      art="link"
      title={t('empty')}
      text={t('emptyText')}
      action={
        <Button component={Link} to="/custom_link">
          {t('makeLink')}
        </Button>
      }
    />
  )
}

function NoSuchToken() {
  const t = useTexts('hits')
  return (
    <EmptyState
      art="search"
      title={t('emptyToken')}
      text={t('emptyTokenText')}
      action={
        <Button component={Link} to="/hits" variant="default">
          {t('clear')}
        </Button>
      }
    />
  )
}
