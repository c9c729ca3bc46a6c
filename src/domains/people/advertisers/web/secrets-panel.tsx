import { Stack, Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { CreatedSecret, SecretView } from '../contract.ts'
import { MAX_VALID_SECRETS, SECRET_KINDS } from '../rules.ts'
import type { SecretKind } from '../rules.ts'

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
      actions={SECRET_KINDS.map((kind) => (
        <CreateSecret key={kind} kind={kind} secrets={secrets} answer={answer} />
      ))}
    >
      <NewSecret answer={answer} />
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
    { key: 'kind', header: t('secrets.kind'), cell: ({ kind }) => t(`secrets.kindName.${kind}`) },
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

const isValidSecret = (secret: SecretView) => secret.revoked_at === null

interface CreateSecretProps {
  kind: SecretKind
  /** The secrets of the advertiser. */
  secrets: readonly SecretView[]
  answer: IntentAnswer | undefined
}

/**
 * Asks before the first secret of a kind is made, or the successor of the one in use; posts `kind` with the intent
 * `createSecret`. Shows nothing while a secret of the kind has a successor.
 */
export function CreateSecret({ kind, secrets, answer }: CreateSecretProps) {
  const t = useTexts('advertisers')
  const count = secrets.filter((secret) => secret.kind === kind && isValidSecret(secret)).length
  if (count >= MAX_VALID_SECRETS) return null
  const verb = count === 0 ? 'create' : 'rollOver'
  const label = t(`secrets.${verb}.${kind}`)
  return (
    <ConfirmAction
      variant="default"
      label={label}
      title={t(`secrets.${verb}Title.${kind}`)}
      text={`${t(`secrets.kindText.${kind}`)} ${t(`secrets.${verb}Text`)}`}
      confirmLabel={label}
      intent="createSecret"
      fields={{ kind }}
      result={answerTo(answer, 'createSecret')}
    />
  )
}

/** The token of the secret that was just made; no later page shows it. */
export function NewSecret({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('advertisers')
  const created = answerTo(answer, 'createSecret')
  if (!created?.ok) return null
  const { kind, token, previous_until: previousUntil } = created.reply as CreatedSecret
  return (
    <Stack gap="sm" p="md">
      <FormMessage tone="good">{t('secrets.once')}</FormMessage>
      <CopyField label={t(`secrets.new.${kind}`)} value={token} />
      {previousUntil !== null && (
        <Text>
          {t('secrets.previousUntil')} <DateText value={previousUntil} withTime />
        </Text>
      )}
    </Stack>
  )
}

/** Whether a secret is valid, and until when. */
export function SecretState({ secret }: { secret: SecretView }) {
  const t = useTexts('advertisers')
  if (!isValidSecret(secret)) return <StatusBadge status="CLOSED" label={t('secrets.revoked')} />
  if (secret.expires_at === null) return <StatusBadge status="ACTIVE" label={t('secrets.valid')} />
  return (
    <>
      {t('secrets.validUntil')} <DateText value={secret.expires_at} withTime />
    </>
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
