import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText, MoneyText, NumberText } from '#ui/money-text.tsx'
import { Paginator } from '#ui/paginator.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Performance, PerformanceRow } from '../contract/calls.ts'
import { getRowLabel } from './row-label.ts'

/** The page of rows that is shown. */
export interface ReportPaging {
  page: number
  pageSize: number
  count: number
  isLoading: boolean
}

interface ReportTableProps {
  report: Performance
  paging: ReportPaging
  pageSizeSelect: ReactNode
}

/** Shows one page of rows with the totals of all pages. */
export function ReportTable({ report, paging, pageSizeSelect }: ReportTableProps) {
  const t = useTexts('reports')
  const columns = useColumns(report)
  const { totals, begin, end, type } = report
  return (
    <Panel title={t('table.title')} actions={pageSizeSelect} flush>
      <DataTable
        label={t('table.label', { title: t(`${type}.title`), begin, end })}
        columns={columns}
        rows={report.transactions}
        rowKey={(row) => row.key ?? row.advertiser_id ?? getRowLabel(row)}
        sort={report.sort}
        isLoading={paging.isLoading}
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

function useColumns({ type, currency }: Performance): Column<PerformanceRow>[] {
  const t = useTexts('reports')
  return [
    { key: 'unit', header: t(`${type}.unit`), cell: (row) => <Unit row={row} />, isTitle: true },
    {
      key: 'clicks',
      header: t('clicks'),
      cell: (row) => <NumberText value={row.click_count} />,
      align: 'end',
      sortKey: 'click_count',
    },
    {
      key: 'transactions',
      header: t('transactions'),
      cell: (row) => <NumberText value={row.total_transactions} />,
      align: 'end',
      sortKey: 'total_transactions',
    },
    { key: 'epc', header: t('epc'), cell: (row) => <MoneyText amount={row.epc} currency={currency} />, align: 'end' },
    {
      key: 'commission',
      header: t('commission'),
      cell: (row) => <MoneyText amount={row.commission} currency={currency} digits={4} />,
      align: 'end',
      sortKey: 'commission',
    },
  ]
}

/** Shows the site key with the site's name, because tracking links contain the key. */
function Unit({ row }: { row: PerformanceRow }) {
  const t = useTexts('reports')
  if (row.unit !== undefined) return <DateText value={row.unit} />
  if (!row.key) return getRowLabel(row)
  return <CellText details={[t('key', { key: row.key })]}>{getRowLabel(row)}</CellText>
}
