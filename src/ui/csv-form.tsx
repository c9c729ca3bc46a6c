import { Anchor, Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { MAX_LINE_FILE_BYTES } from '#kernel/endpoint.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from './data-table.tsx'
import type { Column } from './data-table.tsx'
import { FormMessage } from './form.tsx'

/** The names and types under which spreadsheets save a table as text. */
export const SPREADSHEET_FILES = '.csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values'

interface CsvFormProps {
  /** Which columns the file has, and what happens with it. */
  text: string
  /** A file that shows the columns, and the name under which it is saved. */
  sample: { content: string; name: string }
  submitLabel: string
  /** The part of the file that has been sent, while it is under way. */
  sent: number | undefined
  onSend: (file: File) => void
  /** Another file is chosen, so what came of the one before is no longer shown. */
  onChoose: () => void
  /** What came of the file. */
  children: ReactNode
}

/** Sends a CSV file, shows how much of it has been sent, and then what came of it. */
export function CsvForm({ text, sample, submitLabel, sent, onSend, onChoose, children }: CsvFormProps) {
  const t = useTexts('ui')
  const [file, setFile] = useState<File | null>(null)
  const isSending = sent !== undefined
  const isTooLarge = file !== null && file.size > MAX_LINE_FILE_BYTES
  return (
    <Stack>
      <Text c="dimmed">{text}</Text>
      <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(sample.content)}`} download={sample.name}>
        {t('csv.sample')}
      </Anchor>
      <FileInput
        label={t('csv.file')}
        placeholder={t('csv.choose')}
        accept={SPREADSHEET_FILES}
        clearable={!isSending}
        clearButtonProps={{ 'aria-label': t('clearField', { label: t('csv.file') }) }}
        disabled={isSending}
        error={isTooLarge && t('csv.large', { megabytes: MAX_LINE_FILE_BYTES / 1024 ** 2 })}
        value={file}
        onChange={(chosen) => {
          setFile(chosen)
          onChoose()
        }}
      />
      <Group>
        <Button disabled={file === null || isTooLarge} loading={isSending} onClick={() => file && onSend(file)}>
          {submitLabel}
        </Button>
      </Group>
      {sent !== undefined && <Sending sent={sent} />}
      <div aria-live="polite">{children}</div>
    </Stack>
  )
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
