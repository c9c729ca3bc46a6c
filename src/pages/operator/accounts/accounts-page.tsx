import type { ComponentProps } from 'react'
import { Button } from '@mantine/core'
import { Link, data } from 'react-router'
import type { Route } from './+types/accounts-page'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { FilterBar, FilterField, FilterSelect } from '#ui/filter-bar.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { FormMessage } from '#ui/form.tsx'
import { listOf } from '#kernel/list-query.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerToRow, readText, runIntent } from '#platform/web/intents.ts'
import { readList } from '#platform/web/read-list.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { listAccountsCall, reviewAccountCall } from '#domains/people/accounts/contract/accounts.ts'
import { resetTwoStepCall } from '#domains/people/accounts/contract/two-step.ts'
import type { AccountItem } from '#domains/people/accounts/contract/accounts.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { list, ...read } = readList(request, listOf(listAccountsCall, '/operator/accounts'))
  const query = read.query as Record<string, string>
  const listed = await context.get(callContext)(listAccountsCall, { query })
  return { ...listed, list, query, ...getPageMeta(context, 'accounts.operator.title', ['accounts']) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const call = context.get(callContext)
  const params = { account_id: readText(form, 'account_id') }
  const review = (decision: 'approved' | 'rejected') => {
    const note = readText(form, 'note')
    return call(reviewAccountCall, { params, body: { decision, ...(note === '' ? {} : { note }) } })
  }
  const { data: answer, init } = await runIntent(context, form, {
    approve: () => review('approved'),
    reject: () => review('rejected'),
    resetTwoStep: () => call(resetTwoStepCall, { params }),
  })
  return data({ ...answer, rowId: Number(params.account_id) }, init ?? {})
}

export const meta: Route.MetaFunction = titleMeta

export default function AccountsPage(props: Route.ComponentProps) {
  return (
    <TextsProvider texts={props.loaderData.texts}>
      <Accounts {...props} />
    </TextsProvider>
  )
}

type Answer = Route.ComponentProps['actionData']

/** The sentence after each decision. */
const DONE = {
  approve: 'operator.approved',
  reject: 'operator.rejected',
  resetTwoStep: 'operator.twoStepReset',
} as const

function Accounts({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('accounts')
  const { accounts, count, page_number, page_size } = loaderData
  return (
    <>
      <PageHeader title={t('operator.title')} text={t('operator.text')} />
      {actionData?.ok && <FormMessage tone="good">{t(DONE[actionData.intent as keyof typeof DONE])}</FormMessage>}
      <ListPanel
        list={loaderData.list}
        filters={<Filters query={loaderData.query} />}
        page={{ number: page_number, size: page_size }}
        sizes={LIST_PAGE_SIZES}
        count={count}
      >
        <DataTable
          label={t('operator.label')}
          columns={useColumns(actionData)}
          rows={accounts}
          rowKey={(account) => account.account_id}
          empty={<EmptyState art="search" title={t('operator.emptyTitle')} text={t('operator.emptyText')} />}
        />
      </ListPanel>
    </>
  )
}

function Filters({ query }: { query: Record<string, string> }) {
  const t = useTexts('accounts')
  const all = { value: '', label: t('operator.all') }
  const roles = (['publisher', 'advertiser', 'operator'] as const).map((role) => ({
    value: role,
    label: t(`operator.roles.${role}`),
  }))
  const statuses = (['under_review', 'approved', 'rejected'] as const).map((status) => ({
    value: status,
    label: t(`operator.statuses.${status}`),
  }))
  return (
    <FilterBar fields={['search', 'role', 'status']}>
      <FilterField name="search" label={t('operator.search')} defaultValue={query.search} />
      <FilterSelect name="role" label={t('operator.role')} value={query.role ?? ''} options={[all, ...roles]} />
      <FilterSelect
        name="status"
        label={t('operator.status')}
        value={query.status ?? ''}
        options={[all, ...statuses]}
      />
    </FilterBar>
  )
}

const BADGES = { under_review: 'REVIEW', approved: 'APPROVED', rejected: 'REJECTED' } as const

function useColumns(answer: Answer): Column<AccountItem>[] {
  const t = useTexts('accounts')
  return [
    { key: 'account', header: t('operator.account'), isTitle: true, cell: (account) => <Name account={account} /> },
    { key: 'role', header: t('operator.role'), cell: ({ role }) => t(`operator.roles.${role}`) },
    {
      key: 'status',
      place: 'figure',
      header: t('operator.status'),
      cell: (account) => <StatusBadge status={BADGES[account.review_status]} />,
    },
    { key: 'created', header: t('operator.created'), cell: ({ created_at }) => <DateText value={created_at} /> },
    { key: 'decided', header: t('operator.decided'), cell: (account) => <Decided account={account} /> },
    {
      key: 'actions',
      place: 'status',
      header: t('operator.actions'),
      align: 'end',
      cell: (account) => <Decisions account={account} answer={answer} />,
    },
  ]
}

function Name({ account }: { account: AccountItem }) {
  const t = useTexts('accounts')
  return (
    <CellText details={[account.email, !account.has_password && t('operator.noPassword')]}>
      {account.display_name}
    </CellText>
  )
}

function Decided({ account }: { account: AccountItem }) {
  if (account.reviewed_at === null) return '–'
  return (
    <CellText details={[account.reviewed_by, account.review_note && <em key="note">{account.review_note}</em>]}>
      <DateText value={account.reviewed_at} />
    </CellText>
  )
}

function Decisions({ account, answer }: { account: AccountItem; answer: Answer }) {
  const t = useTexts('accounts')
  const fields = { account_id: account.account_id }
  const name = account.display_name
  const shared = { fields, size: 'xs', result: answerToRow(answer, account.account_id) } as const
  const note = (
    <TextAreaField name="note" label={t('operator.note')} description={t('operator.noteHint')} maxLength={1000} />
  )
  return (
    <RowActions>
      <Button component={Link} to={`/operator/accounts/${account.account_id}`} variant="subtle" size="xs">
        {t('operator.data')}
      </Button>
      {account.has_two_step && <ResetTwoStep {...shared} name={name} />}
      {account.role !== 'operator' && account.review_status !== 'approved' && (
        <ConfirmAction
          {...shared}
          label={t('operator.approve')}
          title={t('operator.approveTitle', { name })}
          text={t('operator.approveText')}
          confirmLabel={t('operator.approve')}
          intent="approve"
        >
          {note}
        </ConfirmAction>
      )}
      {account.role !== 'operator' && account.review_status !== 'rejected' && (
        <ConfirmAction
          {...shared}
          tone="bad"
          label={t('operator.reject')}
          title={t('operator.rejectTitle', { name })}
          text={t('operator.rejectText')}
          confirmLabel={t('operator.reject')}
          intent="reject"
        >
          {note}
        </ConfirmAction>
      )}
    </RowActions>
  )
}

type ResetTwoStepProps = Pick<ComponentProps<typeof ConfirmAction>, 'fields' | 'size' | 'result'> & { name: string }

/** For an owner who has lost the authenticator app and the recovery codes. */
function ResetTwoStep({ name, ...shared }: ResetTwoStepProps) {
  const t = useTexts('accounts')
  return (
    <ConfirmAction
      {...shared}
      tone="bad"
      label={t('operator.resetTwoStep')}
      title={t('operator.resetTwoStepTitle', { name })}
      text={t('operator.resetTwoStepText')}
      confirmLabel={t('operator.resetTwoStep')}
      intent="resetTwoStep"
    />
  )
}
