import type { Ctx } from '../context.ts'

/**
 * Scheduled work. Each run happens in one process of the network. A run whose process dies is repeated, and one whose
 * process was suspended may go on beside its repetition, so a job has to be right when it runs twice.
 */
export interface Job {
  /** Lower case with hyphens; also the name of the queue. */
  name: string
  /** Cron expression with five fields, in UTC. */
  cron: string
  /** A notification on this channel queues a run, which begins at once. */
  channel?: string
  /** Runs the job as the owner of the tables, for partitions and retention. Other jobs run as the application role. */
  needsOwner?: true
  /** The actor of `ctx` is the system. A job that throws is retried later. */
  run(ctx: Ctx): Promise<void>
}
