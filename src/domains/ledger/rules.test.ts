import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PUBLISHER_PAYABLE, buildCommissionPosting, sumBalanceChanges } from './rules.ts'

const commission = fc.record({
  advertiserId: fc.bigInt({ min: 1n, max: 3n }),
  currency: fc.constantFrom('USD', 'EUR'),
  amount: fc.bigInt({ min: 1n, max: 100_000_000_000n }),
})

test('every currency balances, and a publisher is owed what was confirmed and not reversed', () => {
  const entry = fc.tuple(commission, fc.constantFrom('confirmation', 'reversal'))
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const changes = sumBalanceChanges(entries.map(([each, kind]) => buildCommissionPosting(each, kind)))
      for (const currency of ['USD', 'EUR']) {
        const ofCurrency = changes.filter((change) => change.currency === currency)
        expect(ofCurrency.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
        const payable = ofCurrency.find(({ account }) => account === PUBLISHER_PAYABLE)
        const owed = entries
          .filter(([each]) => each.currency === currency)
          .reduce((sum, [{ amount }, kind]) => (kind === 'confirmation' ? sum + amount : sum - amount), 0n)
        expect(-(payable?.amount ?? 0n)).toBe(owed)
      }
      expect(new Set(changes.map(({ account, currency }) => `${account} ${currency}`)).size).toBe(changes.length)
    }),
    { numRuns: 200 },
  )
})

test('a reversal takes back its confirmation', () => {
  fc.assert(
    fc.property(commission, (each) => {
      const postings = [buildCommissionPosting(each, 'confirmation'), buildCommissionPosting(each, 'reversal')]
      expect(sumBalanceChanges(postings).every(({ amount }) => amount === 0n)).toBe(true)
    }),
  )
})
