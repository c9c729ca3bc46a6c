import { useTexts } from '#platform/web/texts.tsx'
import { LineChart } from '#ui/chart.tsx'
import { useDayText } from '#ui/month-text.ts'
import { Panel } from '#ui/panel.tsx'
import type { Day } from '#kernel/days.ts'
import { getDefinition } from '#kernel/measures.ts'
import type { ReportDays } from '../contract/advertiser-report.ts'
import type { DateType } from '../contract/vocabulary.ts'
import { useDayLabel } from './use-day-label.ts'

interface TrendPanelProps {
  trend: ReportDays
  dateType: DateType
  /** The present day, whose figures still grow. */
  today: Day
}

/** Draws a measure by day, and the period before as a pale line. A day without a value leaves a gap. */
export function TrendPanel({ trend: { measure, days }, dateType, today }: TrendPanelProps) {
  const t = useTexts('reports')
  const { kind } = getDefinition(measure)
  const words = { measure: t(`measure.${measure}`), by: t(`brand.by.${dateType}`) }
  const writeDay = useDayLabel(days.map(({ day }) => day))
  const data = days.map(({ day, value, before }) => ({
    unit: writeDay(day),
    ...(value === null ? {} : { now: Number(value) }),
    ...(before === null ? {} : { before: Number(before) }),
  }))
  const dayText = useDayText()
  const range = { begin: dayText(days[0]?.day ?? today), end: dayText(days.at(-1)?.day ?? today) }
  return (
    <Panel title={t('chart.title', words)}>
      <LineChart
        label={t('chart.label', { ...words, ...range })}
        x="unit"
        data={data}
        unfinished={days.at(-1)?.day === today ? data.at(-1)?.unit : undefined}
        series={[
          { key: 'now', label: words.measure },
          { key: 'before', label: t('compare.before'), isFaint: true },
        ]}
        isCount={kind === 'count'}
        {...(kind === 'money' ? { prefix: '$' } : {})}
      />
    </Panel>
  )
}
