import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import type { Lapses, Schedule } from '../contract/schedule.ts'
import type { listForfeitures, listWarned } from '../queries/lapses.ts'
import type { findDraft, sumOpen } from '../queries/schedule.ts'
import { addMonths, planRun } from '../rules/schedule.ts'
import type { PlannedRun } from '../rules/schedule.ts'

interface ScheduleFacts {
  next: PlannedRun
  open: Awaited<ReturnType<typeof sumOpen>>
  draft: Awaited<ReturnType<typeof findDraft>>
}

/** Builds the next two runs and the draft that waits. */
export function viewSchedule({ next, open, draft }: ScheduleFacts): Schedule {
  const after = planRun(addMonths(next.month, 1))
  const viewRun = (run: PlannedRun, payable: bigint) => ({
    month: run.month.slice(0, 7),
    day: run.day,
    payable: formatAmount(payable),
  })
  return {
    currency: BASE_CURRENCY,
    runs: [viewRun(next, open.due), viewRun(after, open.later)],
    draft: draft
      ? {
          id: draft.id,
          month: draft.month.slice(0, 7),
          day: planRun(draft.month).day,
          is_scheduled: draft.madeBy === null,
          payouts: draft.includedCount,
          amount: formatAmount(draft.amount),
        }
      : null,
  }
}

type Lists = {
  warned: Awaited<ReturnType<typeof listWarned>>
  forfeitures: Awaited<ReturnType<typeof listForfeitures>>
}

/** Builds the balances that lapse next, and those that publishers no longer get. */
export function viewLapses({ warned, forfeitures }: Lists): Pick<Lapses, 'warned' | 'forfeitures'> {
  return {
    warned: warned.map(({ publisherId, publisherName, amount, lapsesOn }) => ({
      publisher_id: Number(publisherId),
      publisher_name: publisherName,
      amount: formatAmount(amount),
      lapses_on: lapsesOn,
    })),
    forfeitures: forfeitures.map(({ publisherId, publisherName, id, kind, amount, madeAt }) => ({
      id,
      kind,
      publisher_id: Number(publisherId),
      publisher_name: publisherName,
      amount: formatAmount(amount),
      made_at: madeAt.toISOString(),
    })),
  }
}
