import type { Route } from './+types/join-requests-page'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readList } from '#platform/web/read-list.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { joinRequestList } from '#domains/programmes/programs/contract/lists.ts'
import { listMembershipsCall } from '#domains/programmes/programs/contract/membership.ts'
import { MEMBERSHIP_STATUSES } from '#domains/programmes/programs/rules.ts'
import { decisionActs } from './decide.server-actions.ts'
import { DecisionNotice } from '#domains/programmes/programs/web/decision-notice.tsx'
import { MembershipTable } from '#domains/programmes/programs/web/membership-table.tsx'

/** The filter value for all statuses. Without a value the list shows pending requests. */
const ALL = 'all'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, joinRequestList)
  const search = read.query as Record<string, string>
  const { status = 'pending', ...rest } = search
  const query = status === ALL ? rest : { ...rest, status }
  const { data } = await context.get(callContext)(listMembershipsCall, { query })
  const page = pageInSearch(search, 20)
  return { ...getPageMeta(context, 'programs.requests.title', ['programs']), ...data, list, search, status, page }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  return runIntent(context, form, decisionActs(context.get(callContext)))
}

export const meta: Route.MetaFunction = titleMeta

export default function JoinRequestsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <JoinRequests data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

function JoinRequests({
  data,
  answer,
}: {
  data: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}) {
  const t = useTexts('programs')
  const isQueue = data.status === 'pending' && data.search.keyword === undefined
  const statuses = MEMBERSHIP_STATUSES.map((value) => ({ value, label: t(`membership.${value}`) }))
  return (
    <>
      <PageHeader title={t('requests.title')} text={t('requests.text')} />
      <DecisionNotice answer={answer} />
      <ListPanel
        list={data.list}
        page={data.page}
        sizes={LIST_PAGE_SIZES}
        count={data.count}
        filters={
          <FilterBar fields={['keyword', 'status']}>
            <FilterField name="keyword" label={t('requests.keyword')} defaultValue={data.search.keyword} />
            <FilterSelect
              name="status"
              label={t('requests.status')}
              value={data.status}
              options={[...statuses, { value: ALL, label: t('requests.all') }]}
            />
          </FilterBar>
        }
      >
        <MembershipTable
          memberships={data.memberships}
          answer={answer}
          empty={
            isQueue ? (
              <EmptyState title={t('requests.emptyTitle')} text={t('requests.emptyText')} />
            ) : (
              <EmptyState art="search" title={t('requests.emptyFound')} />
            )
          }
        />
      </ListPanel>
    </>
  )
}
