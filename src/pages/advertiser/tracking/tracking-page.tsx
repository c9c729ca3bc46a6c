import { Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/tracking-page'
import { getOrdersPerClickCall } from '#domains/figures/reports/contract/orders-per-click.ts'
import { OrdersPerClickPanel } from '#domains/figures/reports/web/orders-per-click-panel.tsx'
import { getCoverageCall } from '#domains/partners/tracking-health/contract/orphans.ts'
import { CoveragePanel } from '#domains/partners/tracking-health/web/coverage-panel.tsx'
import { listPostbacksCall } from '#domains/partners/tracking-health/contract/postbacks.ts'
import { PostbackTable } from '#domains/partners/tracking-health/web/postback-table.tsx'
import { POSTBACK_RESULTS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const DEFAULT_PAGE_SIZE = 50

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listPostbacksCall, '/brand/tracking'))
  const query = read.query as Record<string, string>
  const call = context.get(callContext)
  const [{ data }, perClick, coverage] = await Promise.all([
    call(listPostbacksCall, { query }),
    call(getOrdersPerClickCall),
    call(getCoverageCall),
  ])
  const pageMeta = getPageMeta(context, 'tracking-health.page.title', ['tracking-health'])
  return {
    ...data,
    list,
    perClick: perClick.data,
    coverage: coverage.data,
    result: query.result ?? '',
    channel: query.channel ?? '',
    page: pageInSearch(query, DEFAULT_PAGE_SIZE),
    ...pageMeta,
    texts: { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) },
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function TrackingPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Tracking {...loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Tracking(loaded: Loaded) {
  const t = useTexts('tracking-health')
  const actions = (
    <>
      <Button component={Link} to="/brand/programme" variant="default">
        {t('page.codeSamples')}
      </Button>
      <Button component={Link} to="/brand/tracking/orphans" variant="default">
        {t('page.orphans')}
      </Button>
      <Button component={Link} to="/brand/tracking/try" variant="default">
        {t('page.tryPostback')}
      </Button>
      <Button component={Link} to="/brand/tracking/test">
        {t('page.testOrder')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={t('page.title')} actions={actions} />
      <OrdersPerClickPanel judgement={loaded.perClick} />
      <CoveragePanel coverage={loaded.coverage} />
      <Postbacks {...loaded} />
    </>
  )
}

function Postbacks({ postbacks, count, list, page, result, channel }: Loaded) {
  const t = useTexts('tracking-health')
  const isFiltered = result !== '' || channel !== ''
  const empty = isFiltered ? (
    <EmptyState art="search" title={t('postbacks.emptyFiltered')} />
  ) : (
    <EmptyState title={t('postbacks.empty')} text={t('postbacks.emptyText')} />
  )
  return (
    <>
      <Title order={2}>{t('postbacks.title')}</Title>
      <ListPanel
        list={list}
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
        filters={<Filters result={result} channel={channel} />}
      >
        <PostbackTable postbacks={postbacks} empty={empty} />
      </ListPanel>
    </>
  )
}

function Filters({ result, channel }: Pick<Loaded, 'result' | 'channel'>) {
  const t = useTexts('tracking-health')
  const results = [
    { value: '', label: t('postbacks.allResults') },
    ...POSTBACK_RESULTS.map((value) => ({ value, label: t(`result.${value}`) })),
  ]
  const channels = [
    { value: '', label: t('postbacks.allChannels') },
    { value: 'server', label: t('postbacks.server') },
    { value: 'pixel', label: t('postbacks.pixel') },
  ]
  return (
    <FilterBar fields={['result', 'channel']}>
      <FilterSelect name="result" label={t('postbacks.result')} value={result} options={results} />
      <FilterSelect name="channel" label={t('postbacks.channel')} value={channel} options={channels} />
    </FilterBar>
  )
}
