import { Anchor, Group } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { WorkItem } from './work-items.ts'
import { WorkDetail, WorkTitle, getWorkPath } from './work-text.tsx'

/** What waits for the brand, the most urgent first. */
export function WorkTable({ work, now }: { work: readonly WorkItem[]; now: string }) {
  const t = useTexts('brand-home')
  return (
    <DataTable
      label={t('work.title')}
      columns={useWorkColumns(now)}
      rows={work}
      rowKey={(item) => item.key}
      empty={<EmptyState title={t('work.none')} text={t('work.noneText')} />}
    />
  )
}

function useWorkColumns(now: string): Column<WorkItem>[] {
  const t = useTexts('brand-home')
  return [
    { key: 'work', header: t('work.what'), cell: (item) => <What item={item} />, isTitle: true },
    {
      key: 'at-risk',
      header: t('work.atRisk'),
      cell: ({ atRisk }) => (atRisk === null ? '–' : <MoneyText amount={atRisk} />),
      align: 'end',
      place: 'figure',
    },
    { key: 'ends', header: t('work.ends'), cell: (item) => <TimeLeft item={item} now={now} />, place: 'measure' },
  ]
}

function What({ item }: { item: WorkItem }) {
  const path = getWorkPath(item)
  const Icon = item.kind === 'anomaly' ? IconAlertTriangle : IconClock
  const title = <WorkTitle item={item} />
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <Icon size={20} color="var(--warn)" aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <CellText details={[<WorkDetail key="detail" item={item} />]}>
        {path === undefined ? (
          title
        ) : (
          <Anchor component={Link} to={path} c="inherit" fw={600} underline="hover">
            {title}
          </Anchor>
        )}
      </CellText>
    </Group>
  )
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** The time until something happens by itself, and when that is. */
function TimeLeft({ item: { endsAt }, now }: { item: WorkItem; now: string }) {
  const t = useTexts('brand-home')
  const locale = useLocale()
  if (endsAt === null) return <span>{t('work.noEnd')}</span>
  const hours = (Date.parse(endsAt) - Date.parse(now)) / HOUR_MS
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const isDays = Math.abs(hours) >= 2 * DAY_HOURS
  const left = isDays ? format.format(Math.trunc(hours / DAY_HOURS), 'day') : format.format(Math.trunc(hours), 'hour')
  return <CellText details={[<DateText key="at" value={endsAt} withTime={endsAt.length > 10} />]}>{left}</CellText>
}
