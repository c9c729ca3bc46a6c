import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FEE_INCOME,
  PUBLISHER_CONFIRMED,
  PUBLISHER_PAYABLE,
  buildCoverPostings,
  buildDuesPostings,
  getFundsAccount,
  getReceivableAccount,
} from './rules.ts'
import type { Dues, Posting } from './rules.ts'

const amount = fc.bigInt({ min: 0n, max: 100_000_000_000n })
const dues = fc.record({ commission: amount, fee: amount })
const NOTHING: Dues = { commission: 0n, fee: 0n }

const least = (one: Dues, other: Dues): Dues => ({
  commission: one.commission < other.commission ? one.commission : other.commission,
  fee: one.fee < other.fee ? one.fee : other.fee,
})

function sumByAccount(postings: readonly Posting[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { fromAccount, toAccount, amount: moved } of postings) {
    sums.set(fromAccount, (sums.get(fromAccount) ?? 0n) - moved)
    sums.set(toAccount, (sums.get(toAccount) ?? 0n) + moved)
  }
  return sums
}

test('any changes of dues and cover leave what is due confirmed or payable, and the rest with the advertiser', () => {
  const advertiserId = 7n
  fc.assert(
    fc.property(fc.array(fc.oneof(dues, fc.constant('cover' as const)), { maxLength: 12 }), (steps) => {
      let [due, covered] = [NOTHING, NOTHING]
      const postings = steps.flatMap((step) => {
        if (step === 'cover') {
          const rest = { commission: due.commission - covered.commission, fee: due.fee - covered.fee }
          covered = due
          return buildCoverPostings({ advertiserId, ...rest })
        }
        const coveredAfter = least(covered, step)
        const change = { before: due, after: step, coveredBefore: covered, coveredAfter }
        ;[due, covered] = [step, coveredAfter]
        return buildDuesPostings({ advertiserId, ...change })
      })
      const balances = sumByAccount(postings)
      const balance = (account: string) => balances.get(account) ?? 0n
      expect(postings.every((each) => each.amount > 0n && each.fromAccount !== each.toAccount)).toBe(true)
      expect(balance(PUBLISHER_CONFIRMED)).toBe(due.commission - covered.commission)
      expect(balance(PUBLISHER_PAYABLE)).toBe(covered.commission)
      expect(balance(FEE_INCOME)).toBe(due.fee)
      const uncovered = due.commission + due.fee - covered.commission - covered.fee
      expect(balance(getReceivableAccount(advertiserId))).toBe(-uncovered)
      expect(balance(getFundsAccount(advertiserId))).toBe(-(covered.commission + covered.fee))
      expect([...balances.values()].reduce((sum, each) => sum + each, 0n)).toBe(0n)
    }),
    { numRuns: 300 },
  )
})
