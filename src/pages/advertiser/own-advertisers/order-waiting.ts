import type { WaitingView } from '#domains/people/teams/contract.ts'
import { byUrgency } from '../home/work-items.ts'

/** The most lines that are shown. */
const MAX_LINES = 50

/** What waits in the brands of an account: the most urgent lines, and how many there are. */
export interface Waiting {
  lines: readonly WaitingView[]
  count: number
  /** The time at which the page was made. */
  now: string
}

/** Puts what waits in all brands into the order of the homes of the brands: by money and time. */
export function orderWaiting(waiting: readonly WaitingView[], now: Date): Waiting {
  const isMoreUrgent = byUrgency(now)
  const toUrgency = ({ at_risk: atRisk, ends_at: endsAt }: WaitingView) => ({ atRisk, endsAt })
  const ordered = waiting.toSorted((one, other) => isMoreUrgent(toUrgency(one), toUrgency(other)))
  return { lines: ordered.slice(0, MAX_LINES), count: ordered.length, now: now.toISOString() }
}
