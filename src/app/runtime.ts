import type { Config } from '#platform/server/config.ts'
import type { Connection } from '#platform/server/database/database.ts'
import type { Logger } from '#platform/server/log.ts'

/** The runtime of a process of the network. The primary passes it to the workers. */
export interface Runtime {
  config: Config
  log: Logger
  /** Number of the HTTP worker, from 0. A replacement worker gets the slot of its predecessor. */
  slot: number
  /** Connects as the application role. */
  connection: Connection
  /** Opens the mailbox of this start; undefined when a mail server is configured. */
  mailboxToken?: string | undefined
}

/** The runtime of the primary and of the jobs process. */
export interface OwnerRuntime extends Runtime {
  /** Connects as the owner, for migrations, partitions and retention only. */
  ownerConnection: Connection
}

/** A part of the program that runs until it is stopped. */
export interface Service {
  /** Says that a stop is near, so that balancers send their requests elsewhere. Everything is served as before. */
  drain?(): void
  /** Finishes the work in progress. The caller limits the time. */
  stop(): Promise<void>
}
