import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { JUDGED_DAYS, USUAL_DAYS, findConversionChange, joinDays, judgeOrdersPerClick } from './orders-per-click.ts'

const today = '2026-11-23' as Day

/** The usual days with `usual` orders each of 1,000 clicks, and the judged days with what is given in all. */
function makeDays({ usual, clicks, orders }: { usual: number; clicks: number; orders: number }) {
  const before = Array.from({ length: USUAL_DAYS }, (_, index) => ({
    day: addDays(today, -JUDGED_DAYS - index),
    clicks: 1000,
    orders: usual,
  }))
  return [...before, { day: addDays(today, -1), clicks, orders: 0 }, { day: today, clicks: 0, orders }]
}

describe('orders per click', () => {
  test.each([
    // 30 of 1,000 are usual: of 1,000 clicks 30 orders, less or more than 16.4 or 18 by chance.
    { usual: 30, clicks: 1000, orders: 30, state: 'within' },
    { usual: 30, clicks: 1000, orders: 14, state: 'within' },
    { usual: 30, clicks: 1000, orders: 13, state: 'below' },
    { usual: 30, clicks: 1000, orders: 46, state: 'within' },
    { usual: 30, clicks: 1000, orders: 47, state: 'above' },
    { usual: 30, clicks: 1000, orders: 0, state: 'below' },
    // Of many clicks chance is small, and what weekdays change counts: 210 to 450 of 300.
    { usual: 30, clicks: 10_000, orders: 210, state: 'within' },
    { usual: 30, clicks: 10_000, orders: 209, state: 'below' },
    { usual: 30, clicks: 10_000, orders: 450, state: 'within' },
    { usual: 30, clicks: 10_000, orders: 451, state: 'above' },
    // Too few clicks, too few orders before, and nothing at all.
    { usual: 30, clicks: 333, orders: 0, state: 'too_little' },
    { usual: 30, clicks: 334, orders: 0, state: 'below' },
    { usual: 3, clicks: 100_000, orders: 0, state: 'too_little' },
    { usual: 0, clicks: 1000, orders: 50, state: 'too_little' },
    { usual: 0, clicks: 1, orders: 0, state: 'too_little' },
    // Of 28,000 clicks in 28 days not one in two.
    { usual: 30, clicks: 0, orders: 0, state: 'silent' },
    { usual: 0, clicks: 0, orders: 5, state: 'silent' },
  ])('are $state for $orders of $clicks after $usual of 1,000', ({ state, ...given }) => {
    expect(judgeOrdersPerClick(makeDays(given), today).state).toBe(state)
  })

  test('name both figures and the band', () => {
    const judgement = judgeOrdersPerClick(makeDays({ usual: 100, clicks: 1000, orders: 20 }), today)
    expect(judgement).toEqual({
      state: 'below',
      judged: { clicks: 1000, orders: 20 },
      usual: { clicks: 28_000, orders: 2800 },
      low: 70,
      high: 150,
    })
  })

  test('leave out days before and after, and take days without a row as empty', () => {
    const days = makeDays({ usual: 30, clicks: 1000, orders: 30 })
    const old = { day: addDays(today, -USUAL_DAYS - JUDGED_DAYS), clicks: 1, orders: 1_000_000 }
    const later = { day: addDays(today, 1), clicks: 1, orders: 1_000_000 }
    expect(judgeOrdersPerClick([later, ...days, old], today)).toEqual(judgeOrdersPerClick(days, today))
    expect(judgeOrdersPerClick([], today)).toMatchObject({ state: 'too_little', judged: { clicks: 0, orders: 0 } })
  })

  test.each([
    // 5.00 an order: 50 of 100 are missing in two days, 175 in a week.
    { usual: 100, clicks: 1000, orders: 50, outcome: 'anomaly', now: 50_000n, before: 70_000n, atRisk: 8_750_000n },
    { usual: 100, clicks: 1000, orders: 200, outcome: 'anomaly', now: 200_000n, before: 150_000n, atRisk: 17_500_000n },
    { usual: 100, clicks: 1000, orders: 100, outcome: 'normal' },
    { usual: 100, clicks: 0, orders: 0, outcome: 'too_little' },
    { usual: 100, clicks: 10, orders: 0, outcome: 'too_little' },
  ])('give the home the finding $outcome for $orders of $clicks', ({ usual, clicks, orders, ...finding }) => {
    const judgement = judgeOrdersPerClick(makeDays({ usual, clicks, orders }), today)
    expect(findConversionChange(judgement, 50_000n * 2800n)).toEqual({ rule: 'conversion', ...finding })
  })
})

test('days with clicks and days with orders are put together', () => {
  const [first, second, third] = [today, addDays(today, -1), addDays(today, -2)]
  const clickDays = [first, second].map((day) => ({ day, clicks: 3n }))
  const orderDays = [second, third].map((day) => ({ day, orders: 2n }))
  expect(joinDays(clickDays, orderDays)).toEqual([
    { day: first, clicks: 3, orders: 0 },
    { day: second, clicks: 3, orders: 2 },
    { day: third, clicks: 0, orders: 2 },
  ])
})
