/** Longer than from one nightly check to the end of the next, so that a later one is missing. */
const OVERDUE_MS = 36 * 3_600_000

/** Whether the last check is so long ago that at least one was left out. */
export function isOverdue(lastAt: Date, now: Date): boolean {
  return now.getTime() - lastAt.getTime() > OVERDUE_MS
}
