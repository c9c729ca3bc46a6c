import type { ClosingPage, ClosingView } from './contract.ts'
import type { ClosingRow, findClosingProgram } from './queries.ts'
import { CLOSING_STEPS, getClosingDays, getClosingSteps } from './rules.ts'
import type { OrderDays } from './rules.ts'

/** Builds what a brand sees of the end of its programme. */
export function viewClosingPage(
  program: NonNullable<Awaited<ReturnType<typeof findClosingProgram>>>,
  now: Date,
): ClosingPage {
  const { title, status, noticeDays, joinedCount, terms, closing } = program
  const { from, until } = getClosingDays({ now, noticeDays })
  const isShown = closing && (closing.closedAt === null || status === 'closed')
  return {
    title,
    program_status: status,
    notice_days: noticeDays,
    earliest: from,
    latest: until,
    joined_count: joinedCount,
    closing: isShown ? viewClosing(closing, { terms, now }) : null,
  }
}

function viewClosing(
  closing: ClosingRow & { requesterName: string | null },
  { terms, now }: { terms: readonly OrderDays[]; now: Date },
): ClosingView {
  const { requestedAt, requesterName, closesAt, closedAt } = closing
  const dates = getClosingSteps({ requestedAt, closesAt }, terms)
  return {
    requested_at: requestedAt.toISOString(),
    requested_by: requesterName,
    closes_at: closesAt.toISOString(),
    is_closed: closedAt !== null,
    steps: CLOSING_STEPS.map((step) => ({ step, at: dates[step].toISOString(), is_done: dates[step] <= now })),
  }
}
