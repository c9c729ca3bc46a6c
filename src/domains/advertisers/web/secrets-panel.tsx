import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { SecretView } from '../contract.ts'

interface SecretsPanelProps {
  secrets: readonly SecretView[]
  answer: IntentAnswer | undefined
}

/** The postback secrets of an advertiser for operators, without their tokens. */
export function SecretsPanel({ secrets, answer }: SecretsPanelProps) {
  const t = useTexts('advertisers')
  const columns = useColumns(answer)
  return (
    <Panel
      title={t('secrets.title')}
      text={t('secrets.text')}
      flush
      actions={
        <ConfirmAction
          variant="default"
          label={t('secrets.create')}
          title={t('secrets.createTitle')}
          text={t('secrets.createText')}
          confirmLabel={t('secrets.create')}
          intent="createSecret"
          result={answerTo(answer, 'createSecret')}
        />
      }
    >
      <DataTable
        label={t('secrets.label')}
        columns={columns}
        rows={secrets}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('secrets.emptyTitle')} text={t('secrets.emptyText')} />}
      />
    </Panel>
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<SecretView>[] {
  const t = useTexts('advertisers')
  return [
    { key: 'secret', header: t('secrets.secret'), isTitle: true, cell: ({ hint }) => <code>{hint}</code> },
    { key: 'created', header: t('secrets.created'), cell: (row) => <DateText value={row.created_at} withTime /> },
    { key: 'state', header: t('secrets.state'), cell: (row) => <SecretState secret={row} /> },
    {
      key: 'change',
      header: t('secrets.change'),
      align: 'end',
      cell: (row) => (row.revoked_at === null ? <RevokeSecret secret={row} answer={answer} /> : '–'),
    },
  ]
}

function SecretState({ secret }: { secret: SecretView }) {
  const t = useTexts('advertisers')
  const isValid = secret.revoked_at === null
  return (
    <StatusBadge status={isValid ? 'ACTIVE' : 'CLOSED'} label={isValid ? t('secrets.valid') : t('secrets.revoked')} />
  )
}

/** Asks before a secret is revoked; posts `secret_id` with the intent `revokeSecret`. */
export function RevokeSecret({
  secret,
  answer,
}: {
  secret: { id: number; hint: string }
  answer: IntentAnswer | undefined
}) {
  const t = useTexts('advertisers')
  return (
    <ConfirmAction
      size="xs"
      tone="bad"
      label={t('secrets.revoke')}
      title={t('secrets.revokeTitle', { secret: secret.hint })}
      text={t('secrets.revokeText')}
      confirmLabel={t('secrets.revoke')}
      intent="revokeSecret"
      fields={{ secret_id: secret.id }}
      result={answerTo(answer, 'revokeSecret')}
    />
  )
}
