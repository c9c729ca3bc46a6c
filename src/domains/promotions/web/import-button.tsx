import { Anchor, Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { browserCall } from '#platform/web/call.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormMessage } from '#ui/form.tsx'
import { IMPORT_COLUMNS, importPromotionsCall } from '../contract.ts'
import { MAX_IMPORT_CHARACTERS, MAX_IMPORT_ROWS } from '../rules.ts'

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
  const [file, setFile] = useState<File | null>(null)
  const { result, isPending, send, reset } = useImport(advertiserId)
  return (
    <Stack>
      <Text c="dimmed">{t('import.text', { columns: IMPORT_COLUMNS.join(', '), max: MAX_IMPORT_ROWS })}</Text>
      <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="promotions.csv">
        {t('import.sample')}
      </Anchor>
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept=".csv,text/csv"
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          reset()
        }}
      />
      <Group>
        <Button disabled={file === null} loading={isPending} onClick={() => file && void send(file)}>
          {t('import.send')}
        </Button>
      </Group>
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
    </Stack>
  )
}

function useImport(advertiserId: number) {
  const t = useTexts('promotions')
  const call = browserCall(useCsrfToken())
  const { revalidate } = useRevalidator()
  const [result, setResult] = useState<Result>()
  const [isPending, setPending] = useState(false)

  const send = async (file: File) => {
    setPending(true)
    try {
      // A longer text is refused anyway, so it need not be sent.
      const csv = (await file.slice(0, 4 * MAX_IMPORT_CHARACTERS).text()).slice(0, MAX_IMPORT_CHARACTERS + 1)
      setResult(await call(importPromotionsCall, { params: { advertiser_id: advertiserId }, body: { csv } }))
      await revalidate()
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setResult({ failure: error.details.message || t('import.failed') })
    } finally {
      setPending(false)
    }
  }
  return { result, isPending, send, reset: () => setResult(undefined) }
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('promotions')
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  if (result.success) return <FormMessage tone="good">{t('import.done', { count: result.imported })}</FormMessage>
  const { errors, error_count: count } = result
  return (
    <Stack gap="sm">
      <FormMessage tone="bad">
        {t('import.errors', { count })} {count > errors.length && t('import.more', { shown: errors.length })}
      </FormMessage>
      <DataTable
        label={t('import.errors', { count })}
        columns={[
          { key: 'line', header: t('import.line'), isTitle: true, cell: ({ line }) => line },
          { key: 'column', header: t('import.column'), cell: ({ column }) => column || '–' },
          { key: 'message', header: t('import.message'), cell: ({ message }) => message },
        ]}
        rows={errors}
        rowKey={({ line, column }) => `${line} ${column}`}
      />
    </Stack>
  )
}
