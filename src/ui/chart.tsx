import { Box, Center } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import type { ChartProps, DrawingProps } from './chart-props.ts'
import { EmptyState } from './empty-state.tsx'

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
    <Box component="figure" ref={ref} display="grid" h="clamp(15rem, 22vw, 19rem)" m={0} aria-label={props.label}>
      <Suspense fallback={<Center c="dimmed">{t('chart.loading')}</Center>}>
        {inViewport && <Drawing {...props} />}
      </Suspense>
    </Box>
  )
}
