import { Group } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ReasonAliasView } from '../contract/reason-aliases.ts'
import { CANCEL_REASONS, CHOSEN_HOLD_REASONS } from '../contract/vocabulary.ts'
import { MAX_ALIAS } from '../rules/reason-aliases.ts'

interface ReasonAliasesProps {
  aliases: readonly ReasonAliasView[]
  answer: IntentAnswer | undefined
}

/** The reason codes of the advertiser's own system: posts `saveAlias` with `alias` and `reason`, and `removeAlias`. */
export function ReasonAliases({ aliases, answer }: ReasonAliasesProps) {
  const t = useTexts('decision-files')
  const result = answerTo(answer, 'saveAlias')
  const options = useReasonOptions()
  return (
    <Panel title={t('aliases.title')} text={t('aliases.text')}>
      <ActionForm intent="saveAlias" result={result} key={result?.ok ? aliases.length : 'alias'}>
        <Group align="end" gap="sm">
          <TextField
            flex="1 1 12rem"
            name="alias"
            label={t('aliases.alias')}
            maxLength={MAX_ALIAS}
            autoComplete="off"
            required
          />
          <SelectField flex="2 1 16rem" name="reason" label={t('aliases.reason')} data={options} required />
          <SubmitButton variant="default">{t('aliases.save')}</SubmitButton>
        </Group>
      </ActionForm>
      <DataTable
        label={t('aliases.title')}
        columns={useColumns(answer)}
        rows={aliases}
        rowKey={({ alias }) => alias}
        empty={<EmptyState title={t('aliases.empty')} text={t('aliases.emptyText')} />}
      />
    </Panel>
  )
}

interface ReasonGroup {
  group: string
  items: { value: string; label: string }[]
}

function useReasonOptions(): ReasonGroup[] {
  const t = useTexts('transactions')
  const files = useTexts('decision-files')
  return [
    {
      group: files('aliases.cancel'),
      items: CANCEL_REASONS.map((value) => ({ value, label: t(`cancelReason.${value}`) })),
    },
    {
      group: files('aliases.hold'),
      items: CHOSEN_HOLD_REASONS.map((value) => ({ value, label: t(`holdReason.${value}`) })),
    },
  ]
}

function useColumns(answer: IntentAnswer | undefined): Column<ReasonAliasView>[] {
  const t = useTexts('decision-files')
  const labels = useReasonOptions().flatMap(({ items }) => items)
  return [
    { key: 'alias', header: t('aliases.alias'), isTitle: true, cell: ({ alias }) => <code>{alias}</code> },
    {
      key: 'reason',
      header: t('aliases.reason'),
      cell: ({ reason }) => labels.find(({ value }) => value === reason)?.label ?? reason,
    },
    {
      key: 'actions',
      header: t('aliases.actions'),
      place: 'status',
      align: 'end',
      cell: ({ alias }) => (
        <ConfirmAction
          size="xs"
          tone="bad"
          label={t('aliases.remove')}
          title={t('aliases.removeTitle', { alias })}
          text={t('aliases.removeText')}
          confirmLabel={t('aliases.remove')}
          intent="removeAlias"
          fields={{ alias }}
          result={answerTo(answer, 'removeAlias')}
        />
      ),
    },
  ]
}
