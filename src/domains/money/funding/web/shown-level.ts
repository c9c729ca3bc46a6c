import type { BillingView } from '../contract/billing.ts'
import type { LadderLevel } from '../rules.ts'

/** What the level of an advertiser is shown by. */
export interface Standing {
  /** What funds and credit can cover, as a decimal string. */
  available: string
  ladder: Pick<BillingView['ladder'], 'level'>
}

/** Determines the level to show. Of nothing, nothing is used, but it is not enough either. */
export function getShownLevel({ available, ladder: { level } }: Standing): LadderLevel | 'none' {
  return level === 'free' && Number(available) === 0 ? 'none' : level
}
