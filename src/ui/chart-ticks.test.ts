import { expect, test } from 'vitest'
import { xInterval, yTicks } from './chart-ticks.ts'

const labelsShown = (points: number, widthPx: number) =>
  Math.ceil(
    points /
      (xInterval(
        Array.from({ length: points }, () => '10/30'),
        widthPx,
      ) +
        1),
  )

test.each([0, 1, 7, 20, 21, 40, 41, 365])('%i points have at most 20 labels', (points) => {
  expect(labelsShown(points, 5_000)).toBeLessThanOrEqual(20)
})

test('labels do not overlap on a phone', () => {
  expect(labelsShown(30, 300)).toBeLessThanOrEqual(6)
  expect(labelsShown(3, 300)).toBe(3)
})

test.each([
  [0, [0, 1, 2, 3, 4, 5]],
  [5, [0, 1, 2, 3, 4, 5]],
  [6, [0, 2, 4, 6, 8, 10]],
  [0.3, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
  [1040, [0, 250, 500, 750, 1000, 1250]],
  [10_000, [0, 2000, 4000, 6000, 8000, 10_000]],
])('up to %d the y axis shows %j', (max, expected) => {
  expect(yTicks(max, false)).toEqual(expected)
})

test.each([
  [1, [0, 1, 2, 3, 4, 5]],
  [12, [0, 3, 6, 9, 12, 15]],
  [1040, [0, 250, 500, 750, 1000, 1250]],
])('up to %d clicks the y axis shows %j', (max, expected) => {
  expect(yTicks(max, true)).toEqual(expected)
})
