import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { FormMessage } from '#ui/form.tsx'
import { ImportForm } from '#ui/import-form.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { importBankFileCall } from '../contract.ts'
import type { FilePayment } from '../contract.ts'
import type { FileMode } from '../rules/vocabulary.ts'

const CHECKING: { mode: FileMode } = { mode: 'check' }

/** Checks a bank file, shows whose each payment is, and records it. */
export function BankFileForm() {
  const t = useTexts('bank')
  return (
    <ImportForm
      endpoint={importBankFileCall}
      params={CHECKING}
      text={t('file.text')}
      withXml
      submitLabel={t('file.check')}
      sayFailed={() => t('file.failed')}
    >
      {({ reply, params: { mode }, send }) => (
        <Outcome file={reply.data} mode={mode}>
          {mode === 'check' && <Button onClick={() => send({ mode: 'record' })}>{t('file.record')}</Button>}
        </Outcome>
      )}
    </ImportForm>
  )
}

interface OutcomeProps {
  file: ReplyOf<typeof importBankFileCall>['data']
  mode: FileMode
  children: ReactNode
}

function Outcome({ file, mode, children }: OutcomeProps) {
  const t = useTexts('bank')
  const columns = useColumns()
  const { payments, unreadable, other_accounts: others, ...counts } = file
  return (
    <Stack gap="sm">
      <FormMessage tone="good">{t(`file.done.${mode}`, counts)}</FormMessage>
      {unreadable.length > 0 && (
        <FormMessage tone="bad">{t('file.unreadable', { places: unreadable.join(', ') })}</FormMessage>
      )}
      {others.length > 0 && (
        <FormMessage tone="bad">{t('file.otherAccounts', { accounts: others.join(', ') })}</FormMessage>
      )}
      <Group>{children}</Group>
      {payments.length > 0 && (
        <DataTable
          label={t('file.payments')}
          columns={columns}
          rows={payments}
          rowKey={({ reference, occurrence, line }) => `${line} ${reference} ${occurrence}`}
        />
      )}
      {counts.matched + counts.waiting + counts.known > payments.length && (
        <Text c="dimmed">{t('file.cut', { count: payments.length })}</Text>
      )}
    </Stack>
  )
}

const LOOKS = { matched: 'CONFIRMED', waiting: 'PENDING', known: 'DUPLICATE' } as const

function useColumns(): Column<FilePayment>[] {
  const t = useTexts('bank')
  return [
    {
      key: 'payer',
      header: t('column.payer'),
      isTitle: true,
      cell: ({ payer, remittance, reference, occurrence }) => (
        <CellText details={[remittance, occurrence !== null && occurrence > 1 && t('file.occurrence', { occurrence })]}>
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
      key: 'outcome',
      header: t('column.outcome'),
      place: 'status',
      cell: ({ outcome, advertiser_name: name, problem }) => (
        <CellText details={[outcome === 'matched' && name, problem !== null && t(`problem.${problem}`)]}>
          <StatusBadge status={LOOKS[outcome]} label={t(`outcome.${outcome}`)} />
        </CellText>
      ),
    },
  ]
}
