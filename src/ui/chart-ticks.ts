/** The maximum number of labels on the x axis and on the y axis (specification 2, section 9). */
const X_TICKS = 20
const Y_TICKS = 6

/** The width of one character of a label, and the gap between two labels, in pixels. */
const CHARACTER_PX = 7
const GAP_PX = 12

/** Calculates how many points to skip between two labels of the x axis, for at most 20 labels that do not overlap. */
export function xInterval(labels: readonly string[], widthPx: number): number {
  const longest = Math.max(1, ...labels.map((label) => label.length))
  const room = Math.max(1, Math.floor(widthPx / (longest * CHARACTER_PX + GAP_PX)))
  return Math.max(0, Math.ceil(labels.length / Math.min(X_TICKS, room)) - 1)
}

/** Calculates six round values from zero to at least `max`, whole ones for what is counted. */
export function yTicks(max: number, isCount: boolean): number[] {
  const steps = Y_TICKS - 1
  const roundStep = roundUp(Math.max(max, Number.EPSILON) / steps)
  const step = isCount ? Math.ceil(roundStep) : roundStep
  return Array.from({ length: Y_TICKS }, (_, index) => Number((index * (max > 0 ? step : 1)).toPrecision(12)))
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 2.5, 5].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10
  return factor * power
}
