import { BarChart, LineChart } from '@mantine/charts'
import { useElementSize } from '@mantine/hooks'
import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import { xInterval, yTicks } from './chart-ticks.ts'
import type { DrawingProps } from './chart-props.ts'
import './styles/charts.css'

const COLORS = ['var(--art-pine)', 'var(--art-ember)', 'var(--art-sun)']

/** Bars are never wider than this, in pixels (specification 2, section 9). */
const BAR_WIDTH = 20

/** Room for the values of the y axis, in pixels. */
const AXIS_WIDTH = 64

/** Space for the last label, which is centred at the right edge. */
const MARGIN = { right: 24, top: 8 }

/** The line at a point that still grows; the label stands on its left, because the point is the last. */
const UNFINISHED = { color: 'var(--ink-soft)', strokeDasharray: '2 4', labelPosition: 'insideTopRight' } as const

/** Draws a chart. This module and its library are loaded when a chart becomes visible. */
export function ChartDrawing({ kind, data, x, series, unfinished, isCount = false, prefix = '' }: DrawingProps) {
  const t = useTexts('ui')
  const locale = useLocale()
  const { ref, width } = useElementSize()
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const max = Math.max(0, ...data.flatMap((point) => series.map(({ key }) => Number(point[key] ?? 0))))
  const ticks = yTicks(max, isCount)
  const shared = {
    h: '100%',
    data: data.map((point) => ({ ...point })),
    dataKey: x,
    series: series.map(({ key, label, isFaint = false }, index) => ({
      name: key,
      label,
      color: isFaint ? 'var(--line-strong)' : (COLORS[index % COLORS.length] ?? ''),
      ...(isFaint ? { strokeDasharray: '5 5' } : {}),
    })),
    valueFormatter: (value: number) => `${prefix}${format.format(value)}`,
    tickLine: 'none' as const,
    gridColor: 'var(--line)',
    textColor: 'var(--ink-soft)',
    withLegend: series.length > 1,
    tooltipAnimationDuration: 120,
    xAxisProps: {
      interval: xInterval(
        data.map((point) => String(point[x])),
        width - AXIS_WIDTH,
      ),
      tickMargin: 10,
    },
    yAxisProps: { ticks, domain: [0, ticks.at(-1) ?? 1], width: AXIS_WIDTH, interval: 0 as const },
  }
  return (
    <div ref={ref}>
      {kind === 'line' ? (
        <LineChart
          {...shared}
          lineChartProps={{ margin: MARGIN }}
          curveType="monotone"
          referenceLines={
            unfinished === undefined ? [] : [{ ...UNFINISHED, x: unfinished, label: t('chart.unfinished') }]
          }
          strokeWidth={2.5}
          withDots={data.length <= 31}
        />
      ) : (
        <BarChart
          {...shared}
          barChartProps={{ margin: MARGIN }}
          maxBarWidth={BAR_WIDTH}
          barProps={{ radius: [5, 5, 0, 0] }}
        />
      )}
    </div>
  )
}
