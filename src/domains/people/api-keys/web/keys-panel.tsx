import { Checkbox, Stack, Text } from '@mantine/core'
import type { KeyScope } from '#kernel/key-scopes.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { useFieldError } from '#ui/form-state.ts'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { KeyView } from '../contract.ts'
import { MAX_KEY_NAME } from '../rules/limits.ts'

interface KeysPanelProps {
  keys: readonly KeyView[]
  /** The scopes from which a new key chooses. */
  scopes: readonly KeyScope[]
  /** Those that are chosen at first. */
  chosen: readonly KeyScope[]
  /** The key that was just made, in full. */
  made: string | undefined
  answer: IntentAnswer | undefined
}

/** API keys of an owner: posts `createKey` with `name` and `scopes`, and `revokeKey` with `key_id`. */
export function KeysPanel({ keys, made, answer, ...choice }: KeysPanelProps) {
  const t = useTexts('api')
  const columns = useColumns(answer)
  return (
    <Panel title={t('keys.title')} text={t('keys.text')} actions={<KeyDialog answer={answer} {...choice} />} flush>
      {made !== undefined && (
        <Stack gap="sm" px="lg" py="md">
          <FormMessage tone="good">{t('keys.made')}</FormMessage>
          <CopyField label={t('keys.madeLabel')} value={made} />
        </Stack>
      )}
      <DataTable
        label={t('keys.label')}
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        empty={<EmptyState art="link" title={t('keys.emptyTitle')} text={t('keys.emptyText')} />}
      />
    </Panel>
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<KeyView>[] {
  const t = useTexts('api')
  return [
    {
      key: 'name',
      header: t('keys.name'),
      isTitle: true,
      cell: ({ id, name, made_by: maker, problem }) => (
        <CellText
          details={[
            maker !== null && t('keys.madeBy', { id, maker }),
            problem !== null && t(`keys.problem.${problem}`),
          ]}
        >
          {name}
        </CellText>
      ),
    },
    { key: 'key', header: t('keys.key'), place: 'figure', cell: ({ hint }) => <code>{hint}</code> },
    {
      key: 'scopes',
      header: t('keys.scopes'),
      cell: ({ scopes }) => scopes.map((scope) => t(`keys.scope.${scope}`)).join(' · '),
    },
    { key: 'created', header: t('keys.created'), place: 'none', cell: (row) => <DateText value={row.created_at} /> },
    {
      key: 'used',
      header: t('keys.lastUsed'),
      cell: ({ last_used_at: at }) => (at === null ? t('keys.never') : <DateText value={at} withTime />),
    },
    {
      key: 'actions',
      place: 'status',
      header: t('keys.actions'),
      align: 'end',
      cell: ({ id, name }) => (
        <ConfirmAction
          size="xs"
          tone="bad"
          label={t('keys.revoke')}
          title={t('keys.revokeTitle', { name })}
          text={t('keys.revokeText')}
          confirmLabel={t('keys.revoke')}
          intent="revokeKey"
          fields={{ key_id: id }}
          result={answerTo(answer, 'revokeKey')}
        />
      ),
    },
  ]
}

/** A button with the dialog that makes a key. The dialog closes on success, and the panel shows the key. */
function KeyDialog({ answer, ...choice }: Pick<KeysPanelProps, 'scopes' | 'chosen' | 'answer'>) {
  const t = useTexts('api')
  return (
    <DialogForm
      size="sm"
      label={t('keys.make')}
      title={t('keys.makeTitle')}
      submitLabel={t('keys.makeNow')}
      intent="createKey"
      answer={answer}
    >
      <TextField
        name="name"
        label={t('keys.name')}
        description={t('keys.nameHint')}
        maxLength={MAX_KEY_NAME}
        autoComplete="off"
        required
        data-autofocus
      />
      <ScopeField {...choice} />
    </DialogForm>
  )
}

function ScopeField({ scopes, chosen }: Pick<KeysPanelProps, 'scopes' | 'chosen'>) {
  const t = useTexts('api')
  const { error, onInput } = useFieldError('scopes')
  return (
    <Checkbox.Group label={t('keys.scopes')} error={error} defaultValue={[...chosen]}>
      <Stack gap="xs" mt="xs" onInput={onInput}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={
              <>
                {t(`keys.scope.${scope}`)}{' '}
                <Text span c="dimmed" size="sm">
                  {scope}
                </Text>
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
