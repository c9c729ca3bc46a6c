import { expect, test } from 'vitest'
import { readOwnMetrics } from '#platform/server/metrics/metrics.ts'
import { registerTrackingMetrics } from './tracking-metrics.ts'

test('leaves the depth of the spool out while its disk fails, and tells the other metrics', async () => {
  const clickLog = {
    state: () => ({ isSpooling: true, isRefusing: false, spooled: 3 }),
    countWaiting: () => {
      throw new Error('disk I/O error')
    },
  }
  registerTrackingMetrics({ clickLog, catalog: { ageMs: 2000 } })
  const values = new Map((await readOwnMetrics()).map(({ name, values: [first] }) => [name, first?.value]))
  expect(values.get('tandem_spool_depth')).toBeUndefined()
  expect(values.get('tandem_click_log_spooling')).toBe(1)
  expect(values.get('tandem_catalog_age_seconds')).toBe(2)
})
