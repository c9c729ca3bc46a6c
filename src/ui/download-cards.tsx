import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useLocale } from 'use-intl'
import type { CallRefusalDetails } from '#kernel/errors.ts'
import { OTHER_ADVERTISER } from '#platform/web/form.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { Download } from './run-download.ts'
import { AdvertiserChoiceLink, LoginLink } from './form.tsx'
import type { WantedFile } from './wanted-file.ts'

interface DownloadCardsProps {
  downloads: readonly Download[]
  onRetry: (file: WantedFile) => void
  onClose: (id: number) => void
}

/** Shows cards in the corner of the window: how far each long download is, and how it ended. */
export function DownloadCards({ downloads, ...handlers }: DownloadCardsProps) {
  return (
    <Stack pos="fixed" bottom="1rem" right="1rem" w="min(23rem, calc(100vw - 2rem))" gap="xs" style={{ zIndex: 250 }}>
      {downloads.map((download) => (
        <DownloadCard key={download.href} download={download} {...handlers} />
      ))}
    </Stack>
  )
}

type DownloadCardProps = Omit<DownloadCardsProps, 'downloads'> & { download: Download }

function DownloadCard({ download, onRetry, onClose }: DownloadCardProps) {
  const { id, href, csrfToken, rows, end, isShown } = download
  const refusal = typeof end === 'object' && 'refusal' in end ? end.refusal : undefined
  if (end === 'cancelled' || (!isShown && !refusal)) return null
  return (
    <Paper component="section" shadow="xl" p="md" bd="1px solid var(--line)" bg="var(--surface)">
      {end === undefined && <Running download={download} />}
      {typeof end === 'object' && 'name' in end && <Saved name={end.name} />}
      {refusal && (
        <Failed
          refusal={refusal}
          onRetry={() => onRetry({ href, csrfToken, ...(rows !== undefined && { rows }) })}
          onClose={() => onClose(id)}
        />
      )}
    </Paper>
  )
}

function Running({ download: { received, rows, cancel } }: { download: Download }) {
  const t = useTexts('ui')
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const
  const size = new Intl.NumberFormat(useLocale(), format).format(received.bytes / 1e6)
  // `rows` is an estimate.
  const percent = rows === undefined ? 100 : Math.min(100, (100 * received.rows) / Math.max(rows, 1))
  return (
    <Stack gap="xs">
      <Text component="output" display="block" fw={600}>
        {t('download.running')}
      </Text>
      <Progress value={percent} animated={rows === undefined} aria-label={t('download.running')} />
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm" c="dimmed" className="tabular">
          {rows === undefined ? size : t('download.received', { rows: received.rows, count: rows, size })}
        </Text>
        <Button size="xs" variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
      </Group>
    </Stack>
  )
}

function Saved({ name }: { name: string }) {
  const t = useTexts('ui')
  return (
    <Text component="output" display="block">
      {t('download.saved', { name })}
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
        {refusal.code === OTHER_ADVERTISER && <AdvertiserChoiceLink />}
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
