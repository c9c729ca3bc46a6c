import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoneyText, NumberText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { Panel } from '#ui/panel.tsx'
import type { CohortView } from '#domains/reports/contract/brand-report.ts'

/** The orders of each month by the month in which they were confirmed or cancelled. */
export function CohortTable({ cohorts, currency }: { cohorts: readonly CohortView[]; currency: string }) {
  const t = useTexts('reports')
  return (
    <Panel flush title={t('brand.cohort.title')} text={t('brand.cohort.text')}>
      <DataTable
        label={t('brand.cohort.title')}
        columns={useCohortColumns(currency)}
        rows={cohorts}
        rowKey={({ month }) => month}
        empty={<EmptyState art="chart" title={t('brand.cohort.empty')} text={t('brand.cohort.emptyText')} />}
      />
    </Panel>
  )
}

/** The columns of months after the order: the month itself, the next two, and all later ones. */
const LATER = ['same', 'next', 'after', 'later'] as const

function useCohortColumns(currency: string): Column<CohortView>[] {
  const t = useTexts('reports')
  const nameMonth = useMonthName()
  return [
    { key: 'month', header: t('brand.cohort.month'), cell: ({ month }) => nameMonth(month), isTitle: true },
    {
      key: 'order_value',
      header: t('brand.cohort.orderValue'),
      cell: ({ order_value: value }) => <MoneyText amount={value} currency={currency} />,
      align: 'end',
      place: 'figure',
    },
    {
      key: 'orders',
      header: t('brand.cohort.orders'),
      cell: ({ orders }) => <NumberText value={orders} />,
      align: 'end',
    },
    ...LATER.map((name, later) => ({
      key: name,
      header: t(`brand.cohort.${name}`),
      cell: (row: CohortView) => <Part of={row.orders} count={countConfirmed(row, later)} />,
      align: 'end' as const,
    })),
    {
      key: 'cancelled',
      header: t('brand.cohort.cancelled'),
      cell: (row) => <Part of={row.orders} count={row.decided.reduce((sum, { cancelled }) => sum + cancelled, 0)} />,
      align: 'end',
    },
    {
      key: 'pending',
      header: t('brand.cohort.pending'),
      cell: (row) => <Part of={row.orders} count={row.pending} />,
      align: 'end',
    },
  ]
}

function countConfirmed({ decided }: CohortView, column: number): number {
  const isInside = column < LATER.length - 1 ? (later: number) => later === column : (later: number) => later >= column
  return decided.filter(({ later }) => isInside(later)).reduce((sum, { confirmed }) => sum + confirmed, 0)
}

function Part({ of, count }: { of: number; count: number }) {
  if (count === 0) return '–'
  return (
    <span className="tabular">
      <NumberText value={(100 * count) / of} digits={1} /> %
    </span>
  )
}
