import { Button, Stack, Text } from '@mantine/core'
import { TEAM_ROLES } from '#kernel/actor.ts'
import type { MemberView } from '#domains/people/teams/contract.ts'
import { useGateReason } from '#ui/team-gate.tsx'
import { answerTo, findRenewal } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { ActionForm } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { RoleSelect } from './invite-form.tsx'

interface MemberTableProps {
  members: readonly MemberView[]
  answer: IntentAnswer | undefined
}

/** The members with their roles; owners change roles, send invitations again and remove. */
export function MemberTable({ members, answer }: MemberTableProps) {
  const t = useTexts('teams')
  const columns = useColumns(answer)
  return (
    <Panel title={t('members')} flush>
      <DataTable label={t('members')} columns={columns} rows={members} rowKey={({ id }) => id} />
    </Panel>
  )
}

const STATUS = { active: 'ACTIVE', invited: 'REVIEW', expired: 'CLOSED', blocked: 'REJECTED' } as const

function useColumns(answer: IntentAnswer | undefined): Column<MemberView>[] {
  const t = useTexts('teams')
  const isOff = useGateReason('manage_team') !== undefined
  return [
    {
      key: 'name',
      header: t('name'),
      isTitle: true,
      cell: ({ name, is_you: isYou }) => (isYou ? `${name} (${t('you')})` : name),
    },
    { key: 'email', header: t('email'), place: 'detail', cell: ({ email }) => email },
    { key: 'role', header: t('roleLabel'), place: 'figure', cell: ({ role }) => t(`role.${role}`) },
    { key: 'state', header: t('state'), cell: (row) => <MemberStateText row={row} /> },
    {
      key: 'actions',
      place: 'status',
      header: t('actions'),
      align: 'end',
      cell: (row) => (isOff ? row.is_you && <Leave answer={answer} /> : <MemberActions row={row} answer={answer} />),
    },
  ]
}

function MemberStateText({ row }: { row: MemberView }) {
  const t = useTexts('teams')
  return (
    <Stack gap={2} align="start">
      <StatusBadge status={STATUS[row.state]} label={t(`stateName.${row.state}`)} />
      {row.state === 'invited' && row.link_until !== null && (
        <Text span size="xs" c="dimmed">
          {t('linkUntil')} <DateText value={row.link_until} withTime />
        </Text>
      )}
    </Stack>
  )
}

/** The roles that a member can get; an agency stays one. */
const MEMBER_ROLES = TEAM_ROLES.filter((role) => role !== 'agency')

function MemberActions({ row, answer }: { row: MemberView; answer: IntentAnswer | undefined }) {
  const t = useTexts('teams')
  const { id, name, role, state } = row
  const isInvited = state === 'invited' || state === 'expired'
  const verb = isInvited ? 'takeBack' : 'remove'
  return (
    <RowActions>
      {isInvited && (
        <ActionForm intent="resend" result={findRenewal(answerTo(answer, 'resend'))}>
          <HiddenField name="member_id" value={id} />
          <Button type="submit" size="xs" variant="default">
            {t('resend')}
          </Button>
        </ActionForm>
      )}
      {role !== 'agency' && (
        <DialogForm
          label={t('changeRole')}
          title={t('changeRoleTitle', { name })}
          submitLabel={t('save')}
          size="xs"
          variant="default"
          intent="changeRole"
          answer={answer}
        >
          <HiddenField name="member_id" value={id} />
          <RoleSelect present={role} roles={MEMBER_ROLES} />
        </DialogForm>
      )}
      {row.is_you ? (
        <Leave answer={answer} />
      ) : (
        <ConfirmAction
          size="xs"
          variant="subtle"
          tone="bad"
          label={t(verb)}
          title={t(`${verb}Title`, { name })}
          text={t(`${verb}Text`, { name })}
          confirmLabel={t(verb)}
          intent="remove"
          fields={{ member_id: id }}
          result={answerTo(answer, 'remove')}
        />
      )}
    </RowActions>
  )
}

function Leave({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('teams')
  return (
    <ConfirmAction
      size="xs"
      variant="subtle"
      tone="bad"
      label={t('leave')}
      title={t('leaveTitle')}
      text={t('leaveText')}
      confirmLabel={t('leave')}
      intent="leave"
      result={answerTo(answer, 'leave')}
    />
  )
}
