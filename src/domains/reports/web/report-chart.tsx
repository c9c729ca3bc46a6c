import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import { BarChart, LineChart } from '#ui/chart.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Performance } from '../contract/calls.ts'
import { getRowLabel } from './row-label.ts'

/** The most bars on one chart (specification 2, section 9: at most 20 x-axis ticks). */
const MAX_BARS = 20

/** Draws the figure that the report is sorted by: a line over all days of the range, or a bar per row of the page. */
export function ReportChart({ report, sortSelect }: { report: Performance; sortSelect: ReactNode }) {
  const t = useTexts('reports')
  const locale = useLocale()
  const { type, sort, begin, end } = report
  const words = { measure: t(`sort.${sort}`), by: t(`${type}.by`) }
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const shared = {
    label: t('chart.label', { ...words, begin, end }),
    x: 'unit',
    series: [{ key: 'c', label: words.measure }],
    ...(sort === 'commission' ? { prefix: '$' } : {}),
  }
  return (
    <Panel title={t('chart.title', words)} actions={sortSelect}>
      {type === 'date' ? (
        <LineChart
          {...shared}
          data={report.report.map(({ unit, c }) => ({ unit: day.format(new Date(unit)), c: Number(c) }))}
        />
      ) : (
        <BarChart
          {...shared}
          data={report.transactions.slice(0, MAX_BARS).map((row) => ({ unit: getRowLabel(row), c: Number(row[sort]) }))}
        />
      )}
    </Panel>
  )
}
