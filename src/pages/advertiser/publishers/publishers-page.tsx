import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/publishers-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { buildAddress } from '#platform/web/call.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ClearFilters } from '#ui/clear-filters.tsx'
import { ColumnMenu, pickColumns } from '#ui/column-menu.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { DateRange } from '#ui/date-range.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { SelectionBar, useSelection } from '#ui/selection.tsx'
import { memberList } from '#domains/partners/memberships/contract/lists.ts'
import { downloadMembersCall, listMembersCall } from '#domains/partners/memberships/contract/members.ts'
import { ACTIVITIES, LISTED_STATUSES } from '#domains/partners/memberships/rules/vocabulary.ts'
import { LabelAnswer } from '#domains/partners/memberships/web/label-answer.tsx'
import { LabelActions } from '#domains/partners/memberships/web/label-actions.tsx'
import { useMemberColumns } from './member-columns.tsx'
import { AsOf } from '#domains/figures/reports/web/as-of.tsx'
import { ListViews } from '#domains/desk/saved-views/web/list-views.tsx'
import { loadList } from '#domains/desk/saved-views/web/load-list.ts'
import { labelActs } from './label.server-actions.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { query, list, views } = await loadList({ context, request }, memberList)
  const { data } = await context.get(callContext)(listMembersCall, { query })
  const read = (name: string) => String(query[name] ?? '')
  return {
    ...data,
    list,
    views,
    filter: {
      keyword: read('keyword'),
      status: read('status') || 'joined',
      group_id: read('group_id'),
      tag: read('tag'),
      activity: read('activity'),
    },
    download: buildAddress(downloadMembersCall.path, { query: { ...query, bom: '1' } }),
    page: pageInSearch(query, 20),
    ...getPageMeta(context, 'memberships.members.title', ['memberships', 'reports', 'saved-views']),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return runIntent(context, await readForm(request, context), labelActs(context.get(callContext)))
}

export const meta: Route.MetaFunction = titleMeta

export default function PublishersPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Publishers loaded={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Loaded = Route.ComponentProps['loaderData']

interface PublishersProps {
  loaded: Loaded
  answer: Route.ComponentProps['actionData']
}

function Publishers({ loaded, answer }: PublishersProps) {
  const t = useTexts('memberships')
  const { publishers, list, count, groups, tags, filter } = loaded
  const selection = useSelection(publishers, {
    rowKey: ({ publisher_id: id }) => String(id),
    getLabel: ({ publisher_name: name }) => t('members.select', { name }),
  })
  const columns = useMemberColumns(loaded.currency)
  const { rows, isMatching } = selection
  return (
    <>
      <PageHeader title={t('members.title')} actions={<Links />} />
      <LabelAnswer answer={answer} />
      <ListPanel
        list={list}
        above={<ListViews list={list} views={loaded.views} />}
        filters={<Filters {...loaded} />}
        tools={
          <>
            <ColumnMenu list={list} columns={columns} />
            <DownloadButton isTool href={loaded.download} rows={count} label={t('members.download')} />
          </>
        }
        page={loaded.page}
        sizes={LIST_PAGE_SIZES}
        count={count}
        canSelect
      >
        <DataTable
          label={t('members.title')}
          columns={[selection.column, ...pickColumns(columns, list)]}
          rows={publishers}
          rowKey={({ publisher_id: id }) => id}
          sort={loaded.sort}
          empty={<Empty filter={filter} />}
        />
        <SelectionBar selection={selection} matchingCount={count}>
          <TeamGate act="run_programme" isBar>
            <LabelActions
              count={isMatching ? count : rows.length}
              groups={groups.map(({ name }) => name)}
              tags={tags}
              answer={answer}
            >
              {isMatching ? (
                <MatchingFields filter={filter} />
              ) : (
                rows.map(({ publisher_id: id }) => <HiddenField key={id} name="publisher" value={id} />)
              )}
            </LabelActions>
          </TeamGate>
        </SelectionBar>
      </ListPanel>
      <AsOf report={loaded} />
    </>
  )
}

/** Names all publishers of the filter. */
function MatchingFields({ filter }: Pick<Loaded, 'filter'>) {
  return (
    <>
      <HiddenField name="matching" value="1" />
      {Object.entries(filter).map(([name, value]) => (
        <HiddenField key={name} name={`filter_${name}`} value={value} />
      ))}
    </>
  )
}

function Links() {
  const t = useTexts('memberships')
  return (
    <>
      <Button component={Link} to="/brand/publishers/requests" variant="default">
        {t('requests.title')}
      </Button>
      <Button component={Link} to="/brand/publishers/invitations" variant="default">
        {t('members.invitations')}
      </Button>
      <Button component={Link} to="/brand/publishers/find" variant="default">
        {t('members.find')}
      </Button>
    </>
  )
}

function Filters({ filter, groups, tags, begin, end, today }: Loaded) {
  const t = useTexts('memberships')
  const all = { value: '', label: t('members.all') }
  const statuses = LISTED_STATUSES.map((value) => ({ value, label: t(`members.statuses.${value}`) }))
  const activities = [all, ...ACTIVITIES.map((value) => ({ value, label: t(`members.activities.${value}`) }))]
  const inGroup = groups.map(({ id, name, members }) => ({ value: String(id), label: `${name} (${members})` }))
  return (
    <>
      <FilterBar fields={Object.keys(filter)}>
        <FilterField name="keyword" label={t('requests.keyword')} defaultValue={filter.keyword} />
        <FilterSelect name="status" label={t('members.status')} value={filter.status} options={statuses} />
        <FilterSelect name="activity" label={t('members.activity')} value={filter.activity} options={activities} />
        {groups.length > 0 && (
          <FilterSelect
            name="group_id"
            label={t('members.group')}
            value={filter.group_id}
            options={[all, ...inGroup]}
          />
        )}
        {tags.length > 0 && (
          <FilterSelect
            name="tag"
            label={t('members.tag')}
            value={filter.tag}
            options={[all, ...tags.map((value) => ({ value, label: value }))]}
          />
        )}
      </FilterBar>
      <DateRange begin={begin} end={end} today={today} />
    </>
  )
}

function Empty({ filter: { status, ...others } }: Pick<Loaded, 'filter'>) {
  const t = useTexts('memberships')
  const isAll = status === 'joined' && Object.values(others).every((value) => value === '')
  if (!isAll) return <EmptyState art="search" title={t('members.emptyMatch')} action={<ClearFilters />} />
  return <EmptyState title={t('members.empty')} text={t('members.emptyText')} />
}
