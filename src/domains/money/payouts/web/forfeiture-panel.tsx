import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ForfeitureView } from '../contract/statements.ts'

/** The balances that the publisher no longer gets; nothing without one. */
export function ForfeiturePanel({ forfeitures }: { forfeitures: readonly ForfeitureView[] }) {
  const t = useTexts('statements')
  const columns = useColumns()
  if (forfeitures.length === 0) return null
  return (
    <Panel flush title={t('forfeitures.title')} text={t('forfeitures.text')}>
      <DataTable label={t('forfeitures.title')} columns={columns} rows={forfeitures} rowKey={(row) => row.made_at} />
    </Panel>
  )
}

function useColumns(): Column<ForfeitureView>[] {
  const t = useTexts('statements')
  return [
    {
      key: 'kind',
      header: t('forfeitures.column.kind'),
      isTitle: true,
      cell: ({ kind }) => t(`forfeitures.${kind}`),
    },
    { key: 'made', header: t('forfeitures.column.made'), cell: (row) => <DateText value={row.made_at} /> },
    { key: 'lines', header: t('column.lines'), align: 'end', cell: (row) => row.line_count },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'end',
      place: 'figure',
      cell: (row) => <MoneyText amount={row.amount} currency={row.currency} />,
    },
  ]
}
