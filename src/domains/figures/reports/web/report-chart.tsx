import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { BarChart, LineChart } from '#ui/chart.tsx'
import { useDayText } from '#ui/month-text.ts'
import { Panel } from '#ui/panel.tsx'
import type { Performance, SubIdPerformance } from '../contract/calls.ts'
import { useRowLabel } from './row-label.ts'
import { useDayLabel } from './use-day-label.ts'

/** The most bars on one chart (specification 2, section 9: at most 20 x-axis ticks). */
const MAX_BARS = 20

interface ReportChartProps {
  report: Performance | SubIdPerformance
  /** Draws the period before as well. */
  isCompared: boolean
  sortSelect: ReactNode
}

/** Draws the figure that the report is sorted by: a line over all days of the range, or a bar per row of the page. */
export function ReportChart({ report, isCompared, sortSelect }: ReportChartProps) {
  const t = useTexts('reports')
  const dayText = useDayText()
  const { type, sort, begin, end, today } = report
  const words = { measure: t(`sort.${sort}`), by: t(`${type}.by`) }
  const before = { key: 'before', label: t('compare.before'), isFaint: true }
  const shared = {
    label: t('chart.label', { ...words, begin: dayText(begin), end: dayText(end) }),
    x: 'unit',
    series: [{ key: 'c', label: words.measure }, ...(isCompared ? [before] : [])],
    isCount: sort !== 'commission',
    ...(sort === 'commission' ? { prefix: '$' } : {}),
  }
  const data = useChartData(report)
  const unfinished = end === today ? data.at(-1)?.unit : undefined
  return (
    <Panel title={t('chart.title', words)} actions={sortSelect}>
      {type === 'date' ? (
        <LineChart {...shared} data={data} unfinished={unfinished} />
      ) : (
        <BarChart {...shared} data={data} />
      )}
    </Panel>
  )
}

function useChartData({ type, sort, report, previous, transactions }: Performance | SubIdPerformance) {
  const writeDay = useDayLabel(type === 'date' ? report.map(({ unit }) => unit) : [])
  const getLabel = useRowLabel()
  if (type !== 'date') {
    return transactions
      .slice(0, MAX_BARS)
      .map((row) => ({ unit: getLabel(row), c: Number(row[sort]), before: Number(row.previous?.[sort] ?? 0) }))
  }
  return report.map(({ unit, c }, index) => ({
    unit: writeDay(unit),
    c: Number(c),
    before: Number(previous.report[index]?.c ?? 0),
  }))
}
