/** At most so many labels on the x axis, and so many on the y axis (specification 2, section 9). */
const X_TICKS = 20
const Y_TICKS = 6

/** How many points to skip between two labels of the x axis. */
export function xInterval(points: number): number {
  return Math.max(0, Math.ceil(points / X_TICKS) - 1)
}

/** Six round values from zero to at least `max`. */
export function yTicks(max: number): number[] {
  const steps = Y_TICKS - 1
  const step = roundUp(Math.max(max, Number.EPSILON) / steps)
  return Array.from({ length: Y_TICKS }, (_, index) => Number((index * (max > 0 ? step : 1)).toPrecision(12)))
}

/** The next of 1, 2, 2.5, 5 and their tens. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 2.5, 5].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10
  return factor * power
}
