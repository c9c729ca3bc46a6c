import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './chart.module.css'

const Drawing = lazy(async () => ({ default: (await import('./chart-drawing.tsx')).ChartDrawing }))

/** One measured value per point. */
export interface ChartSeries {
  key: string
  label: string
}

interface ChartProps {
  /** Accessible name: what is drawn over what. The figures themselves stand in a table beside it. */
  label: string
  data: readonly Record<string, string | number>[]
  /** The key of the x value. */
  x: string
  series: readonly ChartSeries[]
  /** Before every y value: `$`. */
  prefix?: string
}

/** What the drawing needs to know. */
export interface DrawingProps extends ChartProps {
  kind: 'line' | 'bar'
}

/** A line per series; for days. */
export function LineChart(props: ChartProps) {
  return <LazyChart {...props} kind="line" />
}

/** Bars; for sites and advertisers. */
export function BarChart(props: ChartProps) {
  return <LazyChart {...props} kind="bar" />
}

/** Keeps the place from the first byte and draws only once it is seen, since the library is large. */
function LazyChart(props: DrawingProps) {
  const t = useTexts('ui')
  const { ref, inViewport } = useInViewport<HTMLElement>()
  if (props.data.length === 0) return <EmptyState art="chart" title={t('chart.none')} />
  return (
    <figure ref={ref} className={styles.chart} aria-label={props.label}>
      <Suspense fallback={<span className={styles.waiting}>{t('chart.loading')}</span>}>
        {inViewport && <Drawing {...props} />}
      </Suspense>
    </figure>
  )
}
