import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallRefusal } from '#kernel/errors.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { CellText } from '#ui/cell-text.tsx'
import { SPREADSHEET_FILES } from '#ui/csv-form.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { importBankFileCall } from '../contract.ts'
import type { FilePayment } from '../contract.ts'
import type { FileMode } from '../rules/vocabulary.ts'

type Result = (ReplyOf<typeof importBankFileCall>['data'] & { mode: FileMode }) | { failure: string }

/** Checks a bank file, shows whose each payment is, and records it. */
export function BankFileForm() {
  const t = useTexts('bank')
  const upload = browserUpload(useCsrfToken())
  const { revalidate } = useRevalidator()
  const [file, setFile] = useState<File | null>(null)
  const [sending, setSending] = useState<FileMode>()
  const [result, setResult] = useState<Result>()
  const send = async (chosen: File, mode: FileMode) => {
    setSending(mode)
    try {
      const reply = await upload(importBankFileCall, { params: { mode }, file: chosen, onProgress: () => undefined })
      setResult({ ...reply.data, mode })
      if (mode === 'record') void revalidate()
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setResult({ failure: error.details.message || t('file.failed') })
    } finally {
      setSending(undefined)
    }
  }
  const isChecked = result !== undefined && 'mode' in result && result.mode === 'check'
  return (
    <Stack>
      <Text c="dimmed">{t('file.text')}</Text>
      <FileInput
        label={t('file.label')}
        placeholder={t('file.choose')}
        accept={`.xml,text/xml,application/xml,${SPREADSHEET_FILES}`}
        disabled={sending !== undefined}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          setResult(undefined)
        }}
      />
      <Group gap="xs">
        <Button
          variant={isChecked ? 'default' : 'filled'}
          disabled={file === null}
          loading={sending === 'check'}
          onClick={() => file && void send(file, 'check')}
        >
          {t('file.check')}
        </Button>
        {isChecked && (
          <Button loading={sending === 'record'} onClick={() => file && void send(file, 'record')}>
            {t('file.record')}
          </Button>
        )}
      </Group>
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
    </Stack>
  )
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('bank')
  const columns = useColumns()
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  const { mode, payments, unreadable, other_accounts: others, ...counts } = result
  return (
    <Stack gap="sm">
      <FormMessage tone="good">{t(`file.done.${mode}`, counts)}</FormMessage>
      {unreadable.length > 0 && (
        <FormMessage tone="bad">{t('file.unreadable', { places: unreadable.join(', ') })}</FormMessage>
      )}
      {others.length > 0 && (
        <FormMessage tone="bad">{t('file.otherAccounts', { accounts: others.join(', ') })}</FormMessage>
      )}
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
