import { addDays, startOfDay } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import type { FirstDayOfWeek } from './date-limits.ts'

/** The shortcuts of every date range (specification 2, section 2). */
export const RANGE_PRESETS = ['yesterday', 'last7', 'last30', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const

/** A shortcut's name. */
export type RangePreset = (typeof RANGE_PRESETS)[number]

/** The first and last day, both inclusive. */
export type InclusiveRange = readonly [begin: Day, end: Day]

/**
 * Returns the days of a shortcut, relative to `today`. Weeks begin on Sunday by default (specification 2, section 5).
 * This week and this month end today, because filters never go beyond it.
 */
export function presetRange(preset: RangePreset, today: Day, firstDayOfWeek: FirstDayOfWeek = 7): InclusiveRange {
  const weekStart = addDays(today, -((startOfDay(today).getUTCDay() - firstDayOfWeek + 7) % 7))
  const monthStart = `${today.slice(0, 8)}01`
  const lastMonthEnd = addDays(monthStart, -1)
  const ranges: Record<RangePreset, InclusiveRange> = {
    yesterday: [addDays(today, -1), addDays(today, -1)],
    last7: [addDays(today, -6), today],
    last30: [addDays(today, -29), today],
    thisWeek: [weekStart, today],
    lastWeek: [addDays(weekStart, -7), addDays(weekStart, -1)],
    thisMonth: [monthStart, today],
    lastMonth: [`${lastMonthEnd.slice(0, 8)}01`, lastMonthEnd],
  }
  return ranges[preset]
}

/** Finds the shortcut with exactly this range, if there is one. */
export function findPreset(
  range: InclusiveRange,
  today: Day,
  firstDayOfWeek?: FirstDayOfWeek,
): RangePreset | undefined {
  return RANGE_PRESETS.find((preset) => {
    const [begin, end] = presetRange(preset, today, firstDayOfWeek)
    return begin === range[0] && end === range[1]
  })
}

/** Formats `2024-06-19` as `06/19/2024`, as filters show it. */
export function filterDate(day: Day): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
