import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The Prometheus registry of this process. `MetricSum` adds up those of all processes. */
export const metrics = new Registry()

/** The metrics of a process as plain objects, which can be sent to another process. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** From one millisecond to ten seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Starts collecting the metrics of the process (CPU, memory, event loop), with its role as the label `process`. Call it
 * once per process.
 */
export function startMetrics(role: string): void {
  collectDefaultMetrics({ register: metrics, labels: { process: role } })
}

/** Reads the metrics of this process. Leaves out values that are no numbers, which JSON cannot carry. */
export async function readOwnMetrics(): Promise<MetricValues> {
  const values = await metrics.getMetricsAsJSON()
  return values.map((metric) => ({ ...metric, values: metric.values.filter(({ value }) => Number.isFinite(value)) }))
}

/** Registers a counter for `/metrics`. */
export function createCounter(name: string, help: string, labelNames: string[] = []): Counter {
  return new Counter({ name: `tandem_${name}`, help, labelNames, registers: [metrics] })
}

/** Registers a counter for `/metrics` whose value each scrape reads. */
export function createReadCounter(name: string, help: string, read: () => number): Counter {
  return new Counter({
    name: `tandem_${name}`,
    help,
    registers: [metrics],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

/** Registers a histogram of seconds for `/metrics`. */
export function createHistogram(name: string, help: string): Histogram {
  return new Histogram({ name: `tandem_${name}`, help, buckets: SECONDS, registers: [metrics] })
}

/** Registers a gauge for `/metrics`; each scrape calls `read`. */
export function createGauge(options: {
  name: string
  help: string
  /** How the values of several processes become one. */
  aggregator: 'sum' | 'max'
  read: () => number
}): Gauge {
  const { name, help, aggregator, read } = options
  return new Gauge({
    name: `tandem_${name}`,
    help,
    aggregator,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}
