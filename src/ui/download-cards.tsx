import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { CallRefusalDetails } from '#kernel/errors.ts'
import type { Received } from '#platform/web/download.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { LoginLink } from './form.tsx'
import { runDownload } from './run-download.ts'
import type { DownloadState } from './run-download.ts'
import type { WantedFile } from './wanted-file.ts'

/** A download that takes longer shows a card. */
const SHOWN_AFTER_MS = 400

/** How long the card of a saved file stays. */
const STAYS_MS = 6000

interface DownloadCardsProps {
  files: readonly WantedFile[]
  onClose: (file: WantedFile) => void
}

/** Downloads files, and shows cards in the corner of the window: how far each long one is, and how it ended. */
export function DownloadCards({ files, onClose }: DownloadCardsProps) {
  // A second press while a file is on its way starts nothing.
  const different = files.filter(({ href }, at) => files.findIndex((each) => each.href === href) === at)
  return (
    <Stack pos="fixed" bottom="1rem" right="1rem" w="min(23rem, calc(100vw - 2rem))" gap="xs" style={{ zIndex: 250 }}>
      {different.map((file) => (
        <DownloadCard
          key={file.href}
          file={file}
          onClose={() => files.filter(({ href }) => href === file.href).forEach(onClose)}
        />
      ))}
    </Stack>
  )
}

function DownloadCard({ file, onClose }: { file: WantedFile; onClose: () => void }) {
  const [attempt, setAttempt] = useState(0)
  const { received, end, cancel, isLong } = useDownload(file.href, { attempt, onClose })
  if (end === undefined && !isLong) return null
  const refusal = typeof end === 'object' && 'refusal' in end ? end.refusal : undefined
  return (
    <Paper component="section" shadow="xl" p="md" bd="1px solid var(--line)" bg="var(--surface)">
      {end === undefined && <Running received={received} rows={file.rows} onCancel={cancel} />}
      {typeof end === 'object' && 'name' in end && <Saved name={end.name} rows={received.rows} />}
      {refusal && <Failed refusal={refusal} onRetry={() => setAttempt(attempt + 1)} onClose={onClose} />}
    </Paper>
  )
}

const BEGINNING: DownloadState = { received: { rows: 0, bytes: 0 } }

/** Downloads the file once per attempt, and closes the card when there is nothing more to show. */
function useDownload(href: string, { attempt, onClose }: { attempt: number; onClose: () => void }) {
  const [state, setState] = useState(BEGINNING)
  const [isLong, setLong] = useState(false)
  const close = useRef(onClose)
  const cancel = useRef(() => {})
  const begun = useRef(-1)
  useEffect(() => {
    if (begun.current === attempt) return
    begun.current = attempt
    setState(BEGINNING)
    setTimeout(() => setLong(true), SHOWN_AFTER_MS)
    cancel.current = runDownload(href, (next) => setState((present) => ({ ...present, ...next })))
  }, [attempt, href])
  const { end } = state
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (end === undefined || (typeof end === 'object' && 'refusal' in end)) return undefined
    const timer = setTimeout(() => close.current(), end === 'cancelled' || !isLong ? 0 : STAYS_MS)
    return () => clearTimeout(timer)
  }, [end, isLong])
  return { ...state, isLong, cancel: () => cancel.current() }
}

function Running({ received, rows, onCancel }: { received: Received; rows: number; onCancel: () => void }) {
  const t = useTexts('ui')
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const
  const size = new Intl.NumberFormat(useLocale(), format).format(received.bytes / 1e6)
  return (
    <Stack gap="xs">
      <Text component="output" display="block" fw={600}>
        {t('download.running')}
      </Text>
      <Progress value={(100 * received.rows) / Math.max(rows, 1)} aria-label={t('download.running')} />
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm" c="dimmed" className="tabular">
          {t('download.received', { rows: received.rows, count: rows, size })}
        </Text>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </Stack>
  )
}

function Saved({ name, rows }: { name: string; rows: number }) {
  const t = useTexts('ui')
  return (
    <Text component="output" display="block">
      {t('download.saved', { name, rows })}
    </Text>
  )
}

interface FailedProps {
  refusal: CallRefusalDetails
  onRetry: () => void
  onClose: () => void
}

function Failed({ refusal, onRetry, onClose }: FailedProps) {
  const t = useTexts('ui')
  return (
    <Stack gap="xs">
      <Text role="alert">
        {refusal.message || t('download.broken')} {refusal.status === 401 && <LoginLink />}
      </Text>
      <Group gap="xs" justify="end">
        <Button size="xs" variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        <Button size="xs" onClick={onRetry}>
          {t('retry')}
        </Button>
      </Group>
    </Stack>
  )
}
