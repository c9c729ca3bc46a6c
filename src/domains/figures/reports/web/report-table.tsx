import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import { useDayText } from '#ui/month-text.ts'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Performance, PerformanceFigures, PerformanceRow, SubIdPerformance } from '../contract/calls.ts'
import { ChangeText } from './change-text.tsx'
import { useRowLabel } from './row-label.ts'

/** The page of rows that is shown. */
export interface ReportPaging {
  page: number
  pageSize: number
  count: number
}

interface ReportTableProps {
  report: Performance | SubIdPerformance
  paging: ReportPaging
  pageSizeSelect: ReactNode
}

/** Shows one page of rows with the totals of all pages. */
export function ReportTable({ report, paging, pageSizeSelect }: ReportTableProps) {
  const t = useTexts('reports')
  const columns = useReportColumns(report)
  const getLabel = useRowLabel()
  const dayText = useDayText()
  const { totals, type } = report
  const days = { begin: dayText(report.begin), end: dayText(report.end) }
  return (
    <Panel title={t('table.title')} actions={pageSizeSelect} flush>
      <DataTable
        label={t('table.label', { title: t(`${type}.title`), ...days })}
        columns={columns}
        rows={report.transactions}
        rowKey={(row) => row.key ?? row.advertiser_id ?? row.sub_id ?? getLabel(row)}
        sort={report.sort}
        totals={{
          unit: t('total'),
          clicks: <NumberText value={totals.click_count} />,
          transactions: <NumberText value={totals.total_transactions} />,
          epc: <MoneyText amount={totals.epc} currency={report.currency} />,
          commission: <MoneyText amount={totals.commission} currency={report.currency} digits={4} />,
        }}
      />
      <Paginator {...paging} />
    </Panel>
  )
}

/** Returns the columns of a report. Figures show their change when the rows are compared. */
export function useReportColumns({ type, currency }: Performance | SubIdPerformance): Column<PerformanceRow>[] {
  const t = useTexts('reports')
  return [
    {
      key: 'unit',
      header: t(`${type}.unit`),
      cell: (row) => <Unit row={row} />,
      isTitle: true,
      hasDetails: type === 'site' || type === 'sub_id',
    },
    {
      key: 'clicks',
      header: t('clicks'),
      cell: (row) => (
        <Compared row={row} measure="click_count">
          <NumberText value={row.click_count} />
        </Compared>
      ),
      align: 'end',
      sortKey: 'click_count',
    },
    {
      key: 'transactions',
      header: t('transactions'),
      cell: (row) => (
        <Compared row={row} measure="total_transactions">
          <NumberText value={row.total_transactions} />
        </Compared>
      ),
      align: 'end',
      sortKey: 'total_transactions',
    },
    {
      key: 'epc',
      header: t('epc'),
      cell: (row) => (
        <Compared row={row} measure="epc">
          <MoneyText amount={row.epc} currency={currency} />
        </Compared>
      ),
      align: 'end',
      place: 'none',
    },
    {
      key: 'commission',
      header: t('commission'),
      cell: (row) => (
        <Compared row={row} measure="commission">
          <MoneyText amount={row.commission} currency={currency} digits={4} />
        </Compared>
      ),
      align: 'end',
      place: 'figure',
      sortKey: 'commission',
    },
  ]
}

interface ComparedProps {
  row: PerformanceRow
  measure: keyof PerformanceFigures
  children: ReactNode
}

/** A figure with its change against the period before, when the report is compared. */
function Compared({ row, measure, children }: ComparedProps) {
  if (!row.previous) return children
  return (
    <Stack data-compared gap={0} align="end">
      {children}
      <ChangeText now={row[measure]} before={row.previous[measure]} />
    </Stack>
  )
}

/** Shows the site key with the site's name, because tracking links contain the key. */
function Unit({ row }: { row: PerformanceRow }) {
  const t = useTexts('reports')
  const label = useRowLabel()(row)
  if (row.unit !== undefined) return <DateText value={row.unit} />
  if (row.sub_id === null) return <CellText details={[t('sub_id.otherHint')]}>{label}</CellText>
  if (row.sub_id !== undefined) return <span style={{ overflowWrap: 'anywhere' }}>{label}</span>
  return row.key ? <CellText details={[t('key', { key: row.key })]}>{label}</CellText> : label
}
