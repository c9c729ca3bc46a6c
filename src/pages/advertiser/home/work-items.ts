import { formatAmount, parseAmount } from '#kernel/money.ts'
import type { AdvertiserHome, FindingView } from '#domains/figures/reports/contract/advertiser.ts'
import type { DueOrders } from '#domains/orders/transactions/contract/due-orders.ts'
import type { InvoiceView } from '#domains/money/invoices/contract.ts'
import type { ClaimSums } from '#domains/figures/claims/contract/claim.ts'
import type { BillingView } from '#domains/money/funding/contract/billing.ts'
import type { DecisionSourceView } from '#domains/orders/decision-sources/contract.ts'
import type { BudgetView } from '#domains/partners/budgets/contract.ts'

/** What the calls of the home answer. */
export interface HomeData {
  due: readonly DueOrders[]
  claims: ClaimSums
  joins: { count: number; decide_by: string | null }
  /** Undefined for a member who does not see the money of the brand. */
  funds: Pick<BillingView, 'owed' | 'ladder'> | undefined
  invoices: readonly InvoiceView[]
  budgets: readonly BudgetView[]
  home: Pick<AdvertiserHome, 'findings'>
  /** Null without a scheduled file. */
  source: Pick<DecisionSourceView, 'stopped'> | null
}

/** What waits for the brand, by its kind. */
type Work =
  | { kind: 'due'; due: DueOrders }
  | { kind: 'claims'; count: number }
  | { kind: 'joins'; count: number }
  | { kind: 'uncovered'; step: 'no_joins' | 'closed' | 'is_closed' }
  | { kind: 'low'; percent: number }
  | { kind: 'overdue'; count: number; since: string }
  | { kind: 'budget'; budget: BudgetView }
  | { kind: 'source'; reason: NonNullable<DecisionSourceView['stopped']> }
  | { kind: 'anomaly'; finding: FindingView }

/** A line of the list. */
export type WorkItem = Work & {
  key: string
  /** The money at risk, in USD: commission, debt, or order value of a week. Null where it is not known. */
  atRisk: string | null
  /** When something happens by itself; null where nothing does. */
  endsAt: string | null
}

/** The hours that a line without an end is taken to have, so that lines with less time stand above it. */
const OPEN_HOURS = 7 * 24

/**
 * Lists what waits for the brand, first what loses the most money an hour: the money at risk divided by the hours that
 * are left, at least one. Lines without money follow, those with the least time first.
 */
export function listWork(data: HomeData, now: Date): WorkItem[] {
  const items = [
    ...data.due.map(toDueItem),
    ...listClaims(data),
    ...listJoins(data),
    ...listFundsWork(data, now),
    ...listOverdue(data),
    ...listSource(data),
    ...data.budgets.flatMap(listBudgetWork),
    ...data.home.findings.filter(({ outcome }) => outcome === 'anomaly').map(toAnomalyItem),
  ]
  return items.toSorted(byUrgency(now))
}

/** What decides how urgent a line is. */
export type Urgency = Pick<WorkItem, 'atRisk' | 'endsAt'>

/** Compares lines, as `listWork` orders them. */
export function byUrgency(now: Date): (one: Urgency, other: Urgency) => number {
  return (one, other) => {
    const [rank, otherRank] = [one, other].map((item) => Number(item.atRisk ?? 0) / getHours(item, now))
    return (otherRank ?? 0) - (rank ?? 0) || getHours(one, now) - getHours(other, now)
  }
}

function getHours({ endsAt }: Urgency, now: Date): number {
  if (endsAt === null) return OPEN_HOURS
  return Math.max(1, (Date.parse(endsAt) - now.getTime()) / 3_600_000)
}

function toDueItem(due: DueOrders): WorkItem {
  return { kind: 'due', key: `due-${due.end}`, due, atRisk: due.commission, endsAt: due.first_due_at }
}

function listClaims({ claims: { count, commission: atRisk, first_due_at: endsAt } }: HomeData): WorkItem[] {
  return count === 0 ? [] : [{ kind: 'claims', key: 'claims', count, atRisk, endsAt }]
}

function listJoins({ joins: { count, decide_by: endsAt } }: HomeData): WorkItem[] {
  return count === 0 ? [] : [{ kind: 'joins', key: 'joins', count, atRisk: null, endsAt }]
}

function listSource({ source }: HomeData): WorkItem[] {
  const reason = source?.stopped ?? null
  return reason === null ? [] : [{ kind: 'source', key: 'source', reason, atRisk: null, endsAt: null }]
}

function listFundsWork({ funds }: HomeData, now: Date): WorkItem[] {
  if (!funds) return []
  const { owed, ladder } = funds
  if (ladder.level === 'free') return []
  const shared = { key: 'funds', atRisk: owed }
  const { no_joins_from: noJoins, closed_from: closed } = ladder
  if (noJoins === null || closed === null) {
    return [{ ...shared, kind: 'low', percent: ladder.used_percent, endsAt: null }]
  }
  if (Date.parse(closed) <= now.getTime()) return [{ ...shared, kind: 'uncovered', step: 'is_closed', endsAt: closed }]
  if (Date.parse(noJoins) <= now.getTime()) return [{ ...shared, kind: 'uncovered', step: 'closed', endsAt: closed }]
  return [{ ...shared, kind: 'uncovered', step: 'no_joins', endsAt: noJoins }]
}

function listOverdue({ invoices }: HomeData): WorkItem[] {
  const overdue = invoices.filter(({ state }) => state === 'overdue')
  const [since] = overdue.map((invoice) => invoice.due_on).toSorted()
  if (since === undefined) return []
  const atRisk = formatAmount(overdue.reduce((sum, { open }) => sum + (parseAmount(open) ?? 0n), 0n))
  return [{ kind: 'overdue', key: 'overdue', count: overdue.length, since, atRisk, endsAt: since }]
}

/** A budget that is used up counts until its period ends, and one that soon will be until the day of its forecast. */
function listBudgetWork(budget: BudgetView): WorkItem[] {
  const { id, forecast, excess: atRisk, period_until: until } = budget
  if (forecast?.kind !== 'reached' && forecast?.kind !== 'day') return []
  const endsAt = forecast.kind === 'day' ? forecast.day : until
  return [{ kind: 'budget', key: `budget-${id}`, budget, atRisk, endsAt }]
}

function toAnomalyItem(finding: FindingView): WorkItem {
  const key = `${finding.rule}-${finding.publisher?.id ?? ''}`
  return { kind: 'anomaly', key, finding, atRisk: finding.at_risk, endsAt: null }
}
