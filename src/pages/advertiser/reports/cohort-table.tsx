import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoneyText, NumberText, PercentText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import { Panel } from '#ui/panel.tsx'
import type { CohortView } from '#domains/figures/reports/contract/advertiser-report.ts'
import { buildCohortPath } from './row-path.ts'
import type { Decided } from './row-path.ts'

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

/** The columns of later months: the month itself, the next two, and all after them. */
export const LATER = ['same', 'next', 'after', 'later'] as const

function useCohortColumns(currency: string): Column<CohortView>[] {
  const t = useTexts('reports')
  const nameMonth = useMonthName()
  return [
    { key: 'month', header: t('brand.cohort.month'), cell: ({ month }) => nameMonth(month), isTitle: true },
    {
      key: 'order_value',
      header: t('brand.cohort.orderValue'),
      cell: ({ month, order_value: value }) => (
        <Rows to={buildCohortPath(month, 'NOT_CANCELLED')} isEmpty={Number(value) === 0}>
          <MoneyText amount={value} currency={currency} />
        </Rows>
      ),
      align: 'end',
      place: 'figure',
    },
    {
      key: 'orders',
      header: t('brand.cohort.orders'),
      cell: ({ month, orders }) => (
        <Rows to={buildCohortPath(month)} isEmpty={orders === 0}>
          <NumberText value={orders} />
        </Rows>
      ),
      align: 'end',
    },
    ...LATER.map((name, later) => ({
      key: name,
      header: t(`brand.cohort.${name}`),
      cell: (row: CohortView) => (
        <Part
          of={row.orders}
          count={countConfirmed(row, later)}
          to={buildCohortPath(row.month, 'CONFIRMED', getMonths(later))}
        />
      ),
      align: 'end' as const,
    })),
    {
      key: 'cancelled',
      header: t('brand.cohort.cancelled'),
      cell: (row) => (
        <Part
          of={row.orders}
          count={row.decided.reduce((sum, { cancelled }) => sum + cancelled, 0)}
          to={buildCohortPath(row.month, 'CANCELLED')}
        />
      ),
      align: 'end',
    },
    {
      key: 'pending',
      header: t('brand.cohort.pending'),
      cell: (row) => <Part of={row.orders} count={row.pending} to={buildCohortPath(row.month, 'PENDING')} />,
      align: 'end',
    },
  ]
}

/** The months that a column counts. */
export function getMonths(column: number): Decided {
  return column < LATER.length - 1 ? { from: column, until: column + 1 } : { from: column }
}

function countConfirmed({ decided }: CohortView, column: number): number {
  const { from, until = Infinity } = getMonths(column)
  return decided
    .filter(({ later }) => later >= from && later < until)
    .reduce((sum, { confirmed }) => sum + confirmed, 0)
}

function Part({ of, count, to }: { of: number; count: number; to: string }) {
  if (count === 0) return '–'
  return (
    <Rows to={to}>
      <PercentText value={(100 * count) / of} />
    </Rows>
  )
}

/** A number that leads to the orders that it counts. */
export function Rows({ to, isEmpty = false, children }: { to: string; isEmpty?: boolean; children: ReactNode }) {
  if (isEmpty) return children
  return (
    <Anchor component={Link} to={to}>
      {children}
    </Anchor>
  )
}
