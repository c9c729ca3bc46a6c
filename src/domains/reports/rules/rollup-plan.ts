const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** How finely the clicks of an open hour are counted; every pass counts the slice that it falls into again. */
export const SLICE_SECONDS = 10

/** How much of the past every pass counts again, for what was committed a little after its time. */
const NARROW_OVERLAP_MS = 5000

/** The same once a minute, for what was committed much later: after a slow statement or a failing disk. */
const WIDE_OVERLAP_MS = 300_000

/** How much one pass catches up with; a long absence takes several, each in its own transaction. */
const MAX_STEP_MS = 7 * 24 * HOUR_MS

/** What one pass counts. All instants are half-open bounds. */
export interface RollupPlan {
  /** Hours counted from clicks and finished; absent when none has closed. */
  closedHours: { from: Date; until: Date } | undefined
  /** Slices to count again; it begins with a full one. */
  slices: { from: Date; until: Date }
  /** Transactions recorded or decided here have their hours summed again. */
  changes: { from: Date; until: Date }
  /** Slices before this are of no further use; looked for once a minute. */
  dropBefore: Date | undefined
  /** What is rebuilt once the pass is committed. */
  rebuiltUntil: Date
}

/**
 * The next pass after `rebuiltUntil`. Invariant: everything since `openSince(rebuiltUntil)` has been counted into
 * slices, so an open hour is the sum of its slices; an hour that closes is counted once more from its clicks.
 */
export function planPass(rebuiltUntil: Date, now: Date): RollupPlan {
  const doneMs = Math.min(rebuiltUntil.getTime(), now.getTime())
  const untilMs = Math.min(now.getTime(), doneMs + MAX_STEP_MS)
  const isNewMinute = floor(doneMs, MINUTE_MS) !== floor(untilMs, MINUTE_MS)
  const changedMs = doneMs - (isNewMinute ? WIDE_OVERLAP_MS : NARROW_OVERLAP_MS)
  const openMs = openSince(new Date(untilMs)).getTime()
  const closedMs = floor(changedMs, HOUR_MS)
  const until = new Date(untilMs)
  return {
    closedHours: closedMs < openMs ? { from: new Date(closedMs), until: new Date(openMs) } : undefined,
    slices: { from: new Date(Math.max(floor(changedMs, SLICE_SECONDS * 1000), openMs)), until },
    changes: { from: new Date(changedMs), until },
    dropBefore: isNewMinute ? new Date(openMs) : undefined,
    rebuiltUntil: until,
  }
}

/** The first hour that is still counted by slices when everything before `rebuiltUntil` has been rebuilt. */
export function openSince(rebuiltUntil: Date): Date {
  return new Date(floor(rebuiltUntil.getTime() - WIDE_OVERLAP_MS, HOUR_MS))
}

/** The full hours that a range touches. */
export function hoursAround(range: { from: Date; until: Date }): { from: Date; until: Date } {
  const untilMs = -floor(-range.until.getTime(), HOUR_MS)
  return { from: new Date(floor(range.from.getTime(), HOUR_MS)), until: new Date(untilMs) }
}

function floor(ms: number, step: number): number {
  return Math.floor(ms / step) * step
}
