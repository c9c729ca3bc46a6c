import type { DateLanguage } from './date-languages.ts'

const PARTS = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  day: { year: 'numeric', month: 'long', day: 'numeric' },
} as const

/** Names the year, month or day of a calendar as its language writes it: `2026年11月`, `1. listopadu 2026`. */
export function formatCalendarDate(
  date: string,
  { language, part }: { language: DateLanguage; part: keyof typeof PARTS },
): string {
  return new Intl.DateTimeFormat(language, { ...PARTS[part], timeZone: 'UTC' }).format(new Date(date.slice(0, 10)))
}
