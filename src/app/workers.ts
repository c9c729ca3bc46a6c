import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { MetricSum } from '#platform/server/metrics/metric-sum.ts'
import type { MetricSource } from '#platform/server/metrics/metric-sum.ts'
import { createCounter, readOwnMetrics } from '#platform/server/metrics/metrics.ts'
import type { MetricValues } from '#platform/server/metrics/metrics.ts'
import { StartError } from '#platform/server/start-error.ts'
import type { OwnerRuntime, Service } from './runtime.ts'

/** A worker serves HTTP or runs the jobs. */
export type Role = 'http' | 'jobs'

/** A message from a worker to the primary. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  /** Answers `ask-metrics`; without values when they could not be read. */
  | { kind: 'own-metrics'; values: MetricValues | undefined }
  /** Asks for the metrics of all processes. */
  | { kind: 'ask-sum' }

/** A message from the primary to a worker. */
export type PrimaryMessage =
  | { kind: 'drain' }
  | { kind: 'stop' }
  | { kind: 'ask-metrics' }
  /** Answers `ask-sum`; without a text when the sum could not be made. */
  | { kind: 'sum'; text: string | undefined }

const restarts = createCounter('worker_restarts_total', 'Workers that ended and were replaced, by role', ['role'])

const stopForMs = 6500
const longestPauseMs = 5000
const healthyAfterMs = 10_000

/**
 * Starts one process per item of `roles` and replaces each one that dies. Resolves when all are ready for the first
 * time; throws a StartError when one of them fails to start.
 */
export async function startWorkers(runtime: OwnerRuntime, roles: readonly Role[]): Promise<Service> {
  // Workers accept connections themselves. With the round-robin policy the primary accepts them, and a connection
  // hangs when its worker dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../main.ts', import.meta.url)), args: ['worker'] })
  const sum = new MetricSum()
  const slots = roles.map((role, index) => {
    const slot = roles.slice(0, index).filter((other) => other === role).length
    return new WorkerSlot({ ...runtime, slot }, role, readSum)
  })
  const service = {
    drain: () => {
      for (const slot of slots) slot.drain()
    },
    stop: async () => {
      await Promise.all(slots.map((slot) => slot.stop()))
    },
  }
  try {
    await Promise.all(slots.map((slot) => slot.start()))
  } catch (error) {
    await service.stop()
    throw error
  }
  return service

  function readSum(): Promise<string> {
    const own = { place: 'primary', processId: process.pid, read: readOwnMetrics }
    return sum.read([own, ...slots.map((slot) => slot.metricSource())])
  }
}

/** Keeps one worker running: when it dies, another worker takes its slot. */
class WorkerSlot {
  readonly #runtime: OwnerRuntime
  readonly #role: Role
  readonly #readSum: () => Promise<string>
  #worker: Worker | undefined
  /** The question for its metrics that the worker has not answered; a worker that hangs has one at most. */
  #asked: PromiseWithResolvers<MetricValues> | undefined
  #isDraining = false
  #isStopping = false
  #pauseMs = 0

  constructor(runtime: OwnerRuntime, role: Role, readSum: () => Promise<string>) {
    this.#runtime = runtime
    this.#role = role
    this.#readSum = readSum
  }

  async start(): Promise<void> {
    const worker = this.#fork()
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve()
        if (message.kind === 'failed') reject(new StartError(message.message))
      })
      worker.once('exit', (code, signal) =>
        reject(new StartError(`A worker ended while it started (${signal ?? code}).`)),
      )
    })
    worker.once('exit', (code, signal) => this.#replace(code, signal))
  }

  /** Lets the worker say that it will stop; it serves on. */
  drain(): void {
    this.#isDraining = true
    this.#send({ kind: 'drain' })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const worker = this.#worker
    if (worker === undefined || worker.isDead()) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    this.#send({ kind: 'stop' })
    await Promise.race([exited, sleep(stopForMs, undefined, { ref: false })])
    if (worker.isDead()) return
    this.#runtime.log.error({ role: this.#role }, 'A worker did not stop in time and was killed')
    worker.process.kill('SIGKILL')
    await exited
  }

  metricSource(): MetricSource {
    const place = this.#role === 'http' ? `http-${this.#runtime.slot}` : this.#role
    return { place, processId: this.#worker?.process.pid ?? 0, read: () => this.#askMetrics() }
  }

  #askMetrics(): Promise<MetricValues> {
    if (!this.#worker?.isConnected()) return Promise.reject(new Error('The worker does not run'))
    if (this.#asked === undefined) {
      this.#asked = Promise.withResolvers()
      this.#send({ kind: 'ask-metrics' })
    }
    return this.#asked.promise
  }

  #send(message: PrimaryMessage): void {
    if (this.#worker?.isConnected()) this.#worker.send(message)
  }

  #fork(): Worker {
    const { connection, ownerConnection, slot, mailboxToken } = this.#runtime
    const connections = this.#role === 'jobs' ? { connection, ownerConnection } : { connection }
    const worker = cluster.fork({
      TANDEM_ROLE: this.#role,
      TANDEM_CONNECTIONS: JSON.stringify({ ...connections, slot, mailboxToken }),
    })
    worker.on('error', (err) => this.#runtime.log.warn({ err }, 'A worker cannot be reached'))
    worker.on('message', (message: WorkerMessage) => this.#receive(message))
    this.#worker = worker
    this.#asked = undefined
    if (this.#isDraining) this.#send({ kind: 'drain' })
    return worker
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'own-metrics') {
      if (message.values) this.#asked?.resolve(message.values)
      else this.#asked?.reject(new Error('The worker could not read its metrics'))
      this.#asked = undefined
    } else if (message.kind === 'ask-sum') {
      this.#readSum().then(
        (text) => this.#send({ kind: 'sum', text }),
        (err: unknown) => {
          this.#runtime.log.error({ err }, 'The metrics could not be added up')
          this.#send({ kind: 'sum', text: undefined })
        },
      )
    }
  }

  #replace(code: number | null, signal: string | null): void {
    if (this.#isStopping) return
    this.#runtime.log.error({ role: this.#role, code, signal }, 'A worker ended and is replaced')
    restarts.inc({ role: this.#role })
    const startedAt = performance.now() + this.#pauseMs
    setTimeout(() => {
      if (this.#isStopping) return
      this.#fork().once('exit', (nextCode, nextSignal) => {
        const wasHealthy = performance.now() - startedAt > healthyAfterMs
        this.#pauseMs = wasHealthy ? 0 : Math.min(this.#pauseMs * 2 + 100, longestPauseMs)
        this.#replace(nextCode, nextSignal)
      })
    }, this.#pauseMs)
  }
}
