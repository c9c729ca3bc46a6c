import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { ChartProps, DrawingProps } from './chart-props.ts'
import { EmptyState } from './empty-state.tsx'
import styles from './chart.module.css'

const Drawing = lazy(async () => ({ default: (await import('./chart-drawing.tsx')).ChartDrawing }))

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
