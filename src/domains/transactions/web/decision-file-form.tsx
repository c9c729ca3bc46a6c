import { Anchor, Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { saveFile } from '#platform/web/download.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { DataTable } from '#ui/data-table.tsx'
import { FormMessage } from '#ui/form.tsx'
import { decideByFileCall } from '../contract/decision-file.ts'
import { DECISION_COLUMNS, MAX_DECISION_ROWS } from '../rules/decision-file.ts'
import type { FileMode } from '../rules/decision-file.ts'

const SAMPLE_ROWS = [
  'O-1001,confirm,,,',
  'O-1002,cancel,RETURNED_MERCHANDISE,,',
  'O-1003,amend,RETURNED_MERCHANDISE,40.00,',
]
const SAMPLE = `order_id,action,reason,amount,note\r\n${SAMPLE_ROWS.join('\r\n')}\r\n`

type Reply = ReplyOf<typeof decideByFileCall>
type Result = { mode: FileMode; reply: Reply } | { failure: string }

/** Checks a CSV file of decisions, shows what would come of it, and decides its orders. */
export function DecisionFileForm() {
  const t = useTexts('transactions')
  const ui = useTexts('ui')
  const [file, setFile] = useState<File | null>(null)
  const { result, isSending, send, reset } = useDecisionFile()
  const megabytes = MAX_LINE_FILE_BYTES / 1024 ** 2
  const isTooLarge = file !== null && file.size > MAX_LINE_FILE_BYTES
  return (
    <Stack>
      <Text c="dimmed">{t('file.text', { columns: DECISION_COLUMNS.join(', '), max: MAX_DECISION_ROWS })}</Text>
      <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="decisions.csv">
        {t('file.sample')}
      </Anchor>
      <FileInput
        label={t('file.file')}
        placeholder={t('file.choose')}
        accept=".csv,text/csv"
        clearable={!isSending}
        clearButtonProps={{ 'aria-label': ui('clearField', { label: t('file.file') }) }}
        disabled={isSending}
        error={isTooLarge && t('file.large', { megabytes })}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          reset()
        }}
      />
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
      {file && !isTooLarge && (
        <SendButton result={result} isSending={isSending} send={(mode) => void send(file, mode)} />
      )}
    </Stack>
  )
}

interface SendButtonProps {
  result: Result | undefined
  isSending: boolean
  send: (mode: FileMode) => void
}

/** Sends the file to be checked, and after that to be decided. */
function SendButton({ result, isSending, send }: SendButtonProps) {
  const t = useTexts('transactions')
  const checked = result && 'reply' in result && result.mode === 'check' ? result.reply : undefined
  if (checked === undefined) {
    return (
      <Group>
        <Button loading={isSending} onClick={() => send('check')}>
          {t('file.check')}
        </Button>
      </Group>
    )
  }
  const count = checked.actions.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return null
  const hasErrors = checked.refused > 0
  return (
    <Group>
      <Button loading={isSending} onClick={() => send(hasErrors ? 'valid' : 'all')}>
        {t(hasErrors ? 'file.decideValid' : 'file.decide', { count })}
      </Button>
    </Group>
  )
}

function useDecisionFile() {
  const t = useTexts('transactions')
  const upload = browserUpload(useCsrfToken())
  const { revalidate } = useRevalidator()
  const [result, setResult] = useState<Result>()
  const [isSending, setSending] = useState(false)
  const send = async (file: File, mode: FileMode) => {
    setSending(true)
    try {
      const reply = await upload(decideByFileCall, { params: { mode }, file, onProgress: () => undefined })
      setResult({ mode, reply })
      if (reply.success) void revalidate()
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setResult({ failure: error.details.message || t('file.failed') })
    } finally {
      setSending(false)
    }
  }
  return { result, isSending, send, reset: () => setResult(undefined) }
}

function Outcome({ result }: { result: Result }) {
  const t = useTexts('transactions')
  if ('failure' in result) return <FormMessage tone="bad">{result.failure}</FormMessage>
  const { mode, reply } = result
  const { lines, unchanged, left, refused, result_csv: csv } = reply
  const isProposed = !reply.success && reply.actions.length > 0
  const save = () => saveFile(new File([csv], 'decisions-result.csv', { type: 'text/csv' }))
  return (
    <Stack gap="sm">
      {reply.success && <FormMessage tone="good">{t('file.done')}</FormMessage>}
      {!reply.success && lines > 0 && mode !== 'check' && <FormMessage tone="bad">{t('file.unchanged')}</FormMessage>}
      {lines > 0 && <p>{t(isProposed ? 'file.checked' : 'file.counts', { lines, unchanged, left, refused })}</p>}
      {reply.actions.length > 0 && <Actions actions={reply.actions} />}
      {reply.errors.length > 0 && <Errors reply={reply} />}
      {csv !== '' && (
        <Group>
          <Button variant="default" size="sm" onClick={save}>
            {t('file.result')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Actions({ actions }: Pick<Reply, 'actions'>) {
  const t = useTexts('transactions')
  return (
    <ul className="plain-list">
      {actions.map(({ action, count, order_value: value }) => (
        <li key={action}>{t(`file.action.${action}`, { count, value: value.slice(0, -2) })}</li>
      ))}
    </ul>
  )
}

function Errors({ reply: { errors, refused } }: { reply: Reply }) {
  const t = useTexts('transactions')
  const text = refused > 0 ? t('file.refused', { count: refused }) : t('file.unusable')
  return (
    <>
      <FormMessage tone="bad">{text}</FormMessage>
      <DataTable
        label={text}
        columns={[
          { key: 'line', header: t('file.line'), isTitle: true, cell: ({ line }) => line },
          { key: 'column', header: t('file.column'), cell: ({ column }) => column || '–' },
          { key: 'message', header: t('file.message'), cell: ({ message }) => message },
        ]}
        rows={errors}
        rowKey={({ line, column }) => `${line} ${column}`}
      />
    </>
  )
}
