import { Group } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { WaitingEntry } from '../contract.ts'

interface WaitingProps {
  entries: readonly WaitingEntry[]
  advertisers: readonly { id: number; name: string }[]
  answer: IntentAnswer | undefined
}

/** The payments that wait, each with the decisions that an operator can make. */
export function WaitingTable({ entries, advertisers, answer }: WaitingProps) {
  const t = useTexts('bank')
  return (
    <DataTable
      label={t('waiting.title')}
      columns={useColumns({ advertisers, answer })}
      rows={entries}
      rowKey={({ entry_id: id }) => id}
      empty={<EmptyState title={t('waiting.emptyTitle')} text={t('waiting.emptyText')} />}
    />
  )
}

function useColumns(decision: Omit<WaitingProps, 'entries'>): Column<WaitingEntry>[] {
  const t = useTexts('bank')
  return [
    {
      key: 'payer',
      header: t('column.payer'),
      isTitle: true,
      cell: ({ payer, remittance, reference }) => (
        <CellText details={[remittance, payer === '' ? '' : reference]}>{payer || reference}</CellText>
      ),
    },
    { key: 'day', header: t('column.day'), cell: ({ booked_on: day }) => <DateText value={day} /> },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount, currency }) => <MoneyText amount={amount} currency={currency} digits={2} />,
    },
    {
      key: 'problem',
      header: t('column.problem'),
      cell: ({ problem, advertiser_name: name }) => (
        <CellText details={[name !== null && t('waiting.probably', { name })]}>
          {problem === null ? '' : t(`problem.${problem}`)}
        </CellText>
      ),
    },
    {
      key: 'decide',
      header: t('column.decide'),
      place: 'more',
      cell: (entry) => <Decisions entry={entry} {...decision} />,
    },
  ]
}

function Decisions({ entry, advertisers, answer }: Omit<WaitingProps, 'entries'> & { entry: WaitingEntry }) {
  const t = useTexts('bank')
  const { entry_id: id, advertiser_id: probable } = entry
  const options = advertisers.map((advertiser) => ({ value: String(advertiser.id), label: advertiser.name }))
  const isUsable = entry.problem !== 'currency'
  return (
    <Group gap="xs" wrap="nowrap">
      {isUsable && (
        <ConfirmAction
          label={t('assign.label')}
          title={t('assign.title')}
          text={t('assign.text')}
          confirmLabel={t('assign.label')}
          intent={`assign ${id}`}
          fields={{ entry_id: id }}
          size="xs"
          result={answerTo(answer, `assign ${id}`)}
        >
          <SelectField
            name="advertiser_id"
            label={t('assign.advertiser')}
            data={options}
            defaultValue={probable === null ? null : String(probable)}
            searchable
          />
        </ConfirmAction>
      )}
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
