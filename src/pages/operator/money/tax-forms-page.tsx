import { Anchor } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/tax-forms-page'
import {
  listTaxFormsCall,
  refuseTaxFormCall,
  setTaxPolicyCall,
  verifyTaxFormCall,
} from '#domains/people/taxes/contract.ts'
import type { QueuedForm } from '#domains/people/taxes/contract.ts'
import { FORM_STATUSES } from '#domains/people/taxes/rules.ts'
import { FormBadge } from '#domains/people/taxes/web/form-badge.tsx'
import { QueuedDetails } from '#domains/people/taxes/web/queued-details.tsx'
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
import { FilterBar, FilterSelect } from '#ui/filter-bar.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'

const FormActions = lazy(async () => ({
  default: (await import('#domains/people/taxes/web/form-actions.tsx')).FormActions,
}))

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listTaxFormsCall, '/operator/money/tax-forms'))
  const query = read.query as Record<string, string>
  const { data } = await context.get(callContext)(listTaxFormsCall, { query })
  const status = FORM_STATUSES.find((each) => each === query.status) ?? 'waiting'
  return {
    ...getPageMeta(context, 'taxes.operator.title', ['taxes', 'funding']),
    ...data,
    list,
    status,
    page: pageInSearch(query, 20),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const params = { form_id: readText(form, 'form_id') }
  const seen = { details_changed_at: readText(form, 'details_changed_at') || null }
  return runIntent(context, form, {
    verify: () => call(verifyTaxFormCall, { params, body: seen }),
    refuse: () => call(refuseTaxFormCall, { params, body: { ...seen, reason: readText(form, 'reason') } }),
    policy: () => call(setTaxPolicyCall, { body: { is_required: readText(form, 'is_required') === 'true' } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function TaxFormsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <TaxForms data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface TaxFormsProps {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function TaxForms({ data, answer }: TaxFormsProps) {
  const t = useTexts('taxes')
  const funding = useTexts('funding')
  const isWaiting = data.status === 'waiting'
  const statuses = FORM_STATUSES.map((value) => ({ value, label: t(`formStatus.${value}`) }))
  const filters = (
    <FilterBar fields={['status']}>
      <FilterSelect name="status" label={t('operator.status')} value={data.status} options={statuses} />
    </FilterBar>
  )
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/money">{funding('operator.title')}</Link>}
        title={t('operator.title')}
        text={t('operator.text')}
      />
      <Notice answer={answer} />
      <ListPanel list={data.list} page={data.page} sizes={LIST_PAGE_SIZES} count={data.count} filters={filters}>
        <DataTable
          label={t('operator.label')}
          columns={useColumns(answer)}
          rows={data.forms}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              title={t(isWaiting ? 'operator.empty.waiting' : 'operator.empty.other')}
              text={t('operator.emptyText')}
            />
          }
        />
      </ListPanel>
      <PolicyPanel isRequired={data.is_required} answer={answer} />
    </>
  )
}

function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('taxes')
  if (!answer?.ok) return null
  return <FormMessage tone="good">{t(`operator.done.${answer.intent as 'verify' | 'refuse' | 'policy'}`)}</FormMessage>
}

function useColumns(answer: IntentAnswer | undefined): Column<QueuedForm>[] {
  const t = useTexts('taxes')
  return [
    {
      key: 'publisher',
      header: t('operator.publisher'),
      isTitle: true,
      cell: (row) => (
        <CellText mark={row.publisher_name}>
          <Anchor component={Link} to={`/operator/publishers/${row.publisher_id}`}>
            {row.publisher_name}
          </Anchor>
        </CellText>
      ),
    },
    { key: 'details', header: t('operator.details'), place: 'detail', cell: (row) => <QueuedDetails form={row} /> },
    { key: 'form', header: t('operator.form'), cell: (row) => <FormFile row={row} /> },
    { key: 'signed', header: t('operator.signed'), cell: (row) => <DateText value={row.signed_on} /> },
    {
      key: 'status',
      header: t('operator.status'),
      place: 'status',
      cell: ({ status, reason, decided_by: by }) => (
        <CellText details={[reason, by]}>
          <FormBadge status={status} />
        </CellText>
      ),
    },
    {
      key: 'submitted',
      header: t('operator.handedIn'),
      cell: (row) => <DateText value={row.submitted_at} withTime />,
    },
    {
      key: 'actions',
      header: t('operator.actions'),
      align: 'end',
      cell: (row) => (
        <Suspense>
          <FormActions form={row} answer={answer} />
        </Suspense>
      ),
    },
  ]
}

function FormFile({ row: { id, form, file, expires_on: day } }: { row: QueuedForm }) {
  const t = useTexts('taxes')
  const date = day !== null && <DateText value={day} />
  const until = date ? t.rich('operator.until', { day: () => date }) : t('form.noEnd')
  return (
    <CellText details={[until]}>
      {file === null ? (
        `${form} (${t('form.fileGone')})`
      ) : (
        <Anchor href={`/api/v1/operator/tax-forms/${id}/file`} download>
          {form}
        </Anchor>
      )}
    </CellText>
  )
}

function PolicyPanel({ isRequired, answer }: { isRequired: boolean; answer: IntentAnswer | undefined }) {
  const t = useTexts('taxes')
  const result = answerTo(answer, 'policy')
  return (
    <Panel title={t('operator.policy')} text={t(isRequired ? 'operator.policyOn' : 'operator.policyOff')}>
      <ActionForm intent="policy" result={result?.ok ? undefined : result}>
        <HiddenField name="is_required" value={String(!isRequired)} />
        <SubmitButton variant="default">{t(isRequired ? 'operator.stopRequiring' : 'operator.require')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}
