import type { Day } from '#kernel/days.ts'
import { floorToCents } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import { getClosingFee } from './closing.ts'
import { addMonths, planRun } from './schedule.ts'
import type { PlannedRun } from './schedule.ts'

/** How many runs a forecast has. */
export const FORECAST_RUNS = 4

/** An amount and the UTC month in which it becomes payable. */
export interface MonthlyAmount {
  month: Day
  amount: Amount
}

/** A run of a forecast. */
export interface ForecastRun extends PlannedRun {
  /** What becomes payable in its month. */
  added: Amount
  /** What it pays; zero below the minimum. */
  paid: Amount
}

/**
 * Forecasts the next runs if nothing is cancelled. An amount of an earlier month than that of the next run belongs to
 * the next run; what a run does not pay, the following one does. A closed account pays the fee on a small balance.
 */
export function forecastRuns(
  amounts: readonly MonthlyAmount[],
  { nextRun, minimum, isClosed = false }: { nextRun: PlannedRun; minimum: Amount; isClosed?: boolean },
): ForecastRun[] {
  let open = 0n
  return Array.from({ length: FORECAST_RUNS }, (_, index) => {
    const run = planRun(addMonths(nextRun.month, index))
    const isOfRun = ({ month }: MonthlyAmount) => (index === 0 ? month <= run.month : month === run.month)
    const added = amounts.filter(isOfRun).reduce((sum, { amount }) => sum + amount, 0n)
    open += added
    const fee = getClosingFee(open, isClosed)
    const paid = open >= minimum ? floorToCents(open - fee) : 0n
    open -= paid > 0n ? paid + fee : 0n
    return { ...run, added, paid }
  })
}
