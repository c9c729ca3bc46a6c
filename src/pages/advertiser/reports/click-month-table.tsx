import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { Panel } from '#ui/panel.tsx'
import type { ClickMonthView } from '#domains/figures/reports/contract/advertiser-report.ts'
import { LATER, Rows, getMonths } from './cohort-table.tsx'
import { buildClickMonthPath } from './row-path.ts'
import type { Decided } from './row-path.ts'

interface ClickMonthTableProps {
  /** Null while days are not counted yet. */
  months: readonly ClickMonthView[] | null
  currency: string
}

/** The orders from the clicks of each month by the month in which they were placed, with their value. */
export function ClickMonthTable({ months, currency }: ClickMonthTableProps) {
  const t = useTexts('reports')
  const empty = months === null ? t('brand.clickMonths.notYet') : t('brand.cohort.empty')
  return (
    <Panel flush title={t('brand.clickMonths.title')} text={t('brand.clickMonths.text')}>
      <DataTable
        label={t('brand.clickMonths.title')}
        columns={useColumns(currency)}
        rows={months ?? []}
        rowKey={({ month }) => month}
        empty={<EmptyState art="chart" title={empty} />}
      />
    </Panel>
  )
}

function useColumns(currency: string): Column<ClickMonthView>[] {
  const t = useTexts('reports')
  const nameMonth = useMonthName()
  return [
    { key: 'month', header: t('brand.clickMonths.month'), cell: ({ month }) => nameMonth(month), isTitle: true },
    {
      key: 'orders',
      header: t('brand.cohort.orders'),
      cell: (row) => (
        <Rows to={buildClickMonthPath(row.month)}>
          <Part row={row} months={{ from: 0 }} currency={currency} />
        </Rows>
      ),
      align: 'end',
      place: 'figure',
    },
    ...LATER.map((name, later) => ({
      key: name,
      header: t(`brand.clickMonths.${name}`),
      cell: (row: ClickMonthView) => <Part row={row} months={getMonths(later)} currency={currency} />,
      align: 'end' as const,
    })),
  ]
}

interface PartProps {
  row: ClickMonthView
  /** The months between click and order. */
  months: Decided
  currency: string
}

function Part({ row, months: { from, until = Infinity }, currency }: PartProps) {
  const parts = row.placed.filter(({ later }) => later >= from && later < until)
  const orders = parts.reduce((sum, part) => sum + part.orders, 0)
  if (orders === 0) return '–'
  const value = parts.reduce((sum, part) => sum + Number(part.order_value), 0)
  return (
    <CellText details={[<MoneyText key="value" amount={value.toFixed(4)} currency={currency} />]}>
      <NumberText value={orders} />
    </CellText>
  )
}
