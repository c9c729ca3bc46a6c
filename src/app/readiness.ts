import type { Db } from '#database'
import { HOUR_MS } from '#kernel/days.ts'
import type { ClockWatch } from '#platform/server/metrics/clock-watch.ts'
import { countWaitingOrders } from '#domains/orders/transactions/queries/waiting-orders.ts'
import type { ProxyWatch } from './proxy-warning.ts'

/** The parts of a worker that `/readyz` reports on. */
export interface ReadinessSources {
  db: Db
  proxies: ProxyWatch
  clock: ClockWatch
}

/** Says why a worker that reaches its database is not ready, or nothing. */
export function listFaults({ isRefusingClicks }: { isRefusingClicks: boolean }): string[] {
  return isRefusingClicks ? [REFUSING_FAULT] : []
}

const REFUSING_FAULT =
  'Clicks can be stored neither in the database nor on the disk of this node, so visitors are not redirected. ' +
  'The disk may be full: look at the log.'

/** Describes the state of a ready worker for `/readyz`. */
export async function describeReadiness({ db, proxies, clock }: ReadinessSources) {
  const { count, oldestAt } = await countWaitingOrders(db)
  const { lastStep, databaseAheadMs } = clock.state()
  const isLate = oldestAt !== null && Date.now() - oldestAt.getTime() > HOUR_MS
  return {
    warnings: [...proxies.listWarnings(), ...clock.listWarnings(), ...(isLate ? [LATE_WARNING] : [])],
    clock: {
      last_step: lastStep === undefined ? null : { ms: lastStep.ms, at: lastStep.at.toISOString() },
      database_ahead_ms: databaseAheadMs ?? null,
    },
    waiting_orders: { count, oldest_at: oldestAt?.toISOString() ?? null },
  }
}

const LATE_WARNING =
  'An accepted order has waited for more than an hour. The job waiting-orders does not run or fails: look at the log ' +
  'of the jobs process.'
