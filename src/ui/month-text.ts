import { useLocale } from 'use-intl'

/** Returns the function that writes the month of a day: `October 2026`. */
export function useMonthName(): (day: string) => string {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (day) => format.format(new Date(day))
}

/** Returns the function that writes the day of an instant, in UTC, for a sentence: `Oct 3, 2026`. */
export function useDayText(): (at: string) => string {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (at) => format.format(new Date(at))
}
