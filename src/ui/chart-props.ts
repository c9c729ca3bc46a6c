/** One measured value per point. */
export interface ChartSeries {
  key: string
  label: string
  /** Draws a comparison: a dashed line or a pale bar. */
  isFaint?: boolean
}

/** The properties of a chart. */
export interface ChartProps {
  /** The accessible name. A table on the page contains the figures. */
  label: string
  /** A series without a value at a point has a gap there. */
  data: readonly Record<string, string | number>[]
  /** The key of the x value. */
  x: string
  series: readonly ChartSeries[]
  /** The x value of a point that still grows, such as today's: a dashed line says so there. */
  unfinished?: string | undefined
  /** Whether the y values are numbers of things, so that the axis shows whole ones only. */
  isCount?: boolean
  /** The prefix of every y value, such as `$`. */
  prefix?: string
}

/** The properties of a drawing. */
export interface DrawingProps extends ChartProps {
  kind: 'line' | 'bar'
}
