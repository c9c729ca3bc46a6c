import { Anchor, Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { FormMessage } from '#ui/form.tsx'
import { sendDecisionFileCall } from '../contract/decision-file.ts'
import { DECISION_COLUMNS, MAX_DECISION_ROWS } from '../rules/decision-file.ts'

const SAMPLE_ROWS = [
  'O-1001,confirm,,,',
  'O-1002,cancel,RETURNED_MERCHANDISE,,',
  'O-1003,amend,RETURNED_MERCHANDISE,40.00,',
]
const SAMPLE = `order_id,action,reason,amount,note\r\n${SAMPLE_ROWS.join('\r\n')}\r\n`

/** The longest name of a file, in characters. */
const MAX_NAME = 120

type Reply = ReplyOf<typeof sendDecisionFileCall>
type Failure = { message: string } | Extract<Reply, { success: false }>

/** Sends a CSV file of decisions to be checked, and opens the page of the file. */
export function DecisionFileForm() {
  const t = useTexts('decision-files')
  const ui = useTexts('ui')
  const [file, setFile] = useState<File | null>(null)
  const { failure, sent, send, reset } = useUpload()
  const megabytes = MAX_LINE_FILE_BYTES / 1024 ** 2
  const isTooLarge = file !== null && file.size > MAX_LINE_FILE_BYTES
  return (
    <Stack>
      <Text c="dimmed">{t('form.text', { columns: DECISION_COLUMNS.join(', '), max: MAX_DECISION_ROWS })}</Text>
      <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="decisions.csv">
        {t('form.sample')}
      </Anchor>
      <FileInput
        label={t('form.file')}
        placeholder={t('form.choose')}
        accept=".csv,text/csv"
        clearable={sent === undefined}
        clearButtonProps={{ 'aria-label': ui('clearField', { label: t('form.file') }) }}
        disabled={sent !== undefined}
        error={isTooLarge && t('form.large', { megabytes })}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          reset()
        }}
      />
      <div aria-live="polite">{failure && <FailureMessage failure={failure} />}</div>
      {sent !== undefined && <Sending sent={sent} />}
      <Group>
        <Button
          disabled={file === null || isTooLarge}
          loading={sent !== undefined}
          onClick={() => file && void send(file)}
        >
          {t('form.send')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Sends a file; `sent` is the part of it that has been sent, while it is under way. */
function useUpload() {
  const t = useTexts('decision-files')
  const upload = browserUpload(useCsrfToken())
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Failure>()
  const [sent, setSent] = useState<number>()
  const send = async (file: File) => {
    setFailure(undefined)
    setSent(0)
    try {
      const query = { name: file.name.slice(0, MAX_NAME) }
      const reply = await upload(sendDecisionFileCall, { params: { mode: 'check' }, query, file, onProgress: setSent })
      if (reply.success) await navigate(`/brand/transactions/files/${reply.data.id}`)
      else setFailure(reply)
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setFailure({ message: error.details.message || t('form.failed') })
    } finally {
      setSent(undefined)
    }
  }
  return { failure, sent, send, reset: () => setFailure(undefined) }
}

function FailureMessage({ failure }: { failure: Failure }) {
  const t = useTexts('decision-files')
  if ('message' in failure) return <FormMessage tone="bad">{failure.message}</FormMessage>
  const { error } = failure
  return <FormMessage tone="bad">{t(error.column === '' ? 'form.unusable' : 'form.unusableColumn', error)}</FormMessage>
}

/** Shows how much of the file has been sent, and then that the server reads it. */
function Sending({ sent }: { sent: number }) {
  const t = useTexts('decision-files')
  const text = sent < 1 ? t('form.sending', { percent: Math.floor(sent * 100) }) : t('form.storing')
  return (
    <div>
      <Progress value={sent * 100} animated={sent === 1} aria-label={text} />
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
  )
}
