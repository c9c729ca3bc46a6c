import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#platform/server/start-error.ts'
import type { OwnerRuntime, Service } from './runtime.ts'

/** What a worker does: answer requests, or do what nobody waits for. */
export type Role = 'http' | 'jobs'

/** What a worker tells the primary. */
export type WorkerMessage = { kind: 'ready' } | { kind: 'failed'; message: string }

/** What the primary tells a worker. */
export type PrimaryMessage = { kind: 'stop' }

const stopForMs = 6500
const mostPauseMs = 5000
const healthyAfterMs = 10_000

/**
 * Runs one process per role in `roles` and starts each again when it dies. Resolves when all of them are ready for the
 * first time; throws a StartError when one cannot begin.
 */
export async function startWorkers(runtime: OwnerRuntime, roles: readonly Role[]): Promise<Service> {
  // Workers accept for themselves. Handed over by the primary, a connection would hang for ever when its worker dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../main.ts', import.meta.url)), args: ['worker'] })
  const posts = roles.map((role, index) => {
    const slot = roles.slice(0, index).filter((other) => other === role).length
    return new WorkerSlot({ ...runtime, slot }, role)
  })
  const service = {
    stop: async () => {
      await Promise.all(posts.map((post) => post.stop()))
    },
  }
  try {
    await Promise.all(posts.map((post) => post.start()))
  } catch (error) {
    await service.stop()
    throw error
  }
  return service
}

/** A place that is always held by one worker, by one after the other if need be. */
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
    const { connection, ownerConnection, slot } = this.#runtime
    const connections = this.#role === 'jobs' ? { connection, ownerConnection } : { connection }
    const worker = cluster.fork({
      TANDEM_ROLE: this.#role,
      TANDEM_CONNECTIONS: JSON.stringify({ ...connections, slot }),
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
        this.#pauseMs = wasHealthy ? 0 : Math.min(this.#pauseMs * 2 + 100, mostPauseMs)
        this.#replace(nextCode, nextSignal)
      })
    }, this.#pauseMs)
  }
}
