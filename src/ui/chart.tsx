import { Box, Center } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { ChartProps, DrawingProps } from './chart-props.ts'
import { EmptyState } from './empty-state.tsx'

const Drawing = lazy(async () => ({ default: (await import('./chart-drawing.tsx')).ChartDrawing }))

/** A chart with a line per series, for values by day. */
export function LineChart(props: ChartProps) {
  return <LazyChart {...props} kind="line" />
}

/** A bar chart, for values by site or advertiser. */
export function BarChart(props: ChartProps) {
  return <LazyChart {...props} kind="bar" />
}

/** Reserves the space at once and draws when the chart becomes visible, because the library is large. */
function LazyChart(props: DrawingProps) {
  const t = useTexts('ui')
  const { ref, inViewport } = useInViewport<HTMLElement>()
  if (props.data.length === 0) return <EmptyState art="chart" title={t('chart.none')} />
  return (
    <Box component="figure" ref={ref} display="grid" h="clamp(15rem, 22vw, 19rem)" m={0} aria-label={props.label}>
      <Suspense fallback={<Center c="dimmed">{t('chart.loading')}</Center>}>
        {inViewport && <Drawing {...props} />}
      </Suspense>
    </Box>
  )
}
