import type { BillingView } from '../contract/billing.ts'
import type { LadderLevel } from '../rules.ts'

/** What the level of an advertiser is shown by. */
export interface Standing {
  /** What funds and credit can cover, as a decimal string. */
  available: string
  ladder: Pick<BillingView['ladder'], 'level'>
  /** Whether an invoice of the advertiser is overdue. */
  hasOverdue: boolean
}

/** Determines the level to show. Of nothing, nothing is used, but it is not enough; nor is credit with unpaid debts. */
export function getShownLevel(standing: Standing): LadderLevel | 'none' | 'overdue' {
  const { available, ladder, hasOverdue } = standing
  const { level } = ladder
  if (hasOverdue && level !== 'used_up') return 'overdue'
  return level === 'free' && Number(available) === 0 ? 'none' : level
}
