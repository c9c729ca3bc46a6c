import { Anchor, Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormMessage } from '#ui/form.tsx'
import { IMPORT_COLUMNS, importPromotionsCall } from '../contract.ts'
import { MAX_IMPORT_ROWS } from '../rules.ts'

const SAMPLE_ROW =
  'coupon,10 % off shoes,All running shoes,RUN10,Sports,,https://shop.example/shoes,2026-01-01,2026-12-31'
const SAMPLE = `${IMPORT_COLUMNS.join(',')}\r\n${SAMPLE_ROW}\r\n`

type Result = ReplyOf<typeof importPromotionsCall> | { failure: string }

/** Opens a dialog that imports promotions from a CSV file and lists the errors of the file by line and column. */
export function ImportButton({ advertiserId }: { advertiserId: number }) {
  const t = useTexts('promotions')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      <Dialog title={t('import.title')} isOpen={isOpen} onClose={() => setOpen(false)} size="lg">
        <ImportForm advertiserId={advertiserId} />
      </Dialog>
    </>
  )
}

function ImportForm({ advertiserId }: { advertiserId: number }) {
  const t = useTexts('promotions')
  const ui = useTexts('ui')
  const [file, setFile] = useState<File | null>(null)
  const { result, sent, send, reset } = useImport(advertiserId)
  const megabytes = MAX_LINE_FILE_BYTES / 1024 ** 2
  const isTooLarge = file !== null && file.size > MAX_LINE_FILE_BYTES
  return (
    <Stack>
      <Text c="dimmed">
        {t('import.text', { columns: IMPORT_COLUMNS.join(', '), max: MAX_IMPORT_ROWS, megabytes })}
      </Text>
      <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="promotions.csv">
        {t('import.sample')}
      </Anchor>
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept=".csv,text/csv"
        clearable={sent === undefined}
        clearButtonProps={{ 'aria-label': ui('clearField', { label: t('import.file') }) }}
        disabled={sent !== undefined}
        error={isTooLarge && t('import.large', { megabytes })}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          reset()
        }}
      />
      <Group>
        <Button
          disabled={file === null || isTooLarge}
          loading={sent !== undefined}
          onClick={() => file && void send(file)}
        >
          {t('import.send')}
        </Button>
      </Group>
      {sent !== undefined && <Sending sent={sent} />}
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
    </Stack>
  )
}

/** Shows how much of the file has been sent, and then that the server checks it. */
function Sending({ sent }: { sent: number }) {
  const t = useTexts('promotions')
  const text = sent < 1 ? t('import.sending', { percent: Math.floor(sent * 100) }) : t('import.checking')
  return (
    <div>
      <Progress value={sent * 100} animated={sent === 1} aria-label={text} />
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
  )
}

/** The state of an import; `sent` is the part of the file that has been sent, while it is under way. */
function useImport(advertiserId: number) {
  const t = useTexts('promotions')
  const upload = browserUpload(useCsrfToken())
  const { revalidate } = useRevalidator()
  const [result, setResult] = useState<Result>()
  const [sent, setSent] = useState<number>()

  const send = async (file: File) => {
    setResult(undefined)
    setSent(0)
    let part = 0
    const onProgress = (sentPart: number) => setSent((part = sentPart))
    try {
      const params = { advertiser_id: advertiserId }
      const reply = await upload(importPromotionsCall, { params, file, onProgress })
      setResult(reply)
      if (reply.success) void revalidate()
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setResult({ failure: error.details.message || t(part < 1 ? 'import.failed' : 'import.unanswered') })
    } finally {
      setSent(undefined)
    }
  }
  return { result, sent, send, reset: () => setResult(undefined) }
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('promotions')
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  if (result.success) return <FormMessage tone="good">{t('import.done', { count: result.imported })}</FormMessage>
  const { errors, has_more: hasMore } = result
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
