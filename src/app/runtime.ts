import type { Config } from '#platform/server/config.ts'
import type { Connection } from '#platform/server/database.ts'
import type { Logger } from '#platform/server/log.ts'

/** What every process of the network is given by the one that started it. */
export interface Runtime {
  config: Config
  log: Logger
  /** Which of the serving processes this is, counted from 0; one that is replaced hands its slot on. */
  slot: number
  /** The database as the application's role sees it. */
  connection: Connection
}

/** What the primary and the process of the jobs are given besides. */
export interface OwnerRuntime extends Runtime {
  /** The database as its owner sees it: for migrations, partitions and retention alone. */
  ownerConnection: Connection
}

/** Something that runs until it is told to stop. */
export interface Service {
  /** Finishes what is in flight; bounded by the caller. */
  stop(): Promise<void>
}
