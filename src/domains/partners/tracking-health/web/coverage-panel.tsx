import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, NumberText, PercentText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { CoverageView } from '../contract/orphans.ts'

/** How the last orders came, channel by channel. */
export function CoveragePanel({ coverage }: { coverage: CoverageView }) {
  const t = useTexts('tracking-health')
  const columns = useColumns()
  const { orders, from, until, channels, same_sales: count } = coverage
  if (orders === 0) return <Panel title={t('coverage.title')} text={t('coverage.empty')} />
  const first = () => from !== null && <DateText value={from} />
  const last = () => until !== null && <DateText value={until} />
  return (
    <Panel title={t('coverage.title')} text={t.rich('coverage.text', { orders, from: first, until: last })} flush>
      <DataTable label={t('coverage.label')} columns={columns} rows={channels} rowKey={({ channel }) => channel} />
      {count > 0 && (
        <Text px="lg" py="md" c="var(--warn)">
          {t('coverage.sameSales', { count })}
        </Text>
      )}
    </Panel>
  )
}

function useColumns(): Column<CoverageView['channels'][number]>[] {
  const t = useTexts('tracking-health')
  return [
    {
      key: 'channel',
      header: t('coverage.channel'),
      isTitle: true,
      cell: ({ channel }) => t(`coverage.channels.${channel}`),
    },
    {
      key: 'orders',
      header: t('coverage.orders'),
      align: 'end',
      place: 'figure',
      cell: ({ orders, percent }) => (
        <>
          <NumberText value={orders} /> (<PercentText value={percent} />)
        </>
      ),
    },
    {
      key: 'alone',
      header: t('coverage.alone'),
      align: 'end',
      cell: ({ alone }) => (alone === null ? '–' : <NumberText value={alone} />),
    },
    {
      key: 'last',
      header: t('coverage.last'),
      align: 'end',
      cell: ({ last_at: at }) => (at === null ? t('coverage.never') : <DateText value={at} withTime />),
    },
  ]
}
