import { lazy } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { SiteView, SubAccountView } from '#domains/people/publishers/contract.ts'
import { MAX_SUB_ACCOUNTS } from '#domains/people/publishers/rules.ts'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'

const AccessFields = lazy(async () => ({ default: (await import('./account-fields.tsx')).AccessFields }))
const InviteFields = lazy(async () => ({ default: (await import('./account-fields.tsx')).InviteFields }))

interface SubAccountsPanelProps {
  subAccounts: readonly SubAccountView[]
  sites: readonly SiteView[]
  answer: IntentAnswer | undefined
}

/** Up to five sub-accounts, each bound to one site. */
export function SubAccountsPanel({ subAccounts, sites, answer }: SubAccountsPanelProps) {
  const t = useTexts('publishers')
  const columns = useColumns({ sites, answer })
  const isFull = subAccounts.length >= MAX_SUB_ACCOUNTS
  return (
    <Panel
      title={t('subAccounts.title')}
      text={t(sites.length === 0 ? 'subAccounts.noSite' : isFull ? 'subAccounts.isFull' : 'subAccounts.text')}
      actions={
        <DialogForm
          label={t('subAccounts.add')}
          title={t('subAccounts.add')}
          submitLabel={t('subAccounts.invite')}
          size="sm"
          disabled={isFull || sites.length === 0}
          intent="invite"
          answer={answer}
        >
          <InviteFields />
          <AccessFields sites={sites} />
        </DialogForm>
      }
      flush
    >
      <DataTable
        label={t('subAccounts.title')}
        columns={columns}
        rows={subAccounts}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('subAccounts.emptyTitle')} text={t('subAccounts.emptyText')} />}
      />
    </Panel>
  )
}

function useColumns({ sites, answer }: Omit<SubAccountsPanelProps, 'subAccounts'>): Column<SubAccountView>[] {
  const t = useTexts('publishers')
  return [
    { key: 'user', header: t('subAccounts.userName'), isTitle: true, cell: ({ userName }) => userName },
    { key: 'email', header: t('account.email'), place: 'detail', cell: ({ email }) => email },
    { key: 'address', header: t('sites.url'), place: 'none', cell: ({ address }) => address },
    { key: 'hash', header: t('sites.key'), place: 'none', cell: ({ hash }) => <code>{hash}</code> },
    { key: 'access', header: t('subAccounts.access'), cell: ({ access }) => t(`subAccounts.${access}`) },
    {
      key: 'status',
      place: 'figure',
      header: t('sites.status'),
      cell: ({ is_active }) => (
        <StatusBadge
          status={is_active ? 'ACTIVE' : 'REVIEW'}
          label={t(is_active ? 'sites.active' : 'subAccounts.invited')}
        />
      ),
    },
    {
      key: 'actions',
      place: 'status',
      header: t('sites.actions'),
      align: 'end',
      cell: (row) => <SubAccountActions row={row} sites={sites} answer={answer} />,
    },
  ]
}

interface SubAccountActionsProps extends Omit<SubAccountsPanelProps, 'subAccounts'> {
  row: SubAccountView
}

function SubAccountActions({ row, sites, answer }: SubAccountActionsProps) {
  const t = useTexts('publishers')
  return (
    <RowActions>
      <DialogForm
        label={t('sites.edit')}
        title={t('sites.editTitle', { name: row.userName })}
        submitLabel={t('sites.save')}
        size="xs"
        variant="default"
        intent="editSubAccount"
        answer={answer}
      >
        <HiddenField name="sub_account_id" value={row.id} />
        <AccessFields sites={sites} row={row} />
      </DialogForm>
      <ConfirmAction
        size="xs"
        variant="subtle"
        tone="bad"
        label={t('subAccounts.remove')}
        title={t('subAccounts.removeTitle', { name: row.userName })}
        text={t('subAccounts.removeText')}
        confirmLabel={t('subAccounts.remove')}
        intent="removeSubAccount"
        fields={{ sub_account_id: row.id }}
        result={answerTo(answer, 'removeSubAccount')}
      />
    </RowActions>
  )
}
