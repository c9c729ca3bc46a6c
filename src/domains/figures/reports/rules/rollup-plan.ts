import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/days.ts'

/** The length of a slice. Every pass counts the current slice again. */
export const SLICE_SECONDS = 10

/** The time that every pass counts again, for rows that were committed shortly after their own time. */
const NARROW_OVERLAP_MS = 5000

/** The time that one pass a minute counts again, for rows that a slow statement or disk committed much later. */
const WIDE_OVERLAP_MS = 300_000

/** The longest time that one pass covers. After a long downtime several passes follow, each in its own transaction. */
const MAX_STEP_MS = 7 * DAY_MS

/** The ranges that one pass counts. All ranges are half-open. */
export interface RollupPlan {
  /** Closed hours to count from clicks; absent when no hour has closed. */
  closedHours: { from: Date; until: Date } | undefined
  /** Slices to count again; the range begins with a full slice. */
  slices: { from: Date; until: Date }
  /** The open hours, whose hits that were only counted are summed again. */
  openHours: { from: Date; until: Date }
  /** The hours of transactions recorded or decided in this range are summed again. */
  changes: { from: Date; until: Date }
  /** Slices before this time are no longer needed. They are deleted once a minute. */
  dropBefore: Date | undefined
  /** The progress once the pass is committed. */
  rebuiltUntil: Date
}

/**
 * Plans the next pass after `rebuiltUntil`. Invariant: everything since `findOpenSince(rebuiltUntil)` is counted in
 * slices, so an open hour is the sum of its slices. An hour that closes is counted once more from its clicks.
 */
export function planPass(rebuiltUntil: Date, now: Date): RollupPlan {
  const doneMs = Math.min(rebuiltUntil.getTime(), now.getTime())
  const untilMs = Math.min(now.getTime(), doneMs + MAX_STEP_MS)
  const isNewMinute = floor(doneMs, MINUTE_MS) !== floor(untilMs, MINUTE_MS)
  const changedMs = doneMs - (isNewMinute ? WIDE_OVERLAP_MS : NARROW_OVERLAP_MS)
  const openMs = findOpenSince(new Date(untilMs)).getTime()
  const closedMs = floor(changedMs, HOUR_MS)
  const until = new Date(untilMs)
  return {
    closedHours: closedMs < openMs ? { from: new Date(closedMs), until: new Date(openMs) } : undefined,
    slices: { from: new Date(Math.max(floor(changedMs, SLICE_SECONDS * 1000), openMs)), until },
    openHours: { from: new Date(openMs), until },
    changes: { from: new Date(changedMs), until },
    dropBefore: isNewMinute ? new Date(openMs) : undefined,
    rebuiltUntil: until,
  }
}

/**
 * Plans the next pass over the sub ids after `rebuiltUntil`. It counts the last minutes again, for rows that were
 * committed late.
 */
export function planSubIdPass(rebuiltUntil: Date, now: Date): Pick<RollupPlan, 'changes' | 'rebuiltUntil'> {
  const doneMs = Math.min(rebuiltUntil.getTime(), now.getTime())
  const until = new Date(Math.min(now.getTime(), doneMs + MAX_STEP_MS))
  return { changes: { from: new Date(doneMs - WIDE_OVERLAP_MS), until }, rebuiltUntil: until }
}

/** Finds the first hour that is counted by slices when everything before `rebuiltUntil` has been rebuilt. */
export function findOpenSince(rebuiltUntil: Date): Date {
  return new Date(floor(rebuiltUntil.getTime() - WIDE_OVERLAP_MS, HOUR_MS))
}

/**
 * Finds the time before which the roll-ups contain every row when everything before `rebuiltUntil` has been rebuilt,
 * also rows that were committed late.
 */
export function findSettledUntil(rebuiltUntil: Date): Date {
  return new Date(rebuiltUntil.getTime() - WIDE_OVERLAP_MS - MINUTE_MS)
}

/** Extends a range to full hours. */
export function extendToHours(range: { from: Date; until: Date }): { from: Date; until: Date } {
  const untilMs = -floor(-range.until.getTime(), HOUR_MS)
  return { from: new Date(floor(range.from.getTime(), HOUR_MS)), until: new Date(untilMs) }
}

function floor(ms: number, step: number): number {
  return Math.floor(ms / step) * step
}
