import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { HELD_MS, NodeSession } from './node-session.ts'
import type { NodeSessionLimits } from './node-session.ts'

/** Jobs that run until they are stopped. */
interface RunningJobs {
  stop(): Promise<void>
}

interface LeaseTiming extends NodeSessionLimits {
  /** How often a node asks for the lease, and says that it still has it. */
  beatMs: number
  /** How long the jobs may take to stop after the lease was lost. */
  stopMs: number
}

/** Dependencies and timing of a jobs lease. */
export interface JobsLeaseOptions {
  connection: Connection
  log: Logger
  /** Rejects when this program must not work on the database. Called in each new session; no migration runs then. */
  check: () => Promise<void>
  /** Starts the jobs, each time this node gets the lease. */
  startJobs: () => Promise<RunningJobs>
  /** Called when the jobs do not stop in time after the lease was lost. It ends the process. */
  onStuck: () => void
  timing?: Partial<LeaseTiming>
}

/**
 * A node that cannot reach the database notices after `beatMs` + `answerMs` and has `stopMs` more, before the database
 * frees the lease after `silenceMs`.
 */
const TIMING: LeaseTiming = { beatMs: 1000, answerMs: 3000, stopMs: 1500, silenceMs: HELD_MS }

/**
 * Runs the jobs while this node has the lease, which one node of the network has at a time. When that node stops, dies
 * or is cut off, another one gets the lease within ten seconds. A node that was suspended may finish a statement after
 * it lost the lease, so every job also has to be right when it runs twice.
 */
export class JobsLease {
  readonly #options: JobsLeaseOptions
  readonly #timing: LeaseTiming
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(options: JobsLeaseOptions) {
    this.#options = options
    this.#timing = { ...TIMING, ...options.timing }
  }

  /**
   * Resolves when this node runs the jobs, or waits for the lease or for the database. Rejects when the check or the
   * first start of the jobs fails.
   */
  async start(): Promise<void> {
    const begun = Promise.withResolvers<void>()
    this.#running = this.#run(begun)
    try {
      await begun.promise
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Stops the jobs and gives the lease back. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(begun: PromiseWithResolvers<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#takePart(begun)
      } catch (err) {
        this.#options.log.warn({ err }, 'This node has no part in the jobs now; trying again')
      }
      begun.resolve()
      await this.#pause()
    }
  }

  /** Waits for the lease and runs the jobs until it is lost or the node stops. */
  async #takePart(begun: PromiseWithResolvers<void>): Promise<void> {
    const session = new NodeSession(this.#options.connection, this.#timing)
    try {
      await session.open()
      while (!(await session.enter())) {
        await this.#pause()
        if (this.#stopping.signal.aborted) return
      }
      await rejectToo(this.#options.check(), begun)
      while (!this.#stopping.signal.aborted) {
        if (await session.takeJobs()) return await this.#runJobs(session, begun)
        begun.resolve()
        await this.#pause()
      }
    } finally {
      await session.close()
    }
  }

  async #runJobs(session: NodeSession, begun: PromiseWithResolvers<void>): Promise<void> {
    const lost = this.#keep(session)
    const jobs = rejectToo(this.#options.startJobs(), begun)
    lost.catch(() => undefined)
    try {
      await Promise.race([jobs, lost])
      begun.resolve()
      this.#options.log.info('This node runs the jobs')
      await lost
    } finally {
      await this.#end(jobs)
    }
  }

  /** Resolves when the node stops; rejects when the session is lost. */
  async #keep(session: NodeSession): Promise<void> {
    for (;;) {
      await this.#pause()
      if (this.#stopping.signal.aborted) return
      await session.touch()
    }
  }

  async #end(jobs: Promise<RunningJobs>): Promise<void> {
    const ended = jobs.then(
      (running) => running.stop(),
      () => undefined,
    )
    if (this.#stopping.signal.aborted) return ended
    const { log, onStuck } = this.#options
    const timer = setTimeout(onStuck, this.#timing.stopMs)
    try {
      await ended
    } catch (err) {
      log.error({ err }, 'The jobs failed to stop')
      onStuck()
    } finally {
      clearTimeout(timer)
    }
  }

  async #pause(): Promise<void> {
    await sleep(this.#timing.beatMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}

/** Rejects `begun` with the error of `work`, which it returns. */
function rejectToo<T>(work: Promise<T>, begun: PromiseWithResolvers<void>): Promise<T> {
  work.catch((error: unknown) => begun.reject(error))
  return work
}
