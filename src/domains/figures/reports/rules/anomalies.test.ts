import { expect, test } from 'vitest'
import { findNoClicks, findReversals, findRevenueDrop, findSilentPublishers } from './anomalies.ts'

const sums = (orders: number, orderValue: number) => ({ orders: BigInt(orders), orderValue: BigInt(orderValue) })

test.each([
  ['a quarter less', [sums(80, 750), sums(100, 1000)], { outcome: 'anomaly', now: 750n, before: 1000n, atRisk: 250n }],
  ['a little less than a quarter less', [sums(80, 751), sums(100, 1000)], { outcome: 'normal' }],
  ['nothing at all', [sums(0, 0), sums(30, 1000)], { outcome: 'anomaly', now: 0n, before: 1000n, atRisk: 1000n }],
  ['more', [sums(200, 5000), sums(100, 1000)], { outcome: 'normal' }],
  ['few orders before', [sums(0, 0), sums(29, 1000)], { outcome: 'too_little' }],
  ['no orders at all', [sums(0, 0), sums(0, 0)], { outcome: 'too_little' }],
] as const)('revenue: %s', (_name, [week, before], finding) => {
  expect(findRevenueDrop(week, before)).toEqual({ rule: 'revenue', ...finding })
})

const decided = (confirmed: number, cancelled: number) => ({
  confirmed: BigInt(confirmed),
  cancelled: BigInt(cancelled),
  cancelledValue: 4000n,
})

test.each([
  [
    'twice the share',
    [decided(80, 20), decided(90, 10)],
    { outcome: 'anomaly', now: 200_000n, before: 100_000n, atRisk: 1000n },
  ],
  ['less than twice the share', [decided(81, 19), decided(90, 10)], { outcome: 'normal' }],
  ['one cancelled after none', [decided(99, 1), decided(100, 0)], { outcome: 'normal' }],
  [
    'some cancelled after none',
    [decided(98, 2), decided(100, 0)],
    { outcome: 'anomaly', now: 20_000n, before: 0n, atRisk: 1000n },
  ],
  ['none cancelled', [decided(100, 0), decided(100, 0)], { outcome: 'normal' }],
  ['few decided', [decided(0, 29), decided(90, 10)], { outcome: 'too_little' }],
  ['few decided before', [decided(50, 50), decided(29, 0)], { outcome: 'too_little' }],
  ['none decided', [decided(0, 0), decided(0, 0)], { outcome: 'too_little' }],
] as const)('reversals: %s', (_name, [last, before], finding) => {
  expect(findReversals(last, before)).toEqual({ rule: 'reversals', ...finding })
})

const publisher = (id: number, clicks: number, clicksBefore: number) => ({
  id: BigInt(id),
  name: `Publisher ${id}`,
  clicks: BigInt(clicks),
  clicksBefore: BigInt(clicksBefore),
  orderValueBefore: 400n,
})

test.each([
  [
    'names each one without a click',
    [publisher(1, 0, 280), publisher(2, 1, 280), publisher(3, 0, 187)],
    [
      { outcome: 'anomaly', now: 0n, before: 30n, atRisk: 100n, publisher: { id: 1n, name: 'Publisher 1' } },
      { outcome: 'anomaly', now: 0n, before: 20n, atRisk: 100n, publisher: { id: 3n, name: 'Publisher 3' } },
    ],
  ],
  ['leaves out one with few clicks', [publisher(1, 0, 186), publisher(2, 5, 280)], [{ outcome: 'normal' }]],
  ['judges none with few clicks', [publisher(1, 0, 186)], [{ outcome: 'too_little' }]],
  ['judges none without publishers', [], [{ outcome: 'too_little' }]],
])('silent publishers: %s', (_name, publishers, findings) => {
  expect(findSilentPublishers(publishers)).toEqual(findings.map((one) => ({ rule: 'silent_publisher', ...one })))
})

test.each([
  ['none', [0, 560], { outcome: 'anomaly', now: 0n, before: 20n, atRisk: 100n }],
  ['one', [1, 560], { outcome: 'normal' }],
  ['none, and few before', [0, 559], { outcome: 'too_little' }],
  ['none ever', [0, 0], { outcome: 'too_little' }],
] as const)('clicks: %s', (_name, [clicks, clicksBefore], finding) => {
  const found = findNoClicks({ clicks: BigInt(clicks), clicksBefore: BigInt(clicksBefore) }, { orderValueBefore: 400n })
  expect(found).toEqual({ rule: 'no_clicks', ...finding })
})
