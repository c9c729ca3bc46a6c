import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'

/** The Prometheus registry of this process; every worker has its own, told apart by the `worker` label. */
export const metrics = new Registry()

/** Starts collecting the process's own figures (CPU, memory, event loop). Called once per process. */
export function startMetrics(worker: string): void {
  metrics.setDefaultLabels({ worker })
  collectDefaultMetrics({ register: metrics })
}

/** A counter that ends up in `/metrics`. */
export function createCounter(name: string, help: string, labelNames: string[] = []): Counter {
  return new Counter({ name: `tandem_${name}`, help, labelNames, registers: [metrics] })
}

/** A gauge that ends up in `/metrics`; `read` is asked each time. */
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
