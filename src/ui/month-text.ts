import { useLocale } from 'use-intl'

/** Returns the function that writes the month of a day: `October 2026`. */
export function useMonthName(): (day: string) => string {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (day) => format.format(new Date(day))
}
