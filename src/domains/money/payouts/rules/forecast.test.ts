import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORECAST_RUNS, forecastRuns } from './forecast.ts'
import { addMonths, planRun } from './schedule.ts'

const nextRun = planRun('2026-10-01')
const minimum = 1_000_000n

test('pays in each run what has become payable, and carries what is below the minimum', () => {
  const amounts = [
    { month: '2026-09-01', amount: 400_000n },
    { month: '2026-10-01', amount: 500_050n },
    { month: '2026-11-01', amount: 100_001n },
    { month: '2027-01-01', amount: 2_000_000n },
    { month: '2027-06-01', amount: 9_000_000n },
  ]
  expect(forecastRuns(amounts, { nextRun, minimum })).toEqual([
    { month: '2026-10-01', day: '2026-11-30', added: 900_050n, paid: 0n },
    { month: '2026-11-01', day: '2026-12-31', added: 100_001n, paid: 1_000_000n },
    { month: '2026-12-01', day: '2027-01-31', added: 0n, paid: 0n },
    { month: '2027-01-01', day: '2027-02-28', added: 2_000_000n, paid: 2_000_000n },
  ])
})

test('loses nothing: what is added is paid or left', () => {
  const month = fc.integer({ min: -3, max: 8 }).map((count) => addMonths(nextRun.month, count))
  const amounts = fc.array(fc.record({ month, amount: fc.bigInt({ min: -2_000_000n, max: 5_000_000n }) }))
  fc.assert(
    fc.property(amounts, (given) => {
      const runs = forecastRuns(given, { nextRun, minimum })
      expect(runs).toHaveLength(FORECAST_RUNS)
      let open = 0n
      for (const { added, paid } of runs) {
        open += added
        expect(paid === 0n ? open < minimum : paid >= minimum && open - paid >= 0n && open - paid < 100n).toBe(true)
        open -= paid
      }
      const last = runs.at(-1)?.month ?? ''
      const known = given.filter((each) => each.month <= last).reduce((sum, { amount }) => sum + amount, 0n)
      expect(runs.reduce((sum, { added }) => sum + added, 0n)).toBe(known)
    }),
    { numRuns: 200 },
  )
})
