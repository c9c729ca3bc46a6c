import type { Ctx } from './context.ts'

/** Work that is done by the clock, once in the whole network however many processes there are. */
export interface Job {
  /** Lower case with hyphens; the queue is called the same. */
  name: string
  /** Five fields, UTC. */
  cron: string
  /** `ctx` is the owner's connection and the system as actor. Throwing means: again, a little later. */
  run(ctx: Ctx): Promise<void>
}
