import { SUCCESS } from '#kernel/endpoint.ts'
import { BASE_CURRENCY, formatAmount } from '#kernel/money.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { getLapsesCall, getScheduleCall } from '../contract/schedule.ts'
import { listForfeitures, listWarned, sumForfeitures } from '../queries/lapses.ts'
import { findDraft, readNextRun, sumOpen } from '../queries/schedule.ts'
import { viewLapses, viewSchedule } from '../views/schedule.ts'

const SHOWN = 20

async function readSchedule({ db, now }: RequestCtx) {
  const next = await readNextRun(db, now)
  const [open, draft] = await Promise.all([sumOpen(db, next), findDraft(db)])
  return viewSchedule({ next, open, draft })
}

async function readLapses({ db }: RequestCtx) {
  const [sums, warned, forfeitures] = await Promise.all([
    sumForfeitures(db),
    listWarned(db, { limit: SHOWN }),
    listForfeitures(db, { limit: SHOWN }),
  ])
  const sum = (kind: (typeof sums)[number]['kind']) => sums.find((each) => each.kind === kind)?.amount ?? 0n
  return {
    currency: BASE_CURRENCY,
    lapsed: formatAmount(sum('lapsed')),
    retained: formatAmount(sum('retained')),
    ...viewLapses({ warned, forfeitures }),
  }
}

/** The routes by which operators see the next runs, and balances that lapse. */
export const scheduleRoutes: Route[] = [
  route(getScheduleCall, async (ctx) => ({ ...SUCCESS, data: await readSchedule(ctx) })),
  route(getLapsesCall, async (ctx) => ({ ...SUCCESS, data: await readLapses(ctx) })),
]
