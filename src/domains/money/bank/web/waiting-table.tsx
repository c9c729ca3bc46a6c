import { Group, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CheckboxField, TextField } from '#ui/fields.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { NameField } from '#ui/name-field.tsx'
import type { WaitingEntry } from '../contract.ts'

interface WaitingProps {
  entries: readonly WaitingEntry[]
  answer: IntentAnswer | undefined
}

/** The payments that wait, each with the decisions that an operator can make. */
export function WaitingTable({ entries, answer }: WaitingProps) {
  const t = useTexts('bank')
  return (
    <DataTable
      label={t('waiting.title')}
      columns={useColumns(answer)}
      rows={entries}
      rowKey={({ entry_id: id }) => id}
      empty={<EmptyState title={t('waiting.emptyTitle')} text={t('waiting.emptyText')} />}
    />
  )
}

function useColumns(answer: WaitingProps['answer']): Column<WaitingEntry>[] {
  const t = useTexts('bank')
  return [
    {
      key: 'payer',
      header: t('column.payer'),
      isTitle: true,
      cell: ({ payer, remittance, reference, occurrence }) => (
        <CellText
          details={[
            remittance,
            payer === '' ? '' : reference,
            occurrence !== null && occurrence > 1 && t('file.occurrence', { occurrence }),
          ]}
        >
          {payer || reference}
        </CellText>
      ),
    },
    { key: 'day', header: t('column.day'), cell: ({ booked_on: day }) => <DateText value={day} /> },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount, currency, direction }) => (
        <MoneyText amount={direction === 'in' ? amount : `-${amount}`} currency={currency} />
      ),
    },
    {
      key: 'problem',
      header: t('column.problem'),
      cell: ({ problem, looks_like: likely, earlier, advertiser_name: name }) => (
        <CellText
          details={[
            likely !== null && <LikelyDeposit key="likely" deposit={likely} />,
            earlier !== null && <Earlier key="earlier" entry={earlier} />,
            name !== null && t('waiting.probably', { name }),
          ]}
        >
          {problem === null ? '' : t(`problem.${problem}`)}
        </CellText>
      ),
    },
    {
      key: 'decide',
      header: t('column.decide'),
      place: 'more',
      cell: (entry) => <Decisions entry={entry} answer={answer} />,
    },
  ]
}

type DecisionProps = Pick<WaitingProps, 'answer'> & { entry: WaitingEntry }

function Decisions(props: DecisionProps) {
  const t = useTexts('bank')
  const { entry, answer } = props
  const { entry_id: id } = entry
  const canBeSame = entry.looks_like !== null || entry.problem === 'looks_known'
  const isUsable = entry.problem !== 'currency' && entry.problem !== 'above_bound'
  return (
    <Group gap="xs" wrap={canBeSame ? 'wrap' : 'nowrap'}>
      {canBeSame && <LinkAction entry={entry} answer={answer} />}
      {isUsable && <AssignAction {...props} isFirst={!canBeSame} />}
      <ConfirmAction
        label={t('dismiss.label')}
        title={t('dismiss.title')}
        text={t('dismiss.text')}
        confirmLabel={t('dismiss.label')}
        intent={`dismiss ${id}`}
        fields={{ entry_id: id }}
        size="xs"
        variant="default"
        result={answerTo(answer, `dismiss ${id}`)}
      >
        <TextField name="note" label={t('dismiss.note')} maxLength={300} required />
      </ConfirmAction>
    </Group>
  )
}

/** Says that a payment is the deposit by hand, or the entry of an earlier file, that it looks like. */
function LinkAction({ entry, answer }: DecisionProps) {
  const t = useTexts('bank')
  const { entry_id: id, looks_like: likely, earlier } = entry
  const texts = likely === null ? 'same' : 'link'
  return (
    <ConfirmAction
      label={t('link.label')}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      confirmLabel={t('link.label')}
      intent={`link ${id}`}
      fields={{ entry_id: id }}
      size="xs"
      result={answerTo(answer, `link ${id}`)}
    >
      {likely === null ? earlier && <Earlier entry={earlier} /> : <LikelyDeposit deposit={likely} />}
    </ConfirmAction>
  )
}

/** Records a payment for an advertiser, or takes back one that went out. */
function AssignAction({ entry, answer, isFirst }: DecisionProps & { isFirst: boolean }) {
  const t = useTexts('bank')
  const { entry_id: id, advertiser_id: probableId, advertiser_name: probable } = entry
  const assigned = answerTo(answer, `assign ${id}`)
  // The file, or the refused press, has shown a deposit by hand that the payment may be.
  const asksForOther = entry.looks_like !== null || (assigned?.ok === false && assigned.code === 'bank.looks_like')
  const texts = entry.direction === 'in' ? 'assign' : 'takeBack'
  return (
    <ConfirmAction
      label={t(`${texts}.label`)}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      confirmLabel={t(`${texts}.label`)}
      intent={`assign ${id}`}
      fields={{ entry_id: id }}
      size="xs"
      variant={isFirst ? 'filled' : 'default'}
      result={assigned}
    >
      <NameField
        kind="advertisers"
        name="advertiser_id"
        label={t('assign.advertiser')}
        chosen={probable === null ? undefined : { id: String(probableId), name: probable }}
        required
      />
      {asksForOther && (
        <CheckboxField name="is_other" label={t('assign.isOther')} defaultChecked={entry.looks_like !== null} />
      )}
    </ConfirmAction>
  )
}

function LikelyDeposit({ deposit }: { deposit: NonNullable<WaitingEntry['looks_like']> }) {
  const { reference, moved_on: day } = deposit
  return (
    <Text size="sm">
      {reference}, <DateText value={day} />
    </Text>
  )
}

function Earlier({ entry }: { entry: NonNullable<WaitingEntry['earlier']> }) {
  const t = useTexts('bank')
  return (
    <Text size="sm">
      {t('waiting.earlier', { reference: entry.reference })} <DateText value={entry.booked_on} />
    </Text>
  )
}
