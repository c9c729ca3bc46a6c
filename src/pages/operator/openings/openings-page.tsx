import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/openings-page'
import { listOpeningsCall, setOpeningPolicyCall } from '#domains/partners/setup/contract/operator.ts'
import type { WaitingOpening } from '#domains/partners/setup/contract/operator.ts'
import { OpeningActions, SetupNotice } from '#domains/partners/setup/web/opening-actions.tsx'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { openingActs } from './decide.server-actions.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listOpeningsCall, '/operator/openings'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listOpeningsCall, { query })
  return { ...getPageMeta(context, 'setup.operator.title', ['setup']), ...data, list, page: pageInSearch(query, 20) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    ...openingActs(call),
    openingPolicy: () =>
      call(setOpeningPolicyCall, { body: { is_required: readText(form, 'is_required') === 'true' } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function OpeningsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Openings data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface OpeningsProps {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function Openings({ data, answer }: OpeningsProps) {
  const t = useTexts('setup')
  return (
    <>
      <PageHeader title={t('operator.title')} text={t('operator.text')} />
      <SetupNotice answer={answer} />
      <ListPanel list={data.list} page={data.page} sizes={LIST_PAGE_SIZES} count={data.count}>
        <DataTable
          label={t('operator.label')}
          columns={useColumns(answer)}
          rows={data.openings}
          rowKey={(row) => row.advertiser_id}
          empty={<EmptyState title={t('operator.emptyTitle')} text={t('operator.emptyText')} />}
        />
      </ListPanel>
      <PolicyPanel isRequired={data.is_review_required} answer={answer} />
    </>
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<WaitingOpening>[] {
  const t = useTexts('setup')
  return [
    {
      key: 'advertiser',
      header: t('operator.advertiser'),
      isTitle: true,
      cell: (row) => (
        <CellText mark={row.advertiser_name} details={[row.website]}>
          <Anchor component={Link} to={`/operator/advertisers/${row.advertiser_id}#setup`}>
            {row.advertiser_name}
          </Anchor>
        </CellText>
      ),
    },
    { key: 'programme', header: t('operator.programme'), cell: ({ title }) => title },
    {
      key: 'requested',
      header: t('operator.requested'),
      cell: (row) => <DateText value={row.requested_at} withTime />,
    },
    {
      key: 'actions',
      header: t('operator.actions'),
      align: 'end',
      cell: (row) => <OpeningActions advertiserId={row.advertiser_id} name={row.title} answer={answer} />,
    },
  ]
}

function PolicyPanel({ isRequired, answer }: { isRequired: boolean; answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  const result = answerTo(answer, 'openingPolicy')
  return (
    <Panel title={t('operator.policy')} text={t(isRequired ? 'operator.policyOn' : 'operator.policyOff')}>
      <ActionForm intent="openingPolicy" result={result?.ok ? undefined : result}>
        <HiddenField name="is_required" value={String(!isRequired)} />
        <SubmitButton variant="default">{t(isRequired ? 'operator.stopRequiring' : 'operator.require')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
