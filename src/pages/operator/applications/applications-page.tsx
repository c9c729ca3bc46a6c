import { Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/applications-page'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { answerToRow } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { listApplicationsCall } from '#domains/partners/applications/contract/calls.ts'
import type { ApplicationRow } from '#domains/partners/applications/contract/calls.ts'
import { APPLICATION_KINDS, QUEUE_FILTERS } from '#domains/partners/applications/contract/options.ts'
import { ApplicantName, ApplicationStatus, Decisions } from '#domains/partners/applications/web/application-view.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { actReview } from './review.server-actions.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listApplicationsCall, '/operator/applications'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listApplicationsCall, { query })
  return { ...data, list, query, ...getPageMeta(context, 'applications.queue.title', ['applications']) }
}

export const action = (args: Route.ActionArgs) => actReview(args)

export const meta: Route.MetaFunction = titleMeta

export default function ApplicationsPage(props: Route.ComponentProps) {
  return (
    <TextsProvider texts={props.loaderData.texts}>
      <Queue {...props} />
    </TextsProvider>
  )
}

type Answer = Route.ComponentProps['actionData']

function Queue({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('applications')
  const { applications, count, page_number, page_size, query, waiting } = loaderData
  const isPlain = (query.show ?? 'waiting') === 'waiting' && !query.kind && !query.search
  return (
    <>
      <PageHeader title={t('queue.title')} text={t('queue.text')} />
      <ReviewNotice answer={actionData} />
      <ListPanel
        list={loaderData.list}
        filters={<Filters query={query} waiting={waiting} />}
        page={{ number: page_number, size: page_size }}
        sizes={LIST_PAGE_SIZES}
        count={count}
      >
        <DataTable
          label={t('queue.label')}
          columns={useColumns(actionData)}
          rows={applications}
          rowKey={(application) => application.application_id}
          empty={
            <EmptyState
              art={isPlain ? 'list' : 'search'}
              title={t(isPlain ? 'queue.emptyTitle' : 'queue.noneTitle')}
              text={t(isPlain ? 'queue.emptyText' : 'queue.noneText')}
            />
          }
        />
      </ListPanel>
    </>
  )
}

function Filters({ query, waiting }: { query: Record<string, string>; waiting: number }) {
  const t = useTexts('applications')
  const kinds = APPLICATION_KINDS.map((kind) => ({ value: kind, label: t(`queue.kinds.${kind}`) }))
  const shows = QUEUE_FILTERS.map((show) => ({ value: show, label: t(`queue.filters.${show}`, { count: waiting }) }))
  return (
    <FilterBar fields={['search', 'show', 'kind']}>
      <FilterField name="search" label={t('queue.search')} defaultValue={query.search} />
      <FilterSelect name="show" label={t('queue.show')} value={query.show ?? 'waiting'} options={shows} />
      <FilterSelect
        name="kind"
        label={t('queue.kind')}
        value={query.kind ?? ''}
        options={[{ value: '', label: t('queue.anyKind') }, ...kinds]}
      />
    </FilterBar>
  )
}

function useColumns(answer: Answer): Column<ApplicationRow>[] {
  const t = useTexts('applications')
  return [
    {
      key: 'applicant',
      header: t('queue.applicant'),
      isTitle: true,
      cell: (application) => <Applicant application={application} />,
    },
    { key: 'kind', header: t('queue.kind'), cell: ({ kind }) => t(`queue.kinds.${kind}`) },
    {
      key: 'address',
      header: t('queue.address'),
      cell: ({ address }) => (
        <Text component="bdi" inherit display="block" maw="18rem" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
      ),
    },
    { key: 'received', header: t('queue.received'), cell: ({ created_at }) => <DateText value={created_at} /> },
    {
      key: 'status',
      place: 'figure',
      header: t('queue.status'),
      cell: (application) => <ApplicationStatus application={application} />,
    },
    {
      key: 'actions',
      place: 'status',
      header: t('queue.actions'),
      align: 'end',
      cell: (application) => (
        <Decisions application={application} result={answerToRow(answer, application.application_id)} />
      ),
    },
  ]
}

function Applicant({ application }: { application: ApplicationRow }) {
  const t = useTexts('applications')
  const {
    application_id: id,
    email,
    repeat_count: repeats,
    is_confirmed: isConfirmed,
    is_repeat: isRepeat,
  } = application
  return (
    <CellText
      details={[
        email,
        repeats > 0 && !isRepeat && t('queue.repeats', { count: repeats }),
        !isConfirmed && t('queue.unconfirmed'),
      ]}
    >
      <Link to={`/operator/applications/${id}`}>
        <ApplicantName application={application} />
      </Link>
    </CellText>
  )
}
