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
      cell: ({ amount, currency }) => <MoneyText amount={amount} currency={currency} />,
    },
    {
      key: 'problem',
      header: t('column.problem'),
      cell: ({ problem, looks_like: likely, advertiser_name: name }) => (
        <CellText
          details={[
            likely !== null && <LikelyDeposit key="likely" deposit={likely} />,
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
      cell: (entry) => <Decisions entry={entry} {...decision} />,
    },
  ]
}

function Decisions({ entry, advertisers, answer }: Omit<WaitingProps, 'entries'> & { entry: WaitingEntry }) {
  const t = useTexts('bank')
  const { entry_id: id, advertiser_id: probable } = entry
  const options = advertisers.map((advertiser) => ({ value: String(advertiser.id), label: advertiser.name }))
  const assigned = answerTo(answer, `assign ${id}`)
  // The file, or the refused press, has shown a deposit by hand that the payment may be.
  const asksForOther = entry.looks_like !== null || (assigned?.ok === false && assigned.code === 'bank.looks_like')
  const isUsable = entry.problem !== 'currency' && entry.problem !== 'above_bound'
  return (
    <Group gap="xs" wrap={entry.looks_like ? 'wrap' : 'nowrap'}>
      {entry.looks_like && (
        <ConfirmAction
          label={t('link.label')}
          title={t('link.title')}
          text={t('link.text')}
          confirmLabel={t('link.label')}
          intent={`link ${id}`}
          fields={{ entry_id: id }}
          size="xs"
          result={answerTo(answer, `link ${id}`)}
        >
          <LikelyDeposit deposit={entry.looks_like} />
        </ConfirmAction>
      )}
      {isUsable && (
        <ConfirmAction
          label={t('assign.label')}
          title={t('assign.title')}
          text={t('assign.text')}
          confirmLabel={t('assign.label')}
          intent={`assign ${id}`}
          fields={{ entry_id: id }}
          size="xs"
          variant={entry.looks_like ? 'default' : 'filled'}
          result={assigned}
        >
          <SelectField
            name="advertiser_id"
            label={t('assign.advertiser')}
            data={options}
            defaultValue={probable === null ? null : String(probable)}
            searchable
          />
          {asksForOther && (
            <CheckboxField name="is_other" label={t('assign.isOther')} defaultChecked={entry.looks_like !== null} />
          )}
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

function LikelyDeposit({ deposit }: { deposit: NonNullable<WaitingEntry['looks_like']> }) {
  const { reference, moved_on: day } = deposit
  return (
    <Text size="sm">
      {reference}, <DateText value={day} />
    </Text>
  )
}
