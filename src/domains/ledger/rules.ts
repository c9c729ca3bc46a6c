import type { Amount } from '#kernel/money.ts'

/** The ledger account of the debt to a publisher: the higher the debt, the lower its balance. */
export const PUBLISHER_PAYABLE = 'publisher_payable'

/** Names the ledger account of an advertiser's debt: the higher the debt, the higher its balance. */
export function getReceivableAccount(advertiserId: bigint): string {
  return `advertiser_receivable:${advertiserId}`
}

/** A line of an entry: moves a positive `amount` between two ledger accounts, so it balances by construction. */
export interface Posting {
  fromAccount: string
  toAccount: string
  currency: string
  amount: Amount
}

/** A commission above zero that becomes due (`confirmation`) or is reversed (`reversal`). */
export interface Commission {
  advertiserId: bigint
  currency: string
  amount: Amount
}

/** Builds the posting of a commission. A confirmation makes the advertiser owe it; a reversal cancels that debt. */
export function buildCommissionPosting(commission: Commission, kind: 'confirmation' | 'reversal'): Posting {
  const { advertiserId, currency, amount } = commission
  const receivable = getReceivableAccount(advertiserId)
  if (kind === 'reversal') return { fromAccount: receivable, toAccount: PUBLISHER_PAYABLE, currency, amount }
  return { fromAccount: PUBLISHER_PAYABLE, toAccount: receivable, currency, amount }
}

/** The change in the balance of one ledger account and currency. */
export interface BalanceChange {
  account: string
  currency: string
  amount: Amount
}

/** Sums postings into one change per ledger account and currency, in the order of the accounts. */
export function sumBalanceChanges(postings: readonly Posting[]): BalanceChange[] {
  const changes = new Map<string, BalanceChange>()
  const add = (change: BalanceChange) => {
    const key = `${change.account} ${change.currency}`
    changes.set(key, { ...change, amount: change.amount + (changes.get(key)?.amount ?? 0n) })
  }
  for (const { fromAccount, toAccount, currency, amount } of postings) {
    add({ account: fromAccount, currency, amount: -amount })
    add({ account: toAccount, currency, amount })
  }
  const keys = [...changes.keys()].toSorted()
  return keys.flatMap((key) => changes.get(key) ?? [])
}
