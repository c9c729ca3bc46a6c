import type { ClickLog } from '#domains/tracking/tracking/engine/click-log.ts'
import type { ClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import type { LiveCatalog } from '#domains/tracking/tracking/engine/live-catalog.ts'
import { createGauge, createHistogram, createReadCounter } from '#platform/server/metrics/metrics.ts'

/** The parts of the click path whose state is told. */
interface MeasuredParts {
  clickLog: Pick<ClickLog, 'state' | 'countWaiting'>
  catalog: Pick<LiveCatalog, 'ageMs'>
}

/** Registers the metrics of the click path of this worker. */
export function registerTrackingMetrics({ clickLog, catalog }: MeasuredParts): void {
  createGauge({
    name: 'click_log_spooling',
    help: 'Workers whose clicks go to the local spool instead of the database',
    aggregator: 'sum',
    read: () => (clickLog.state().isSpooling ? 1 : 0),
  })
  createReadCounter('spooled_clicks_total', 'Clicks that went by way of the spool', () => clickLog.state().spooled)
  createGauge({
    name: 'spool_depth',
    help: 'Clicks in the spool, which wait for the database',
    aggregator: 'sum',
    read: () => countWaiting(clickLog),
  })
  createGauge({
    name: 'catalog_age_seconds',
    help: 'Time since the catalog was read, in the worker where it is oldest',
    aggregator: 'max',
    read: () => catalog.ageMs / 1000,
  })
}

/** Leaves the count out of a scrape when the disk fails, so that the other metrics are still told. */
function countWaiting(clickLog: Pick<ClickLog, 'countWaiting'>): number {
  try {
    return clickLog.countWaiting()
  } catch {
    return Number.NaN
  }
}

/** Measures how long a store takes to commit a batch of clicks. */
export function measureCommits(store: ClickStore): ClickStore {
  const seconds = createHistogram('click_commit_seconds', 'Time until a batch of clicks was committed or refused')
  return {
    insert: async (clicks) => {
      const end = seconds.startTimer()
      try {
        await store.insert(clicks)
      } finally {
        end()
      }
    },
    replay: (clicks) => store.replay(clicks),
    tryOut: (clicks) => store.tryOut(clicks),
  }
}
