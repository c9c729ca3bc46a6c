import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#platform/server/start-error.ts'
import type { OwnerRuntime, Service } from './runtime.ts'

/** A worker serves HTTP or runs the jobs. */
export type Role = 'http' | 'jobs'

/** A message from a worker to the primary. */
export type WorkerMessage = { kind: 'ready' } | { kind: 'failed'; message: string }

/** A message from the primary to a worker. */
export type PrimaryMessage = { kind: 'stop' }

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
  const slots = roles.map((role, index) => {
    const slot = roles.slice(0, index).filter((other) => other === role).length
    return new WorkerSlot({ ...runtime, slot }, role)
  })
  const service = {
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
}

/** Keeps one worker running: when it dies, another worker takes its slot. */
class WorkerSlot {
  readonly #runtime: OwnerRuntime
  readonly #role: Role
  #worker: Worker | undefined
  #isStopping = false
  #pauseMs = 0

  constructor(runtime: OwnerRuntime, role: Role) {
    this.#runtime = runtime
    this.#role = role
  }

  async start(): Promise<void> {
    const worker = this.#fork()
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve()
        else reject(new StartError(message.message))
      })
      worker.once('exit', (code, signal) =>
        reject(new StartError(`A worker ended while it started (${signal ?? code}).`)),
      )
    })
    worker.once('exit', (code, signal) => this.#replace(code, signal))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    const worker = this.#worker
    if (worker === undefined || worker.isDead()) return
    const exited = new Promise((resolve) => worker.once('exit', resolve))
    if (worker.isConnected()) worker.send({ kind: 'stop' } satisfies PrimaryMessage)
    await Promise.race([exited, sleep(stopForMs, undefined, { ref: false })])
    if (worker.isDead()) return
    this.#runtime.log.error({ role: this.#role }, 'A worker did not stop in time and was killed')
    worker.process.kill('SIGKILL')
    await exited
  }

  #fork(): Worker {
    const { connection, ownerConnection, slot, mailboxToken } = this.#runtime
    const connections = this.#role === 'jobs' ? { connection, ownerConnection } : { connection }
    const worker = cluster.fork({
      TANDEM_ROLE: this.#role,
      TANDEM_CONNECTIONS: JSON.stringify({ ...connections, slot, mailboxToken }),
    })
    worker.on('error', (err) => this.#runtime.log.warn({ err }, 'A worker cannot be reached'))
    this.#worker = worker
    return worker
  }

  #replace(code: number | null, signal: string | null): void {
    if (this.#isStopping) return
    this.#runtime.log.error({ role: this.#role, code, signal }, 'A worker ended and is replaced')
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
