import type { Ctx } from './context.ts'

/** Work that is done by the clock, once in the whole network however many processes there are. */
export interface Job {
  /** Lower case with hyphens; the queue is called the same. */
  name: string
  /** Five fields, UTC. */
  cron: string
  /** Partitions and retention need the owner of the tables; all other jobs work as the application's role. */
  needsOwner?: true
  /** The actor of `ctx` is the system. Throwing means: again, a little later. */
  run(ctx: Ctx): Promise<void>
}
