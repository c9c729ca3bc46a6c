import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { expectWithin } from '#test/support/timing.ts'
import { MetricSum } from './metric-sum.ts'
import type { MetricSource } from './metric-sum.ts'

/** A process with one metric of each kind. */
function makeProcess(place: string, processId = 1) {
  const registers = [new Registry()]
  const hits = new Counter({ name: 'hits_total', help: 'h', labelNames: ['verdict'], registers })
  const depth = new Gauge({ name: 'depth', help: 'h', aggregator: 'sum', registers })
  const age = new Gauge({ name: 'age', help: 'h', aggregator: 'max', registers })
  const seconds = new Histogram({ name: 'seconds', help: 'h', buckets: [1, 10], registers })
  const source: MetricSource = {
    place,
    processId,
    read: async () => structuredClone(await (registers[0] ?? new Registry()).getMetricsAsJSON()),
  }
  return { hits, depth, age, seconds, source }
}

const hung: MetricSource['read'] = () => new Promise(() => {})

async function readLines(sum: MetricSum, sources: readonly MetricSource[]): Promise<string[]> {
  return (await sum.read(sources)).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('adds up counters, histograms and gauges, each in its way', async () => {
  const [one, other] = [makeProcess('http-0'), makeProcess('http-1')]
  for (const [{ hits, depth, age, seconds }, value] of [
    [one, 2],
    [other, 3],
  ] as const) {
    hits.inc({ verdict: 'payable' }, value)
    depth.set(value)
    age.set(value)
    seconds.observe(value)
  }
  other.hits.inc({ verdict: 'bot' })
  const lines = await readLines(new MetricSum(), [one.source, other.source])
  expect(lines).toEqual(
    expect.arrayContaining([
      'hits_total{verdict="payable"} 5',
      'hits_total{verdict="bot"} 1',
      'depth 5',
      'age 3',
      'seconds_bucket{le="1"} 0',
      'seconds_bucket{le="10"} 2',
      'seconds_sum 5',
      'seconds_count 2',
      'tandem_process_up{process="http-0"} 1',
      'tandem_process_up{process="http-1"} 1',
    ]),
  )
})

test('answers in time when a process hangs or fails, names it, and keeps its counters but not its gauges', async () => {
  const [one, other] = [makeProcess('http-0'), makeProcess('http-1')]
  one.hits.inc({ verdict: 'payable' }, 2)
  other.hits.inc({ verdict: 'payable' }, 3)
  other.depth.set(7)
  const sum = new MetricSum({ answerMs: 100 })
  await sum.read([one.source, other.source])
  one.hits.inc({ verdict: 'payable' })
  for (const read of [hung, () => Promise.reject(new Error('it has ended'))]) {
    const startedAt = performance.now()
    const lines = await readLines(sum, [one.source, { ...other.source, read }])
    expectWithin(performance.now() - startedAt, 2000)
    expect(lines).toContain('hits_total{verdict="payable"} 6')
    expect(lines).toContain('depth 0')
    expect(lines).toContain('tandem_process_up{process="http-0"} 1')
    expect(lines).toContain('tandem_process_up{process="http-1"} 0')
  }
})

test('keeps the counters of a process that was replaced, once', async () => {
  const first = makeProcess('http-0', 1)
  first.hits.inc({ verdict: 'payable' }, 4)
  first.seconds.observe(5)
  const sum = new MetricSum()
  await sum.read([first.source])
  const second = makeProcess('http-0', 2)
  second.hits.inc({ verdict: 'payable' }, 1)
  for (let scrape = 0; scrape < 3; scrape++) {
    const lines = await readLines(sum, [second.source])
    expect(lines).toContain('hits_total{verdict="payable"} 5')
    expect(lines).toContain('seconds_count 1')
  }
})

test('keeps the counters of processes that were replaced also when it is read twice at once', async () => {
  const sum = new MetricSum()
  const start = (processId: number) => {
    const processes = ['http-0', 'http-1'].map((place) => makeProcess(place, processId))
    for (const { hits } of processes) hits.inc({ verdict: 'payable' }, 4)
    return processes.map(({ source }) => source)
  }
  await sum.read(start(1))
  const replaced = start(2)
  for (const text of await Promise.all([sum.read(replaced), sum.read(replaced)])) {
    expect(text).toContain('hits_total{verdict="payable"} 16')
  }
  expect(await sum.read(replaced)).toContain('hits_total{verdict="payable"} 16')
})
