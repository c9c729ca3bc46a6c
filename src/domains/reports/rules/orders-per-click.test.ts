import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/days.ts'
import type { Day } from '#kernel/days.ts'
import { JUDGED_DAYS, USUAL_DAYS, judgeOrdersPerClick } from './orders-per-click.ts'

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
    { usual: 30, clicks: 0, orders: 0, state: 'too_little' },
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
})
