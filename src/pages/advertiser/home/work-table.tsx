import { Anchor, Group } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/days.ts'
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
  const t = useTexts('advertiser-home')
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
  const t = useTexts('advertiser-home')
  return [
    { key: 'work', header: t('work.what'), cell: (item) => <What item={item} />, isTitle: true },
    {
      key: 'at-risk',
      header: t('work.atRisk'),
      cell: ({ atRisk }) => (atRisk === null ? '–' : <MoneyText amount={atRisk} />),
      align: 'end',
      place: 'figure',
    },
    {
      key: 'ends',
      header: t('work.ends'),
      cell: ({ endsAt }) => <TimeLeft endsAt={endsAt} now={now} />,
      place: 'measure',
    },
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

/** The units of a time, each with its milliseconds and those from which it is used. */
const SMALLEST_UNIT = ['minute', MINUTE_MS, 0] as const
const UNITS = [['day', DAY_MS, 2 * DAY_MS], ['hour', HOUR_MS, HOUR_MS], SMALLEST_UNIT] as const

/** The time until something happens by itself, and when that is. */
export function TimeLeft({ endsAt, now }: Pick<WorkItem, 'endsAt'> & { now: string }) {
  const t = useTexts('advertiser-home')
  const locale = useLocale()
  if (endsAt === null) return <span>{t('work.noEnd')}</span>
  const leftMs = Date.parse(endsAt) - Date.parse(now)
  const [unit, unitMs] = UNITS.find(([, , fromMs]) => Math.abs(leftMs) >= fromMs) ?? SMALLEST_UNIT
  const left = new Intl.RelativeTimeFormat(locale, { numeric: 'always' }).format(Math.trunc(leftMs / unitMs), unit)
  return <CellText details={[<DateText key="at" value={endsAt} withTime={endsAt.length > 10} />]}>{left}</CellText>
}
