import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { useUpload } from '#platform/web/use-upload.ts'
import { CsvForm, LineErrors } from '#ui/csv-form.tsx'
import { FormMessage } from '#ui/form.tsx'
import { importRatesCall } from '../contract.ts'
import { MAX_RATE_ROWS, RATE_COLUMNS } from '../rules.ts'

const SAMPLE = `${RATE_COLUMNS.join(',')}\r\n2026-10-30,EUR,1.0832\r\n2026-10-30,JPY,0.006712\r\n`

type Result = ReplyOf<typeof importRatesCall> | { failure: string }

/** Imports exchange rates from a CSV file, and lists the errors of the file by line and column. */
export function ImportRatesForm() {
  const t = useTexts('exchange-rates')
  const { sent, send } = useUpload(importRatesCall)
  const { revalidate } = useRevalidator()
  const [result, setResult] = useState<Result>()
  const [checked, setChecked] = useState<File>()
  const onSend = async (file: File, mode: 'ask' | 'confirm') => {
    setResult(undefined)
    const reply = await send({ params: { mode }, file, sayFailed: () => t('import.failed') })
    setResult(reply)
    setChecked('can_confirm' in reply && reply.can_confirm ? file : undefined)
    if ('success' in reply && reply.success) void revalidate()
  }
  return (
    <CsvForm
      text={t('import.text', { columns: RATE_COLUMNS.join(', '), max: MAX_RATE_ROWS })}
      sample={{ content: SAMPLE, name: 'exchange-rates.csv' }}
      submitLabel={t('import.send')}
      sent={sent}
      onSend={(file) => void onSend(file, 'ask')}
      onChoose={() => {
        setResult(undefined)
        setChecked(undefined)
      }}
    >
      {result && <Outcome result={result} />}
      {checked && (
        <Button mt="sm" onClick={() => void onSend(checked, 'confirm')}>
          {t('import.confirm')}
        </Button>
      )}
    </CsvForm>
  )
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('exchange-rates')
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  const { success, added, unchanged, errors, can_confirm: canConfirm, has_more: hasMore } = result
  if (success) return <FormMessage tone="good">{t('import.done', { added, unchanged })}</FormMessage>
  const title = canConfirm ? 'import.doubts' : hasMore ? 'import.manyErrors' : 'import.errors'
  return <LineErrors title={t(title, { count: errors.length })} errors={errors} />
}
