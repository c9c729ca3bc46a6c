import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import type { MetricValues } from './metrics.ts'
import { settleWithin } from '../settle-within.ts'

/** A process whose metrics are added up. */
export interface MetricSource {
  /** Names its place, which a replacement takes over: `http-0`. */
  place: string
  /** Differs between a process and its replacement. */
  processId: number
  /** Asks the process. May reject, or never settle. */
  read: () => Promise<MetricValues>
}

/** How long a process may take. */
const ANSWER_MS = 1000

interface Snapshot {
  processId: number
  values: MetricValues
}

/**
 * Adds up the metrics of several processes. `tandem_process_up` says which of them are contained. The counters of a
 * process that does not answer, or has ended, stay in the sum, because a sum that falls looks like a restart.
 */
export class MetricSum {
  readonly #answerMs: number
  readonly #last = new Map<string, Snapshot>()
  #ended: MetricValues = []
  /** One reading at a time, because each builds on the one before it. */
  #reading: Promise<string> | undefined

  constructor({ answerMs = ANSWER_MS }: { answerMs?: number } = {}) {
    this.#answerMs = answerMs
  }

  /**
   * Returns the sum in the Prometheus text format, within the time that a process may take. A call during a reading
   * gets the result of that one.
   */
  read(sources: readonly MetricSource[]): Promise<string> {
    this.#reading ??= this.#readAll(sources).finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #readAll(sources: readonly MetricSource[]): Promise<string> {
    const answers = await Promise.all(sources.map((source) => settleWithin(source.read(), this.#answerMs)))
    const parts: MetricValues[] = []
    const isUp = new Map<string, boolean>()
    for (const [index, { place, processId }] of sources.entries()) {
      const values = answers[index]
      if (values !== undefined) await this.#keep(place, { processId, values })
      isUp.set(place, values !== undefined)
      parts.push(values ?? onlyCounts(this.#last.get(place)?.values ?? []))
    }
    return writeMetrics([...parts, this.#ended], isUp)
  }

  async #keep(place: string, snapshot: Snapshot): Promise<void> {
    const last = this.#last.get(place)
    this.#last.set(place, snapshot)
    if (last === undefined || last.processId === snapshot.processId) return
    this.#ended = await AggregatorRegistry.aggregate([this.#ended, onlyCounts(last.values)]).getMetricsAsJSON()
  }
}

/** Writes metrics of several processes as one, in the Prometheus text format, and which processes they are of. */
export async function writeMetrics(
  parts: readonly MetricValues[],
  isUp: ReadonlyMap<string, boolean>,
): Promise<string> {
  const registry = new Registry()
  const up = new Gauge({
    name: 'tandem_process_up',
    help: 'Whether the metrics contain those of the process (1), or it did not answer (0)',
    labelNames: ['process'],
    registers: [registry],
  })
  for (const [place, value] of isUp) up.set({ process: place }, value ? 1 : 0)
  const sum = AggregatorRegistry.aggregate([...parts])
  return `${await sum.metrics()}\n${await registry.metrics()}`
}

/** Leaves gauges out, whose old values say nothing. */
function onlyCounts(values: MetricValues): MetricValues {
  // The published types give the number of an enum; it is the name of the kind.
  return values.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
}
