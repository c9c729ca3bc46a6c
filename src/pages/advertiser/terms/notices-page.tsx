import { Badge } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/notices-page'
import { downloadNoticesCall, listNoticesCall } from '#domains/partners/terms/contract/notices.ts'
import type { ToldPublisher } from '#domains/partners/terms/contract/notices.ts'
import { NOTICE_FILTERS } from '#domains/partners/terms/rules/notice.ts'
import { ChangeBadge, Changes } from '#domains/partners/terms/web/difference-panel.tsx'
import { listOf } from '#kernel/list-query.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDayText } from '#ui/month-text.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listNoticesCall, '/brand/terms/notices'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listNoticesCall, { query })
  const filter = NOTICE_FILTERS.find((each) => each === query.filter) ?? 'all'
  const chosen = data.version === null ? {} : { version: String(data.version) }
  const download = buildAddress(downloadNoticesCall.path, { query: { ...chosen, filter, bom: '1' } })
  return {
    ...getPageMeta(context, 'rates.notices.title', ['rates']),
    ...data,
    list,
    filter,
    download,
    page: pageInSearch(query, 20),
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function NoticesPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Notices loaded={loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Notices({ loaded }: { loaded: Loaded }) {
  const t = useTexts('rates')
  const { version, versions, publishers, count, page, download } = loaded
  const chosen = versions.find((each) => each.version === version)
  const columns = useColumns()
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/terms">{t('price.back')}</Link>}
        title={t('notices.title')}
        text={chosen ? t('notices.text', getCounts(chosen)) : t('notices.hint')}
        actions={count > 0 && <DownloadButton href={download} rows={count} label={t('notices.download')} />}
      />
      <ListPanel
        list={loaded.list}
        page={page}
        sizes={LIST_PAGE_SIZES}
        count={count}
        filters={version !== null && <Filters loaded={loaded} version={version} />}
      >
        <DataTable
          label={t('notices.label')}
          columns={columns}
          rows={publishers}
          rowKey={({ publisher_id: id }) => id}
          empty={
            version === null ? (
              <EmptyState title={t('notices.empty')} text={t('notices.hint')} />
            ) : (
              <EmptyState art="search" title={t('notices.emptyFiltered')} />
            )
          }
        />
      </ListPanel>
    </>
  )
}

function getCounts({ version, told, acknowledged }: Loaded['versions'][number]) {
  return { version, told, acknowledged }
}

function Filters({ loaded: { versions, filter }, version }: { loaded: Loaded; version: number }) {
  const t = useTexts('rates')
  const writeDay = useDayText()
  const options = versions.map((each) => ({
    value: String(each.version),
    label: t(each.is_withdrawn ? 'notices.withdrawn' : 'notices.version', {
      version: each.version,
      day: writeDay(each.effective_from),
    }),
  }))
  return (
    <FilterBar fields={['version', 'filter']}>
      <FilterSelect name="version" label={t('notices.versionLabel')} value={String(version)} options={options} />
      <FilterSelect
        name="filter"
        label={t('notices.filter')}
        value={filter}
        options={NOTICE_FILTERS.map((value) => ({ value, label: t(`notices.filters.${value}`) }))}
      />
    </FilterBar>
  )
}

function useColumns(): Column<ToldPublisher>[] {
  const t = useTexts('rates')
  return [
    { key: 'publisher', header: t('difference.publisher'), isTitle: true, cell: ({ name }) => name },
    {
      key: 'changes',
      header: t('difference.changes'),
      place: 'detail',
      cell: ({ changes }) => <Changes changes={changes} />,
    },
    { key: 'kind', header: t('notices.kind'), cell: ({ is_cut: isCut }) => <ChangeBadge isCut={isCut} /> },
    {
      key: 'acknowledged',
      header: t('notices.acknowledged'),
      place: 'status',
      cell: ({ acknowledged_at: at }) =>
        at === null ? <Badge color="idle">{t('notices.notYet')}</Badge> : <DateText value={at} withTime />,
    },
  ]
}
