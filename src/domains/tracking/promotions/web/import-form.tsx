import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { useUpload } from '#platform/web/use-upload.ts'
import { CsvForm, LineErrors } from '#ui/csv-form.tsx'
import { FormMessage } from '#ui/form.tsx'
import { IMPORT_COLUMNS, importPromotionsCall } from '../contract/managed.ts'
import { MAX_IMPORT_ROWS } from '../rules.ts'

const SAMPLE_ROW =
  'coupon,10 % off shoes,All running shoes,RUN10,Sports,,https://shop.example/shoes,2026-01-01,2026-12-31'
const SAMPLE = `${IMPORT_COLUMNS.join(',')}\r\n${SAMPLE_ROW}\r\n`

type Result = ReplyOf<typeof importPromotionsCall> | { failure: string }

/** Imports promotions from a CSV file, and lists the errors of the file by line and column. */
export function ImportForm({ advertiserId }: { advertiserId: number }) {
  const t = useTexts('promotions')
  const { sent, send } = useUpload(importPromotionsCall)
  const { revalidate } = useRevalidator()
  const [result, setResult] = useState<Result>()
  const megabytes = MAX_LINE_FILE_BYTES / 1024 ** 2
  const onSend = async (file: File) => {
    setResult(undefined)
    const params = { advertiser_id: advertiserId }
    const sayFailed = (part: number) => t(part < 1 ? 'import.failed' : 'import.unanswered')
    const reply = await send({ params, file, sayFailed })
    setResult(reply)
    if ('success' in reply && reply.success) void revalidate()
  }
  return (
    <CsvForm
      text={t('import.text', { columns: IMPORT_COLUMNS.join(', '), max: MAX_IMPORT_ROWS, megabytes })}
      sample={{ content: SAMPLE, name: 'promotions.csv' }}
      submitLabel={t('import.send')}
      sent={sent}
      onSend={(file) => void onSend(file)}
      onChoose={() => setResult(undefined)}
    >
      {result && <Outcome result={result} />}
    </CsvForm>
  )
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('promotions')
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  if (result.success) return <FormMessage tone="good">{t('import.done', { count: result.imported })}</FormMessage>
  const { errors, has_more: hasMore } = result
  return (
    <LineErrors title={t(hasMore ? 'import.manyErrors' : 'import.errors', { count: errors.length })} errors={errors} />
  )
}
