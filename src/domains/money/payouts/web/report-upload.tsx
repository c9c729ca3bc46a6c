import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallRefusal } from '#kernel/errors.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { SPREADSHEET_FILES } from '#ui/csv-form.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormMessage } from '#ui/form.tsx'
import { settleByReportCall } from '../contract/runs.ts'

type Result = ReplyOf<typeof settleByReportCall>['data'] | { failure: string }

/** Opens a dialog that settles the payouts of a run by a report of PayPal or a message of the bank. */
export function ReportUpload({ runId }: { runId: string }) {
  const t = useTexts('runs')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('report.open')}
      </Button>
      <Dialog title={t('report.title')} isOpen={isOpen} onClose={() => setOpen(false)} size="lg">
        <ReportForm runId={runId} />
      </Dialog>
    </>
  )
}

function ReportForm({ runId }: { runId: string }) {
  const t = useTexts('runs')
  const upload = browserUpload(useCsrfToken())
  const { revalidate } = useRevalidator()
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const [result, setResult] = useState<Result>()
  const send = async (chosen: File) => {
    setSending(true)
    try {
      const params = { run_id: runId }
      const reply = await upload(settleByReportCall, { params, file: chosen, onProgress: () => undefined })
      setResult(reply.data)
      void revalidate()
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setResult({ failure: error.details.message || t('report.failed') })
    } finally {
      setSending(false)
    }
  }
  return (
    <Stack>
      <Text c="dimmed">{t('report.text')}</Text>
      <FileInput
        label={t('report.file')}
        placeholder={t('report.choose')}
        accept={`.xml,text/xml,application/xml,${SPREADSHEET_FILES}`}
        disabled={isSending}
        value={file}
        onChange={setFile}
      />
      <Group>
        <Button disabled={file === null} loading={isSending} onClick={() => file && void send(file)}>
          {t('report.send')}
        </Button>
      </Group>
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
    </Stack>
  )
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('runs')
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  const { refused, ...counts } = result
  return (
    <Stack gap="sm">
      <FormMessage tone="good">{t('report.done', counts)}</FormMessage>
      {refused.length > 0 && (
        <DataTable
          label={t('report.refused')}
          columns={[
            {
              key: 'line',
              header: t('report.refused'),
              isTitle: true,
              cell: ({ line }) => t('report.line', { line }),
            },
            { key: 'message', header: t('report.message'), cell: ({ message }) => message },
          ]}
          rows={refused}
          rowKey={({ line }) => line}
        />
      )}
    </Stack>
  )
}
