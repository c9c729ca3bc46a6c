import type { BillingView } from '#domains/money/funding/contract/billing.ts'
import type { BudgetView } from '#domains/partners/budgets/contract.ts'
import { formatAmount, parseAmount } from '#kernel/money.ts'

/** The days of a month, for a budget of a day. */
const MONTH_DAYS = 30n

type Budget = Pick<BudgetView, 'publisher_id' | 'period' | 'measure' | 'in_force' | 'next'>

/** What the checklist says about paying in. */
export interface PayIn {
  billing: Pick<BillingView, 'advertiser_id' | 'how_to_pay' | 'smallest_missing'>
  /** Whether a payment has come, or the brand pays later. */
  isDone: boolean
  /** What its budget allows in a month, in USD; null without such a budget. */
  monthly: string | null
}

/** Describes paying in for a brand by its billing and its budgets. */
export function describePayIn(billing: BillingView, budgets: readonly Budget[]): PayIn {
  const { advertiser_id, how_to_pay, smallest_missing, mode, deposits } = billing
  return {
    billing: { advertiser_id, how_to_pay, smallest_missing },
    isDone: mode === 'postpaid' || deposits.some(({ kind }) => kind === 'deposit'),
    monthly: sumMonth(budgets),
  }
}

/** Returns the commission that the budget of all publishers allows in a month: its cap, or 30 times that of a day. */
export function sumMonth(budgets: readonly Budget[]): string | null {
  const caps = budgets.flatMap(({ publisher_id: publisherId, measure, period, in_force: present, next }) => {
    const cap = parseAmount((present ?? next)?.cap ?? '')
    if (publisherId !== null || measure !== 'commission' || cap === undefined) return []
    return [period === 'month' ? cap : cap * MONTH_DAYS]
  })
  const [least] = caps.toSorted((one, other) => (one < other ? -1 : 1))
  return least === undefined ? null : formatAmount(least)
}
