import type { ClosingPage, ClosingView, PausePage } from './contract.ts'
import type { findClosingProgram, findPausingProgram } from './queries.ts'
import { CLOSING_STEPS, getCloseTime, getClosingDays, getClosingSteps } from './rules.ts'

type ClosingProgram = NonNullable<Awaited<ReturnType<typeof findClosingProgram>>>

/** Builds what a brand sees of the end of its programme. */
export function viewClosingPage(program: ClosingProgram, now: Date): ClosingPage {
  const { title, status, noticeDays, joinedCount } = program
  const { from, until } = getClosingDays({ now, noticeDays })
  return {
    title,
    program_status: status,
    notice_days: noticeDays,
    earliest: from,
    latest: until,
    joined_count: joinedCount,
    closing: viewClosing(program, now),
  }
}

/** Null while the programme neither closes nor is closed. */
function viewClosing({ closing, closedAt, closesAt: announced, terms }: ClosingProgram, now: Date): ClosingView | null {
  const isAnnounced = closing !== undefined && announced !== null && closing.closesAt.getTime() === announced.getTime()
  if (closedAt === null && !isAnnounced) return null
  const closesAt = closedAt === null ? announced : getCloseTime(closedAt, announced)
  if (closesAt === null) return null
  const requestedAt = isAnnounced ? closing.requestedAt : null
  const dates = getClosingSteps({ requestedAt: requestedAt ?? closesAt, closesAt }, terms)
  const steps = CLOSING_STEPS.filter((step) => step !== 'announced' || requestedAt !== null)
  return {
    requested_at: requestedAt?.toISOString() ?? null,
    requested_by: isAnnounced ? closing.requesterName : null,
    closes_at: closesAt.toISOString(),
    is_closed: closedAt !== null,
    steps: steps.map((step) => ({ step, at: dates[step].toISOString(), is_done: dates[step] <= now })),
  }
}

type PausingProgram = NonNullable<Awaited<ReturnType<typeof findPausingProgram>>>

/** Builds what a brand sees of a pause of its programme. */
export function viewPausePage({ status, noticeDays, ...program }: PausingProgram, now: Date): PausePage {
  const { from, until } = getClosingDays({ now, noticeDays })
  const { joinedCount, closesAt, pausesAt, requesterName } = program
  return {
    program_status: status,
    notice_days: noticeDays,
    earliest: from,
    latest: until,
    joined_count: joinedCount,
    can_pause: status === 'open' && closesAt === null && pausesAt === null,
    pause:
      pausesAt === null || status === 'closed'
        ? null
        : { pauses_at: pausesAt.toISOString(), requested_by: requesterName },
  }
}
