import { Link, redirect } from 'react-router'
import type { Route } from './+types/advertisers-page'
import { createAdvertiserCall } from '#domains/people/advertisers/contract.ts'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, runIntent, readText } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { NumberText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { listAdvertisersCall } from '#domains/programmes/programs/contract/program.ts'
import { PROGRAM_STATUSES } from '#domains/programmes/programs/rules.ts'
import { ProgramBadge } from '#domains/programmes/programs/web/badges.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listAdvertisersCall, '/operator/advertisers'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listAdvertisersCall, { query })
  const page = pageInSearch(query, 20)
  return { ...getPageMeta(context, 'programs.operator.title', ['programs']), ...data, list, query, page }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  return runIntent(context, form, {
    createAdvertiser: async () => {
      const body = { name: readText(form, 'name'), website: readText(form, 'website') }
      const { advertiser_id: id } = await context.get(callContext)(createAdvertiserCall, { body })
      throw redirect(`/operator/advertisers/${id}`, 303)
    },
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function AdvertisersPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Advertisers data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']
type Advertiser = Data['advertisers'][number]

function Advertisers({ data, answer }: { data: Data; answer: Route.ComponentProps['actionData'] }) {
  const t = useTexts('programs')
  return (
    <>
      <PageHeader
        title={t('operator.title')}
        text={t('operator.text')}
        actions={
          <ConfirmAction
            label={t('operator.create')}
            title={t('operator.create')}
            text={t('operator.createText')}
            confirmLabel={t('operator.create')}
            intent="createAdvertiser"
            result={answerTo(answer, 'createAdvertiser')}
          >
            <TextField name="name" label={t('operator.name')} maxLength={120} required data-autofocus />
            <TextField
              name="website"
              label={t('operator.website')}
              description={t('operator.websiteHint')}
              inputMode="url"
              required
            />
          </ConfirmAction>
        }
      />
      <ListPanel
        list={data.list}
        page={data.page}
        sizes={LIST_PAGE_SIZES}
        count={data.count}
        filters={<Filters query={data.query} />}
      >
        <DataTable
          label={t('operator.title')}
          columns={useColumns()}
          rows={data.advertisers}
          rowKey={({ id }) => id}
          empty={<EmptyState art="search" title={t('operator.emptyTitle')} text={t('operator.emptyText')} />}
        />
      </ListPanel>
    </>
  )
}

function Filters({ query }: { query: Record<string, string> }) {
  const t = useTexts('programs')
  const statuses = [...PROGRAM_STATUSES, 'none' as const].map((value) => ({ value, label: t(`status.${value}`) }))
  return (
    <FilterBar fields={['keyword', 'program_status']}>
      <FilterField name="keyword" label={t('operator.keyword')} defaultValue={query.keyword} />
      <FilterSelect
        name="program_status"
        label={t('operator.status')}
        value={query.program_status ?? ''}
        options={[{ value: '', label: t('operator.all') }, ...statuses]}
      />
    </FilterBar>
  )
}

function useColumns(): Column<Advertiser>[] {
  const t = useTexts('programs')
  return [
    { key: 'name', header: t('operator.advertiser'), isTitle: true, cell: (row) => <Name advertiser={row} /> },
    { key: 'hosts', header: t('operator.hosts'), cell: ({ hostnames }) => hostnames.join(', ') || '–' },
    {
      key: 'status',
      header: t('operator.status'),
      cell: (row) => (row.program_status ? <ProgramBadge status={row.program_status} /> : t('status.none')),
    },
    {
      key: 'mode',
      header: t('operator.joinMode'),
      cell: (row) => (row.join_mode ? t(`joinMode.${row.join_mode}`) : '–'),
    },
    {
      key: 'joined',
      header: t('operator.joined'),
      align: 'end',
      cell: (row) => <NumberText value={row.joined_count} />,
    },
    { key: 'pending', header: t('operator.pending'), align: 'end', cell: (row) => <Waiting advertiser={row} /> },
  ]
}

function Name({ advertiser }: { advertiser: Advertiser }) {
  const t = useTexts('programs')
  return (
    <CellText mark={advertiser.name} details={[advertiser.status === 'paused' && t('operator.paused')]}>
      <Link to={`/operator/advertisers/${advertiser.id}`}>{advertiser.name}</Link>
    </CellText>
  )
}

function Waiting({ advertiser }: { advertiser: Advertiser }) {
  const count = <NumberText value={advertiser.pending_count} />
  if (advertiser.pending_count === 0) return count
  const to = `/operator/join-requests?keyword=${encodeURIComponent(advertiser.name)}`
  return <Link to={to}>{count}</Link>
}
