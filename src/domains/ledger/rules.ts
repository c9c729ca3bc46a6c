import type { Amount } from '#kernel/money.ts'

/** The ledger account of what a publisher is owed: the more is owed, the lower its balance. */
export const PUBLISHER_PAYABLE = 'publisher_payable'

/** The ledger account of what an advertiser owes for a publisher's work: the more is owed, the higher its balance. */
export function advertiserReceivable(advertiserId: bigint): string {
  return `advertiser_receivable:${advertiserId}`
}

/** A line of an entry: `amount`, above zero, moves from one ledger account to another. It balances by its form. */
export interface Posting {
  fromAccount: string
  toAccount: string
  currency: string
  amount: Amount
}

/** A commission of more than zero that became due (`confirmation`) or is taken back (`reversal`). */
export interface Commission {
  advertiserId: bigint
  currency: string
  amount: Amount
}

/** The posting of a commission: the advertiser owes it and the publisher is owed it, or no longer. */
export function commissionPosting(commission: Commission, kind: 'confirmation' | 'reversal'): Posting {
  const { advertiserId, currency, amount } = commission
  const receivable = advertiserReceivable(advertiserId)
  if (kind === 'reversal') return { fromAccount: receivable, toAccount: PUBLISHER_PAYABLE, currency, amount }
  return { fromAccount: PUBLISHER_PAYABLE, toAccount: receivable, currency, amount }
}

/** By how much postings change the balance of a ledger account in a currency. */
export interface BalanceChange {
  account: string
  currency: string
  amount: Amount
}

/** The changes of every account that postings touch, each once, always in the same order of accounts. */
export function balanceChanges(postings: readonly Posting[]): BalanceChange[] {
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
