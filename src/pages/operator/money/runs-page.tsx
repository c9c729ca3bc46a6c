import { Anchor } from '@mantine/core'
import { Link, redirect } from 'react-router'
import type { Route } from './+types/runs-page'
import { draftRunCall, listRunsCall } from '#domains/money/payouts/contract/runs.ts'
import type { Run } from '#domains/money/payouts/contract/runs.ts'
import { RunBadge } from '#domains/money/payouts/web/run-badges.tsx'
import { LIST_PAGE_SIZES, pageInSearch } from '#kernel/paging.ts'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listRunsCall, '/operator/money/runs'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listRunsCall, { query })
  return { ...getPageMeta(context, 'runs.title', ['runs', 'funding']), ...data, list, page: pageInSearch(query, 20) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  return runIntent(context, form, {
    draft: async () => {
      const { id } = await call(draftRunCall, { body: { month: readText(form, 'month') } })
      throw redirect(`/operator/money/runs/${id}`, 303)
    },
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function RunsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Runs data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface RunsProps {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function Runs({ data, answer }: RunsProps) {
  const t = useTexts('runs')
  const funding = useTexts('funding')
  const draft = (
    <ConfirmAction
      label={t('draft')}
      title={t('draft')}
      text={t('draftText')}
      confirmLabel={t('draft')}
      intent="draft"
      result={answerTo(answer, 'draft')}
    >
      <TextField name="month" label={t('month')} defaultValue={data.last_month} required />
    </ConfirmAction>
  )
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money">{funding('operator.title')}</Link>}
        title={t('title')}
        text={t('text')}
        actions={data.has_draft ? undefined : draft}
      />
      <ListPanel list={data.list} page={data.page} sizes={LIST_PAGE_SIZES} count={data.count}>
        <DataTable
          label={t('label')}
          columns={useColumns()}
          rows={data.runs}
          rowKey={(run) => run.id}
          empty={<EmptyState title={t('none')} text={t('noneText')} />}
        />
      </ListPanel>
    </>
  )
}

function useColumns(): Column<Run>[] {
  const t = useTexts('runs')
  const getMonthName = useMonthName()
  return [
    {
      key: 'month',
      header: t('column.month'),
      isTitle: true,
      isRowLink: true,
      cell: (run) => (
        <Anchor component={Link} to={`/operator/money/runs/${run.id}`} inherit c="inherit" underline="never">
          {getMonthName(run.month)}
        </Anchor>
      ),
    },
    { key: 'status', header: t('column.status'), place: 'status', cell: ({ status }) => <RunBadge status={status} /> },
    {
      key: 'payouts',
      header: t('column.payouts'),
      align: 'end',
      cell: ({ payouts }) => <NumberText value={payouts} />,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => <MoneyText amount={amount} />,
    },
    {
      key: 'made',
      header: t('column.madeBy'),
      cell: ({ made_by: name, made_at: at }) => (
        <>
          {name ?? t('schedule')} · {at && <DateText value={at} />}
        </>
      ),
    },
  ]
}
