import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeEvidence, toBand } from './evidence.ts'
import type { PublisherSums, Sums } from './evidence.ts'
import { getSiteKind } from './site-kind.ts'
import { APPROVAL_BANDS, CLICK_BANDS, DECIDED_BANDS, ORDER_BANDS } from './vocabulary.ts'

/** Two orders for each 100 clicks, of which 80 % are approved. */
const network: Sums = { clicks: 1_000_000n, orders: 20_000n, confirmed: 8000n, cancelled: 2000n }

const usual: PublisherSums = {
  clicks: 10_000n,
  orders: 200n,
  confirmed: 80n,
  cancelled: 20n,
  advertisers: 3,
  largestClicks: 5000n,
  largestOrders: 100n,
  largestDecided: 50n,
}

const judge = (given: Partial<PublisherSums>) => judgeEvidence({ ...usual, ...given }, network)

describe('figures of a publisher are shown', () => {
  test.each<[string, Partial<PublisherSums>, string]>([
    ['from 100 clicks on', { clicks: 100n, orders: 2n, largestClicks: 50n, largestOrders: 1n }, 'measured'],
    ['not with 99 clicks', { clicks: 99n, largestClicks: 50n }, 'few_clicks'],
    ['not with two brands', { advertisers: 2 }, 'few_brands'],
    ['not with 81 % of the clicks at one brand', { largestClicks: 8100n }, 'few_brands'],
    ['with 80 % of the clicks at one brand', { largestClicks: 8000n }, 'measured'],
    ['not with 81 % of the orders at one brand', { largestOrders: 162n }, 'few_brands'],
    ['without any order', { orders: 0n, confirmed: 0n, cancelled: 0n, largestOrders: 0n }, 'measured'],
  ])('%s', (_, given, kind) => {
    expect(judge(given)).toMatchObject({ kind })
  })

  test('as bands, each beside the figure of the network', () => {
    const found = judge({ orders: 600n, confirmed: 93n, cancelled: 7n })
    if (found.kind !== 'measured' || !found.approval) throw new Error('Measured')
    expect(toBand(CLICK_BANDS, found.clickBand)).toEqual({ from: 10_000, below: 100_000 })
    expect(toBand(ORDER_BANDS, found.orderBand)).toEqual({ from: 5, below: 10 })
    expect(toBand(APPROVAL_BANDS, found.approval.approvalBand)).toEqual({ from: 90, below: 95 })
    expect(toBand(DECIDED_BANDS, found.approval.decidedBand)).toEqual({ from: 100, below: 1000 })
    expect(found).toMatchObject({ ordersCompared: 'more', approval: { approvalCompared: 'more' } })
    expect(toBand(CLICK_BANDS, 3)).toEqual({ from: 100_000, below: null })
  })

  test.each<[string, Partial<PublisherSums>, object]>([
    ['the same as the network', {}, { ordersCompared: 'same', approval: { approvalCompared: 'same' } }],
    ['fewer orders', { orders: 150n }, { ordersCompared: 'fewer' }],
    ['fewer approved', { confirmed: 75n, cancelled: 25n }, { approval: { approvalCompared: 'fewer' } }],
    ['no share of fewer than 30 decided orders', { confirmed: 29n, cancelled: 0n }, { approval: null }],
    ['a share of which one brand decided 80 %', { largestDecided: 80n }, { approval: { approvalCompared: 'same' } }],
    ['no share of which one brand decided 81 %', { largestDecided: 81n }, { approval: null }],
  ])('with %s', (_, given, expected) => {
    expect(judge(given)).toMatchObject({ kind: 'measured', ...expected })
  })
})

describe('the score', () => {
  const scoreOf = (given: Partial<PublisherSums>) => {
    const found = judge(given)
    return found.kind === 'measured' ? found.score : -1n
  }

  test('of a publisher like the network is its orders from 1,000 clicks times its approval rate', () => {
    expect(scoreOf({})).toBe(16_000_000n)
  })

  test('trusts the same figures more with more clicks', () => {
    const few = { clicks: 200n, orders: 12n, confirmed: 6n, cancelled: 0n, largestClicks: 80n, largestOrders: 5n }
    const many = { clicks: 20_000n, orders: 1200n, confirmed: 600n, cancelled: 0n, largestClicks: 8000n }
    expect(scoreOf(few)).toBeGreaterThan(scoreOf({}))
    expect(scoreOf(many)).toBeGreaterThan(scoreOf(few))
  })

  test('rises with orders and approved ones, and falls with reversed ones', () => {
    const count = fc.bigInt({ min: 0n, max: 5000n })
    fc.assert(
      fc.property(fc.tuple(count, count, count, count), ([orders, confirmed, cancelled, more]) => {
        const given = { orders, confirmed, cancelled, largestOrders: 0n }
        const score = scoreOf(given)
        expect(scoreOf({ ...given, orders: orders + more })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...given, confirmed: confirmed + more })).toBeGreaterThanOrEqual(score)
        expect(scoreOf({ ...given, cancelled: cancelled + more })).toBeLessThanOrEqual(score)
      }),
      { numRuns: 200 },
    )
  })
})

test.each([
  ['https://blog.example/', 'website'],
  ['https://www.youtube.com/@someone', 'video'],
  ['https://notyoutube.com/', 'website'],
  ['https://vm.tiktok.com/x', 'social'],
  ['https://t.me/deals', 'chat'],
  ['https://play.google.com/store/apps/details?id=a', 'app'],
])('the site %s is a %s', (url, kind) => {
  expect(getSiteKind(url)).toBe(kind)
})
