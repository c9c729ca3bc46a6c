import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'

/** A claim lapses after so many years without activity (specification 2, section 9). */
const LAPSE_YEARS = 3

/** How long before the lapse the publisher is warned, and warned again. */
export const WARNING_DAYS = [60, 14] as const

/** Returns the UTC day on which a claim lapses: the day after the last active one, three years later. */
export function getLapseDay(lastActiveOn: Day): Day {
  const [year = 0, month = 1, day = 1] = addDays(lastActiveOn, 1).split('-').map(Number)
  // 29 February becomes 1 March in a year without it, so no claim lapses early.
  return new Date(Date.UTC(year + LAPSE_YEARS, month - 1, day)).toISOString().slice(0, 10)
}

/** What a publisher was told since its last activity. */
export interface WarningFacts {
  lapsesOn: Day
  isWarnedAgain: boolean
}

/** What the job does: warns or warns again of a day, or lets the balance lapse. */
export type LapseStep = { act: 'wait' } | { act: 'lapse' } | { act: 'warn' | 'warn_again'; lapsesOn: Day }

/**
 * Plans the next step. A warning that comes late moves the day of the lapse, so a publisher always has the whole time
 * from each warning on.
 */
export function planLapse(lastActiveOn: Day, warning: WarningFacts | undefined, today: Day): LapseStep {
  const [first, second] = WARNING_DAYS
  if (!warning) return warnBefore('warn', { lapsesOn: getLapseDay(lastActiveOn), days: first, today })
  if (!warning.isWarnedAgain) return warnBefore('warn_again', { lapsesOn: warning.lapsesOn, days: second, today })
  return today >= warning.lapsesOn ? { act: 'lapse' } : { act: 'wait' }
}

function warnBefore(
  act: 'warn' | 'warn_again',
  { lapsesOn, days, today }: { lapsesOn: Day; days: number; today: Day },
): LapseStep {
  if (today < addDays(lapsesOn, -days)) return { act: 'wait' }
  const earliest = addDays(today, days)
  return { act, lapsesOn: lapsesOn > earliest ? lapsesOn : earliest }
}
