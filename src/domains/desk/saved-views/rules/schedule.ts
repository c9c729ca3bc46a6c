import { HOUR_MS, addDays, startOfDay, toDay } from '#kernel/days.ts'
import type { DayRange } from '#kernel/days.ts'

/** How often a view is mailed. */
export const RHYTHMS = ['daily', 'weekly', 'monthly'] as const

/** One of `RHYTHMS`. */
export type Rhythm = (typeof RHYTHMS)[number]

/** The weekdays of a weekly mail, 1 for Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** When a view can be mailed, as a form names it: the number is that of the weekday. */
export const MOMENTS = ['daily', ...WEEKDAYS.map((day) => `weekly-${day}` as const), 'monthly'] as const

/** When a view is mailed: a weekly one on its weekday, a monthly one on the first. */
export interface Rhythmic {
  rhythm: Rhythm
  weekday: number | null
}

/** Why a schedule ended by itself: the account left the team, lost the right to the list, or sees the view no more. */
export const END_REASONS = ['member', 'right', 'view'] as const

/** One of `END_REASONS`. */
export type EndReason = (typeof END_REASONS)[number]

/** The most views that an account is mailed. */
export const MAX_SCHEDULES = 20

/** The hour (UTC) of the mails, at which the days before are counted. */
export const MAIL_HOUR = 6

/** So long a mail waits for figures that are not counted yet; then it says how far they are. */
export const MAX_WAIT_MS = 12 * HOUR_MS

/** The address of the page that ends a schedule, before its token. */
export const END_PATH = '/stop-mail'

const LONGEST_MONTH = 31

/** Finds the first time after `now` at which a view is mailed. Mails that a stopped network missed are left out. */
export function getNextMail(schedule: Rhythmic, now: Date): Date {
  for (let days = 0; days <= LONGEST_MONTH; days++) {
    const day = addDays(toDay(now), days)
    const at = new Date(startOfDay(day).getTime() + MAIL_HOUR * HOUR_MS)
    if (at > now && isMailDay(schedule, day)) return at
  }
  throw new Error('A schedule has a day in each month')
}

function isMailDay({ rhythm, weekday }: Rhythmic, day: string): boolean {
  if (rhythm === 'daily') return true
  if (rhythm === 'monthly') return day.endsWith('-01')
  return getWeekday(day) === weekday
}

/** Gets the weekday of a day, 1 for Monday. */
function getWeekday(day: string): number {
  return startOfDay(day).getUTCDay() || 7
}

/** Determines the whole days before a mail that it reports: the day, the seven days or the month before. */
export function getMailedDays({ rhythm }: Rhythmic, dueAt: Date): DayRange {
  const until = toDay(dueAt)
  if (rhythm === 'daily') return { from: addDays(until, -1), until }
  if (rhythm === 'weekly') return { from: addDays(until, -7), until }
  return { from: `${addDays(until, -1).slice(0, 7)}-01`, until }
}
