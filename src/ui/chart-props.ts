/** One measured value per point. */
export interface ChartSeries {
  key: string
  label: string
}

/** What a chart shows. */
export interface ChartProps {
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
