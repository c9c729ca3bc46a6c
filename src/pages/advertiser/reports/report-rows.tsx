import { Anchor, Stack } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import { useMonthName } from '#ui/month-text.ts'
import type { AdvertiserReport, AdvertiserReportRow } from '#domains/figures/reports/contract/advertiser-report.ts'
import { isOfOrders } from '#domains/figures/reports/rules/advertiser-report.ts'
import type { Measure } from '#kernel/measures.ts'
import { ChangeText } from '#domains/figures/reports/web/change-text.tsx'
import { MeasureText } from '#domains/figures/reports/web/measure-text.tsx'
import { usePartName } from '#domains/orders/transactions/web/part-name.ts'
import { buildRowsPath } from './row-path.ts'

/** Returns the column of the unit and one of each measure that the report knows. */
export function useReportColumns(report: AdvertiserReport): Column<AdvertiserReportRow>[] {
  const t = useTexts('reports')
  return [
    {
      key: 'unit',
      header: t(`brand.unit.${report.group}`),
      cell: (row) => <Unit report={report} row={row} />,
      isTitle: true,
    },
    ...report.measures.map((measure) => ({
      key: measure,
      header: t(`measure.${measure}`),
      cell: (row: AdvertiserReportRow) => <Figure report={report} row={row} measure={measure} />,
      align: 'end' as const,
      sortKey: measure,
      ...(measure === 'order_value' ? { place: 'figure' as const } : {}),
    })),
  ]
}

/** Names the unit of a row. A publisher and a site lead to their days. */
function Unit({ report: { group }, row }: { report: AdvertiserReport; row: AdvertiserReportRow }) {
  const t = useTexts('reports')
  const [search] = useSearchParams()
  const nameMonth = useMonthName()
  if (group === 'day') return <DateText value={row.unit} />
  if (group === 'month') return nameMonth(row.unit)
  if (group === 'sub_id') {
    return <span style={{ overflowWrap: 'anywhere' }}>{row.unit === '' ? t('sub_id.other') : row.unit}</span>
  }
  if (row.publisher === null) return <ValueText group={group} row={row} />
  const ofPublisher = { group: 'day', publisher_id: String(row.publisher.id), sort: undefined, page_number: undefined }
  return (
    <CellText details={[group === 'site' && row.publisher.name]}>
      <Anchor component={Link} to={searchWith(search, ofPublisher)} c="inherit" fw={600} underline="hover">
        {row.name}
      </Anchor>
    </CellText>
  )
}

/** The name of what orders have in common, or that they do not say it. */
function ValueText({ group, row: { unit, name } }: { group: AdvertiserReport['group']; row: AdvertiserReportRow }) {
  const namePart = usePartName()
  if (!isOfOrders(group) && group !== 'group') return name
  return <span style={{ overflowWrap: 'anywhere' }}>{namePart({ dimension: group, value: unit, name })}</span>
}

interface FigureProps {
  report: AdvertiserReport
  /** Absent for the totals. */
  row?: AdvertiserReportRow | undefined
  measure: Measure
}

/** A measure, which leads to the transactions that it counts, with its change when rows are compared. */
export function Figure({ report, row, measure }: FigureProps) {
  const value = (row?.figures ?? report.totals)[measure] ?? null
  return (
    <Stack gap={0} align="end">
      <RowsLink report={report} row={row} measure={measure} value={value} />
      {row?.previous && <Change now={value} before={row.previous[measure] ?? null} measure={measure} />}
    </Stack>
  )
}

type Value = number | string | null

function RowsLink({ report, row, measure, value }: FigureProps & { value: Value }) {
  const t = useTexts('reports')
  const path = value === null || value === 0 ? undefined : buildRowsPath(report, row, measure)
  const figure = <MeasureText measure={measure} value={value} currency={report.currency} />
  if (path === undefined) return figure
  return (
    <Anchor component={Link} to={path} aria-label={t('brand.rowsOf', { name: row?.name ?? t('total') })}>
      {figure}
    </Anchor>
  )
}

function Change({ now, before, measure }: { now: Value; before: Value; measure: Measure }) {
  if (now === null || before === null) return null
  return <ChangeText now={now} before={before} isNeutral={measure === 'cost'} />
}
