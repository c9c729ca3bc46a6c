import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import type { Lapses } from '../contract/schedule.ts'

/** What has lapsed or was retained, and what lapses next. */
export function LapsesPanel({ lapses }: { lapses: Lapses }) {
  const t = useTexts('runs')
  const columns = useColumns()
  const rows = [
    ...lapses.warned.map((row) => ({ ...row, key: `${row.publisher_id}`, kind: 'warned' as const, at: row.lapses_on })),
    ...lapses.forfeitures.map((row) => ({ ...row, key: row.id, at: row.made_at })),
  ]
  return (
    <>
      <StatRow>
        <StatCard
          label={t('lapses.lapsed')}
          value={<MoneyText amount={lapses.lapsed} currency={lapses.currency} />}
          hint={t('lapses.lapsedHint')}
        />
        <StatCard
          label={t('lapses.retained')}
          value={<MoneyText amount={lapses.retained} currency={lapses.currency} />}
          hint={t('lapses.retainedHint')}
        />
      </StatRow>
      <Panel flush title={t('lapses.title')} text={t('lapses.text')}>
        <DataTable
          label={t('lapses.title')}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          empty={<EmptyState title={t('lapses.none')} text={t('lapses.noneText')} />}
        />
      </Panel>
    </>
  )
}

interface Row {
  key: string
  kind: 'warned' | 'lapsed' | 'retained'
  publisher_id: number
  publisher_name: string
  amount: string
  /** The day of the lapse, or when it happened. */
  at: string
}

function useColumns(): Column<Row>[] {
  const t = useTexts('runs')
  return [
    {
      key: 'publisher',
      header: t('column.publisher'),
      isTitle: true,
      cell: (row) => (
        <Anchor component={Link} to={`/operator/publishers/${row.publisher_id}`}>
          {row.publisher_name}
        </Anchor>
      ),
    },
    { key: 'kind', header: t('column.status'), place: 'status', cell: ({ kind }) => t(`lapses.kind.${kind}`) },
    { key: 'at', header: t('lapses.at'), cell: ({ at }) => <DateText value={at} /> },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: ({ amount }) => <MoneyText amount={amount} />,
    },
  ]
}
