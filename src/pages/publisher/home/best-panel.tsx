import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Performance } from '#domains/figures/reports/contract/calls.ts'
import { useReportColumns } from '#domains/figures/reports/web/report-table.tsx'
import { useRowLabel } from '#domains/figures/reports/web/row-label.ts'

const ROWS = 5

/** The sites or advertisers with the most commission, with a link to the whole report. */
export function BestPanel({ report, to }: { report: Performance; to: string }) {
  const t = useTexts('dashboard')
  const getLabel = useRowLabel()
  const columns = useReportColumns(report)
    .filter(({ key }) => key === 'unit' || key === 'clicks' || key === 'commission')
    .map(({ sortKey: _sortKey, ...column }) => column)
  const title = report.type === 'site' ? t('bestSites') : t('bestAdvertisers')
  return (
    <Panel
      title={title}
      flush
      actions={
        <Anchor component={Link} to={`${to}?begin=${report.begin}&end=${report.end}&sort=commission`} size="sm">
          {t('wholeReport')}
        </Anchor>
      }
    >
      <DataTable
        label={title}
        columns={columns}
        rows={report.transactions.slice(0, ROWS)}
        rowKey={(row) => row.key ?? row.advertiser_id ?? getLabel(row)}
      />
    </Panel>
  )
}
