import { BASE_CURRENCY } from '#kernel/money.ts'
import type { Amount } from '#kernel/money.ts'

/** Commission on confirmed orders that their advertisers have not covered yet. */
export const PUBLISHER_CONFIRMED = 'publisher_confirmed'
/** Covered commission that no approved payout contains. Below zero after a reversal of what was paid. */
export const PUBLISHER_PAYABLE = 'publisher_payable'
/** Approved payouts that are not settled. */
export const PUBLISHER_IN_PAYMENT = 'publisher_in_payment'
/** Small balances of closed accounts that the network keeps. */
export const PUBLISHER_WITHHELD = 'publisher_withheld'
/** Commission that publishers did not claim in time. */
export const NETWORK_LAPSED = 'network_lapsed'
/** Money received and not paid out: the more, the lower its balance. */
export const NETWORK_CASH = 'network_cash'
/** Fees on confirmed orders, and on small payouts after closing. */
export const FEE_INCOME = 'network_fee_income'

/** Names the ledger account of what an advertiser owes for confirmed orders: the more, the lower its balance. */
export function getReceivableAccount(advertiserId: bigint): string {
  return `advertiser_receivable:${advertiserId}`
}

/** Names the ledger account of an advertiser's deposits; the unused part is the sum of its balances. */
export function getFundsAccount(advertiserId: bigint): string {
  return `advertiser_funds:${advertiserId}`
}

/** The sums of `funds_month`. */
export const FUNDS_COLUMNS = ['deposits', 'refunds', 'entries', 'orders', 'used', 'commission'] as const

/**
 * A line of an entry: debits `fromAccount` and credits `toAccount` with a positive `amount`, so it balances by
 * construction.
 */
export interface Posting {
  fromAccount: string
  toAccount: string
  /** USD: the ledger has no other. */
  currency: string
  amount: Amount
}

/** A movement between two ledger accounts. A negative amount moves the other way, and zero moves nothing. */
type Movement = readonly [from: string, to: string, amount: Amount]

/** Turns movements in one currency into postings. */
export function buildPostings(currency: string, movements: readonly Movement[]): Posting[] {
  return movements.flatMap(([from, to, amount]): Posting[] => {
    if (amount === 0n) return []
    if (amount > 0n) return [{ fromAccount: from, toAccount: to, currency, amount }]
    return [{ fromAccount: to, toAccount: from, currency, amount: -amount }]
  })
}

/** Commission to a publisher and the network's fee on it: what an advertiser owes for an order. */
export interface Dues {
  commission: Amount
  fee: Amount
}

/** The dues of an order before and after a decision, and the part of them that was covered before and stays covered. */
export interface DuesChange {
  advertiserId: bigint
  before: Dues
  after: Dues
  coveredBefore: Dues
  coveredAfter: Dues
}

/**
 * Builds the postings of a decision that changes what an order earns. What was covered beyond the new dues first stops
 * being payable and returns to the funds of the advertiser.
 */
export function buildDuesPostings({ advertiserId, ...dues }: DuesChange): Posting[] {
  const receivable = getReceivableAccount(advertiserId)
  const commissionFreed = dues.coveredBefore.commission - dues.coveredAfter.commission
  const feeFreed = dues.coveredBefore.fee - dues.coveredAfter.fee
  return buildPostings(BASE_CURRENCY, [
    [PUBLISHER_PAYABLE, PUBLISHER_CONFIRMED, commissionFreed],
    [receivable, getFundsAccount(advertiserId), commissionFreed + feeFreed],
    [receivable, PUBLISHER_CONFIRMED, dues.after.commission - dues.before.commission],
    [receivable, FEE_INCOME, dues.after.fee - dues.before.fee],
  ])
}

/** Builds the postings by which an advertiser's funds cover dues: the commission becomes payable. */
export function buildCoverPostings({ advertiserId, commission, fee }: Dues & { advertiserId: bigint }): Posting[] {
  return buildPostings(BASE_CURRENCY, [
    [getFundsAccount(advertiserId), getReceivableAccount(advertiserId), commission + fee],
    [PUBLISHER_CONFIRMED, PUBLISHER_PAYABLE, commission],
  ])
}
