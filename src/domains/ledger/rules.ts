import type { Amount } from '#kernel/money.ts'

/** The ledger account of what a publisher is owed. Credits are negative: the more is owed, the lower its balance. */
export const PUBLISHER_PAYABLE = 'publisher_payable'

/** The ledger account of what an advertiser owes the network for a publisher's work; debits are positive. */
export function advertiserReceivable(advertiserId: bigint): string {
  return `advertiser_receivable:${advertiserId}`
}

/** One leg of an entry: positive is a debit, negative a credit. */
export interface Leg {
  account: string
  currency: string
  amount: Amount
}

/** A commission that became due: the advertiser owes it, the publisher is owed it. `direction` -1 takes it back. */
export function commissionLegs(
  commission: { advertiserId: bigint; currency: string; amount: Amount },
  direction: 1n | -1n,
): Leg[] {
  const { currency } = commission
  const amount = commission.amount * direction
  return [
    { account: advertiserReceivable(commission.advertiserId), currency, amount },
    { account: PUBLISHER_PAYABLE, currency, amount: -amount },
  ]
}

/** Whether the legs sum to zero in every currency. */
export function isBalanced(legs: readonly Leg[]): boolean {
  const sums = new Map<string, Amount>()
  for (const { currency, amount } of legs) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  return [...sums.values()].every((sum) => sum === 0n)
}
