import { toDay } from '#kernel/days.ts'
import { formatAmount } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'
import type { AlertView, BudgetView } from './contract.ts'
import { findVersion } from './queries.ts'
import type { BudgetRow, listAlerts } from './queries.ts'
import { getPeriodDays, getUsedPercent } from './rules.ts'
import type { BudgetMeasure, Forecast } from './rules.ts'

/** How a budget stands in the present period. */
export interface Standing {
  used: Amount
  forecast: Forecast
  /** Above the cap; null where it is not known. */
  excess: Amount | null
}

/** Shows a budget; `standing` is absent while no version is in force. */
export function viewBudget(budget: BudgetRow, standing: Standing | undefined, now: Date): BudgetView {
  const inForce = findVersion(budget, now)
  const [newest] = budget.versions
  const isNext = newest !== undefined && newest.effectiveFrom > now
  return {
    id: Number(budget.id),
    ...viewTarget(budget),
    in_force: inForce ? viewVersion(inForce, budget.measure) : null,
    next: isNext ? viewVersion(newest, budget.measure) : null,
    used: standing ? writeFigure(standing.used, budget.measure) : null,
    used_percent: standing && inForce ? getUsedPercent(standing.used, inForce.cap) : null,
    forecast: standing?.forecast ?? null,
    period_until: getPeriodDays(budget.period, toDay(now)).until,
    excess: viewExcess(budget, standing),
  }
}

function viewExcess({ measure }: BudgetRow, standing: Standing | undefined): string | null {
  const excess = standing?.excess ?? null
  return excess === null || measure === 'orders' ? null : formatAmount(excess)
}

function viewTarget(budget: Pick<BudgetRow, 'publisherId' | 'publisherName' | 'period' | 'measure'>) {
  const { publisherId, publisherName, period, measure } = budget
  return {
    publisher_id: publisherId === null ? null : Number(publisherId),
    publisher_name: publisherName,
    period,
    measure,
  }
}

function viewVersion(
  { version, cap, consequence, effectiveFrom }: BudgetRow['versions'][number],
  measure: BudgetMeasure,
) {
  return {
    version,
    cap: cap === null ? null : writeFigure(cap, measure),
    consequence,
    effective_from: effectiveFrom.toISOString(),
  }
}

function writeFigure(figure: Amount, measure: BudgetMeasure): string {
  return measure === 'orders' ? String(figure) : formatAmount(figure)
}

/** Shows that a budget was used by 80 or 100 %. */
export function viewAlert(alert: Awaited<ReturnType<typeof listAlerts>>[number]): AlertView {
  return {
    budget_id: Number(alert.budgetId),
    ...viewTarget(alert),
    level: alert.level,
    reached_at: alert.reachedAt.toISOString(),
    stops_from: alert.stopsFrom?.toISOString() ?? null,
    stops_until: alert.stopsUntil?.toISOString() ?? null,
  }
}
