import { expect, test } from 'vitest'
import { summariseCoverage } from './coverage.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const order = (number: number, parts: object = {}) => ({
  byServer: true,
  byPixel: false,
  byCoupon: false,
  isSameSale: false,
  at: day(number),
  ...parts,
})

test('counts an order for each channel that reported it, and names the last day of each', () => {
  const summary = summariseCoverage([
    order(20),
    order(10, { byPixel: true }),
    order(8, { isSameSale: true, byServer: false, byPixel: true, byCoupon: true }),
    order(1),
  ])
  expect(summary).toEqual({
    orders: 4,
    from: day(1),
    until: day(20),
    sameSales: 1,
    channels: [
      { channel: 'server', orders: 3, percent: 75, alone: 2, lastAt: day(20) },
      { channel: 'pixel', orders: 2, percent: 50, alone: 1, lastAt: day(10) },
      { channel: 'coupon', orders: 1, percent: 25, alone: null, lastAt: day(8) },
    ],
  })
})

test('says nothing without orders', () => {
  const { orders, from, channels } = summariseCoverage([])
  expect([orders, from, channels.map(({ percent }) => percent)]).toEqual([0, undefined, [0, 0, 0]])
})
