import { Anchor, Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { DataTable } from '#ui/data-table.tsx'
import { FormMessage } from '#ui/form.tsx'
import { importRatesCall } from '../contract.ts'
import { MAX_RATE_ROWS, RATE_COLUMNS } from '../rules.ts'

const SAMPLE = `${RATE_COLUMNS.join(',')}\r\n2026-10-30,EUR,1.0832\r\n2026-10-30,JPY,0.006712\r\n`

type Result = ReplyOf<typeof importRatesCall> | { failure: string }

/** Imports exchange rates from a CSV file, and lists the errors of the file by line and column. */
export function ImportRatesForm() {
  const t = useTexts('exchange')
  const [file, setFile] = useState<File | null>(null)
  const { result, isSending, send, reset } = useImport()
  const megabytes = MAX_LINE_FILE_BYTES / 1024 ** 2
  const isTooLarge = file !== null && file.size > MAX_LINE_FILE_BYTES
  return (
    <Stack>
      <Text c="dimmed">{t('import.text', { columns: RATE_COLUMNS.join(', '), max: MAX_RATE_ROWS })}</Text>
      <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="exchange-rates.csv">
        {t('import.sample')}
      </Anchor>
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept=".csv,text/csv"
        disabled={isSending}
        error={isTooLarge && t('import.large', { megabytes })}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          reset()
        }}
      />
      <Group>
        <Button disabled={file === null || isTooLarge} loading={isSending} onClick={() => file && void send(file)}>
          {t('import.send')}
        </Button>
      </Group>
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
    </Stack>
  )
}

function useImport() {
  const t = useTexts('exchange')
  const upload = browserUpload(useCsrfToken())
  const { revalidate } = useRevalidator()
  const [result, setResult] = useState<Result>()
  const [isSending, setSending] = useState(false)

  const send = async (file: File) => {
    setResult(undefined)
    setSending(true)
    try {
      const reply = await upload(importRatesCall, { params: {}, file, onProgress: () => undefined })
      setResult(reply)
      if (reply.success) void revalidate()
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setResult({ failure: error.details.message || t('import.failed') })
    } finally {
      setSending(false)
    }
  }
  return { result, isSending, send, reset: () => setResult(undefined) }
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('exchange')
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  const { success, added, unchanged, errors, has_more: hasMore } = result
  if (success) return <FormMessage tone="good">{t('import.done', { added, unchanged })}</FormMessage>
  const text = t(hasMore ? 'import.manyErrors' : 'import.errors', { count: errors.length })
  return (
    <Stack gap="sm">
      <FormMessage tone="bad">{text}</FormMessage>
      <DataTable
        label={text}
        columns={[
          {
            key: 'line',
            header: t('import.line'),
            isTitle: true,
            cell: ({ line }) => t('import.lineNumber', { line }),
          },
          { key: 'column', header: t('import.column'), cell: ({ column }) => column || '–' },
          { key: 'message', header: t('import.message'), cell: ({ message }) => message },
        ]}
        rows={errors}
        rowKey={({ line, column }) => `${line} ${column}`}
      />
    </Stack>
  )
}
