import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'

/** The Prometheus registry of this process. The label `worker` tells the workers apart. */
export const metrics = new Registry()

/** Starts collecting the process metrics (CPU, memory, event loop). Call it once per process. */
export function startMetrics(worker: string): void {
  metrics.setDefaultLabels({ worker })
  collectDefaultMetrics({ register: metrics })
}

/** Registers a counter for `/metrics`. */
export function createCounter(name: string, help: string, labelNames: string[] = []): Counter {
  return new Counter({ name: `tandem_${name}`, help, labelNames, registers: [metrics] })
}

/** Registers a gauge for `/metrics`; each scrape calls `read`. */
export function createGauge(name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name: `tandem_${name}`,
    help,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}
