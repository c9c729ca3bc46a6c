import { useLocale } from 'use-intl'

/** Returns what writes the days of a chart: with their year where they are of several. */
export function useDayLabel(days: readonly string[]): (day: string) => string {
  const years = new Set([days[0], days.at(-1)].map((day) => day?.slice(0, 4)))
  const year = years.size > 1 ? ({ year: 'numeric' } as const) : {}
  const format = new Intl.DateTimeFormat(useLocale(), { month: 'short', day: 'numeric', ...year, timeZone: 'UTC' })
  return (day) => format.format(new Date(day))
}
