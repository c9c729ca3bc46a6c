import { Button, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import type { Call } from '#kernel/endpoint.ts'
import { CONTENT_CATEGORIES } from '#kernel/lists/content-categories.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DrawerOutlet, keepRows, OVER_LIST } from '#ui/drawer-rows.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { ToastCard } from '#ui/toast-card.tsx'
import { countryList } from '#domains/partners/applications/web/form/country-list.server.ts'
import { listInvitationsCall } from '#domains/partners/invitations/contract/advertiser.ts'
import { downloadListingsCall, listingList, listListingsCall } from '#domains/partners/listings/contract.ts'
import { CLICK_BANDS, SITE_KINDS } from '#domains/partners/listings/rules/vocabulary.ts'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'
import type { Column } from '#ui/data-table.tsx'
import { ActLink } from '#ui/team-gate.tsx'
import type { ListingView } from '#domains/partners/listings/contract.ts'
import type { Route } from './+types/find-page'
import { useListingColumns } from './listing-columns.tsx'

const LIST_PATH = '/brand/publishers/find'

const FILTERS = ['keyword', 'category', 'country', 'site_kind', 'min_clicks', 'verified'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list, views } = await loadList({ context, request }, listingList)
  const call = context.get(callContext)
  const { data } = await call(listListingsCall, { query })
  const { locale, publicUrl } = context.get(sessionContext)
  return {
    ...data,
    list,
    views,
    invited: data.is_open ? await listInvited(call) : [],
    filter: Object.fromEntries(FILTERS.map((name) => [name, String(query[name] ?? '')])) as Filter,
    categories: [...CONTENT_CATEGORIES],
    countries: countryList(locale).map(([value, label]) => ({ value, label })),
    join: data.program_path === null ? null : publicUrl + data.program_path,
    download: buildAddress(downloadListingsCall.path, { query: { ...query, bom: '1' } }),
    page: pageInSearch(query, 20),
    ...getPageMeta(context, 'listings.title', ['listings', 'memberships', 'saved-views', 'invitations']),
  }
}

/** Lists the publishers with an open invitation; there are no more than two pages of them. */
async function listInvited(call: Call): Promise<number[]> {
  const load = (page: number) =>
    call(listInvitationsCall, { query: { status: 'sent', page_size: 50, page_number: page } })
  const { count, invitations } = (await load(1)).data
  const others = count > invitations.length ? (await load(2)).data.invitations : []
  return [...invitations, ...others].map(({ publisher_id: id }) => id)
}

type Filter = Record<(typeof FILTERS)[number], string>

export const meta: Route.MetaFunction = titleMeta

export const shouldRevalidate = keepRows

export default function FindPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Listings {...loaderData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Listings(loaded: Loaded) {
  const t = useTexts('listings')
  const members = useTexts('memberships')
  const { listings, list, count, join } = loaded
  const columns = useListingColumns()
  const invite = useInviteColumn(LIST_PATH, loaded.invited)
  const isDrawerOpen = useLocation().pathname !== LIST_PATH
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/publishers">{members('members.title')}</Link>}
        title={t('title')}
        text={t('text')}
        actions={join !== null && <CopyButton value={join} label={t('copyLink')} />}
      />
      {loaded.is_open ? (
        <ListPanel
          list={list}
          above={<ListViews list={list} views={loaded.views} />}
          filters={<Filters {...loaded} />}
          tools={
            <>
              <ColumnMenu list={list} columns={columns} />
              <DownloadButton isTool href={loaded.download} rows={count} label={t('download')} />
            </>
          }
          page={loaded.page}
          sizes={LIST_PAGE_SIZES}
          count={count}
        >
          <DataTable
            label={t('title')}
            columns={[...pickColumns(columns, list), invite]}
            rows={listings}
            rowKey={({ publisher_id: id }) => id}
            sort={loaded.sort}
            empty={<Empty filter={loaded.filter} />}
          />
        </ListPanel>
      ) : (
        <NotOpen />
      )}
      <DrawerOutlet addresses={[]} next={null} previous={null} />
      {!isDrawerOpen && <ToastCard />}
    </>
  )
}

function NotOpen() {
  const t = useTexts('listings')
  const link = (
    <Button component={Link} to="/brand/programme" variant="default">
      {t('toProgramme')}
    </Button>
  )
  return (
    <Panel>
      <EmptyState title={t('notOpen')} text={t('notOpenText')} action={link} />
    </Panel>
  )
}

function Filters({ filter, categories, countries }: Pick<Loaded, 'filter' | 'categories' | 'countries'>) {
  const t = useTexts('listings')
  const all = { value: '', label: t('all') }
  const named = categories.map((value) => ({ value, label: value }))
  const kinds = SITE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))
  const sizes = CLICK_BANDS.map((clicks) => ({ value: String(clicks), label: t('minClicksOption', { clicks }) }))
  const verified = { value: '1', label: t('isVerified') }
  return (
    <FilterBar fields={FILTERS}>
      <FilterField name="keyword" label={t('keyword')} placeholder={t('keywordHint')} defaultValue={filter.keyword} />
      <FilterSelect name="category" label={t('category')} value={filter.category} options={[all, ...named]} />
      <FilterSelect name="country" label={t('country')} value={filter.country} options={[all, ...countries]} />
      <FilterSelect name="site_kind" label={t('kind')} value={filter.site_kind} options={[all, ...kinds]} />
      <FilterSelect name="min_clicks" label={t('minClicks')} value={filter.min_clicks} options={[all, ...sizes]} />
      <FilterSelect name="verified" label={t('verified')} value={filter.verified} options={[all, verified]} />
    </FilterBar>
  )
}

function Empty({ filter }: Pick<Loaded, 'filter'>) {
  const t = useTexts('listings')
  const isAll = Object.values(filter).every((value) => value === '')
  if (!isAll) return <EmptyState art="search" title={t('emptyMatch')} action={<ClearFilters />} />
  return <EmptyState title={t('empty')} text={t('emptyText')} />
}

/** Builds the column that invites a publisher, over the list. Needs the texts `invitations`. */
function useInviteColumn(listPath: string, invited: readonly number[]): Column<ListingView> {
  const t = useTexts('invitations')
  const { search } = useLocation()
  return {
    key: 'invite',
    header: t('list.column.status'),
    align: 'end',
    cell: ({ publisher_id: id, publisher_name: publisher }) =>
      invited.includes(id) ? (
        <Text span inherit c="dimmed">
          {t('event.sent')}
        </Text>
      ) : (
        <ActLink
          act="run_programme"
          to={`${listPath}/new/${id}${search}`}
          state={OVER_LIST}
          preventScrollReset
          variant="default"
          size="xs"
          aria-label={t('form.title', { publisher })}
        >
          {t('invite')}
        </ActLink>
      ),
  }
}
