import { expect, test } from 'vitest'
import { orderWaiting } from './order-waiting.ts'

const now = new Date('2026-11-23T12:00:00Z')
const line = { advertiser_id: 1, name: 'Shop', kind: 'joins' as const, count: 1, at_risk: null, ends_at: null }

test('more money in less time stands above, then what has less time, whatever the brand', () => {
  const lines = [
    { ...line, name: 'no end' },
    { ...line, name: 'a day', ends_at: '2026-11-24T12:00:00Z' },
    { ...line, name: 'much in a week', at_risk: '1000.0000', ends_at: '2026-11-30T12:00:00Z' },
    { ...line, name: 'less in an hour', at_risk: '100.0000', ends_at: '2026-11-23T13:00:00Z' },
    { ...line, name: 'overdue', at_risk: '500.0000', ends_at: '2026-11-01' },
  ]
  const { lines: ordered } = orderWaiting(lines, now)
  expect(ordered.map(({ name }) => name)).toEqual(['overdue', 'less in an hour', 'much in a week', 'a day', 'no end'])
})

test('only the most urgent lines are shown', () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({ ...line, at_risk: `${index}.0000` }))
  const waiting = orderWaiting(lines, now)
  expect([waiting.count, waiting.lines.length, waiting.lines[0]?.at_risk]).toEqual([60, 50, '59.0000'])
})
