import { Anchor, Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { ColumnChoice } from '#kernel/columns.ts'
import type { Endpoint, ReplyOf } from '#kernel/endpoint.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { browserUpload } from '#platform/web/upload.ts'
import { ColumnForm, ReadColumns } from './column-form.tsx'
import { DataTable } from './data-table.tsx'
import type { Column } from './data-table.tsx'
import { FormMessage } from './form.tsx'

/** The names and types under which spreadsheets save a table as text. */
const SPREADSHEET_FILES = '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values'

/** An endpoint that reads a file. */
type FileEndpoint = Endpoint & { maxFileBytes: number }

/** What came of a file that was sent with `params`. `send` sends it again, with others. */
interface Sent<E extends Endpoint, P> {
  reply: ReplyOf<E>
  params: P
  send: (params: P) => void
}

interface ImportFormProps<E extends Endpoint, P> {
  endpoint: E
  /** The parameters with which a file is sent at first. */
  params: P
  query?: (file: File) => Record<string, unknown>
  /** Which columns the file has, and what happens with it. */
  text: string
  /** A file that shows the columns, and the name under which it is saved. */
  sample?: { content: string; name: string }
  /** Whether XML is read beside tables as text. */
  withXml?: boolean
  submitLabel: string
  /** Says that a file got no answer; `sent` is the part of it that was sent. */
  sayFailed: (sent: number) => string
  /** Called when the file was read by the names of its columns. Without it, the page reads its data again. */
  onReply?: (reply: ReplyOf<E>) => void
  /** Shows what came of the file. */
  children: (sent: Sent<E, P>) => ReactNode
}

/**
 * Sends a file, shows how much of it has been sent, and then what came of it. Asks for the columns of a file that the
 * import does not know, and says as which columns it read one of which it was asked before.
 */
export function ImportForm<E extends FileEndpoint, P extends Record<string, unknown>>(props: ImportFormProps<E, P>) {
  const { endpoint, params, text, sample, withXml = false, submitLabel, children } = props
  const t = useTexts('ui')
  const [file, setFile] = useState<File | null>(null)
  const { sent, outcome, send, clear, changeColumns } = useImport(props)
  const isSending = sent !== undefined
  const isTooLarge = file !== null && file.size > endpoint.maxFileBytes
  return (
    <Stack>
      <Text c="dimmed">{text}</Text>
      {sample && (
        <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(sample.content)}`} download={sample.name}>
          {t('csv.sample')}
        </Anchor>
      )}
      <FileInput
        label={t('csv.file')}
        placeholder={t('file.choose')}
        accept={`${withXml ? '.xml,text/xml,application/xml,' : ''}${SPREADSHEET_FILES}`}
        clearable={!isSending}
        clearButtonProps={{ 'aria-label': t('clearField', { label: t('csv.file') }) }}
        disabled={isSending}
        error={isTooLarge && t('csv.large', { megabytes: endpoint.maxFileBytes / 1024 ** 2 })}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          clear()
        }}
      />
      <Group>
        <Button
          disabled={file === null || isTooLarge}
          loading={isSending}
          onClick={() => file && void send(file, params)}
        >
          {submitLabel}
        </Button>
      </Group>
      {sent !== undefined && <Sending sent={sent} />}
      <div aria-live="polite">
        {outcome && file && (
          <ShownOutcome
            outcome={outcome}
            send={(next, columns) => void send(file, next ?? params, columns)}
            changeColumns={changeColumns}
          >
            {children}
          </ShownOutcome>
        )}
      </div>
    </Stack>
  )
}

/** What came of a file; or why nothing did, and what of its columns can be chosen. */
type Outcome<E extends Endpoint, P> = { choice?: ColumnChoice | undefined } & (
  | Omit<Sent<E, P>, 'send'>
  | { failure: string }
  | { isAsked: true }
)

interface ShownOutcomeProps<E extends Endpoint, P> extends Pick<ImportFormProps<E, P>, 'children'> {
  outcome: Outcome<E, P>
  /** Sends the file again, with other parameters or with the columns that a person chose. */
  send: (params?: P, columns?: string) => void
  changeColumns: () => void
}

function ShownOutcome<E extends Endpoint, P>(props: ShownOutcomeProps<E, P>) {
  const { outcome, send, changeColumns, children } = props
  const { choice } = outcome
  if ('reply' in outcome) {
    return (
      <Stack gap="sm">
        {choice && <ReadColumns choice={choice} onChange={changeColumns} />}
        {children({ ...outcome, send })}
      </Stack>
    )
  }
  return (
    <Stack>
      {'failure' in outcome && <FormMessage tone="bad">{outcome.failure}</FormMessage>}
      {choice && <ColumnForm choice={choice} onUse={(columns) => send(undefined, columns)} />}
    </Stack>
  )
}

/** Sends files. `sent` is the part that has been sent, from 0 to 1, and undefined when none is under way. */
function useImport<E extends Endpoint, P extends Record<string, unknown>>(props: ImportFormProps<E, P>) {
  const { endpoint, query, sayFailed, onReply } = props
  const upload = browserUpload(useCsrfToken())
  const { revalidate } = useRevalidator()
  const [sent, setSent] = useState<number>()
  const [outcome, setOutcome] = useState<Outcome<E, P>>()
  const send = async (file: File, params: P, columns?: string) => {
    let part = 0
    const onProgress = (sentPart: number) => setSent((part = sentPart))
    setOutcome(undefined)
    setSent(0)
    try {
      const reply = await upload(endpoint, { params, query: { ...query?.(file), columns }, file, onProgress })
      const { choice } = reply as { choice?: ColumnChoice }
      setOutcome({ reply, params, choice })
      if (!onReply) void revalidate()
      else if (!choice) onReply(reply)
    } catch (error) {
      if (!(error instanceof CallRefusal)) throw error
      setOutcome({ failure: error.details.message || sayFailed(part), choice: error.details.choice })
    } finally {
      setSent(undefined)
    }
  }
  const changeColumns = () => setOutcome((last) => last?.choice && { isAsked: true, choice: last.choice })
  return { sent, outcome, send, clear: () => setOutcome(undefined), changeColumns }
}

/** Shows how much of the file has been sent, and then that the server reads it. */
function Sending({ sent }: { sent: number }) {
  const t = useTexts('ui')
  const text = sent < 1 ? t('csv.sending', { percent: Math.floor(sent * 100) }) : t('csv.reading')
  return (
    <div>
      <Progress value={sent * 100} animated={sent === 1} aria-label={text} />
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
  )
}

interface LineErrorsProps {
  title: string
  errors: readonly { line: number; column: string; message: string }[]
}

/** Lists the errors of a refused file by line and column. */
export function LineErrors({ title, errors }: LineErrorsProps) {
  return (
    <Stack gap="sm">
      <FormMessage tone="bad">{title}</FormMessage>
      <DataTable
        label={title}
        columns={useErrorColumns()}
        rows={errors}
        rowKey={({ line, column }) => `${line} ${column}`}
      />
    </Stack>
  )
}

function useErrorColumns(): Column<LineErrorsProps['errors'][number]>[] {
  const t = useTexts('ui')
  return [
    {
      key: 'line',
      header: t('csv.line'),
      isTitle: true,
      cell: ({ line }) => <span style={{ whiteSpace: 'nowrap' }}>{t('csv.lineNumber', { line })}</span>,
    },
    { key: 'column', header: t('csv.column'), cell: ({ column }) => column || '–' },
    { key: 'message', header: t('csv.message'), cell: ({ message }) => message },
  ]
}
