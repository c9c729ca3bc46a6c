import { rateText } from '#domains/rates/rules/rate.ts'
import { BASE_CURRENCY } from '#kernel/money.ts'
import type { RuleCustomer } from '#domains/rates/rules/resolve.ts'
import type { RateChange } from './difference.ts'

/** A change of a rate as a notice stores it: rates as readers see them, an empty text for none. */
export interface StoredChange {
  event: string
  productGroup: string | null
  region: string | null
  customer: RuleCustomer | null
  before: string
  after: string
  /** From when on, if later than the version. */
  from: string | null
}

/** Writes a change for storage. */
export function toStoredChange({ before, after, from, ...orders }: RateChange): StoredChange {
  return {
    ...orders,
    before: before ? rateText(before, BASE_CURRENCY) : '',
    after: after ? rateText(after, BASE_CURRENCY) : '',
    from: from?.toISOString() ?? null,
  }
}
