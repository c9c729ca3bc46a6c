import type { Db } from '#database'
import type { Config } from '#platform/server/config.ts'
import { createDatabase } from '#platform/server/database.ts'
import type { Connection } from '#platform/server/database.ts'
import type { Logger } from '#platform/server/log.ts'
import { findRunningPostgres, startPostgres } from '#platform/server/postgres/supervisor.ts'
import { StartError } from '#platform/server/start-error.ts'
import { claimDataDir, isClaimed } from './data-dir-lock.ts'
import type { Runtime } from './runtime.ts'

/** A reachable database and how to let go of it. */
export interface Storage extends Pick<Runtime, 'connection' | 'ownerConnection'> {
  stop(): Promise<void>
}

/** Starts the embedded PostgreSQL, or takes the one of DATABASE_URL. The caller has claimed the data directory. */
export async function openStorage(config: Config, log: Logger): Promise<Storage> {
  if (config.databaseUrl !== undefined) return foreignStorage({ connectionString: config.databaseUrl })
  const postgres = await startPostgres({ home: config.dataDir, log })
  return { connection: postgres.application, ownerConnection: postgres.owner, stop: () => postgres.stop() }
}

/** The same for a command beside the server: borrows the database of a running network, or starts it. */
export async function borrowStorage(config: Config, log: Logger): Promise<Storage> {
  if (config.databaseUrl === undefined && (await isClaimed(config.dataDir))) {
    const running = findRunningPostgres(config.dataDir)
    if (running === undefined) throw new StartError('The network is just starting or stopping; try again in a moment.')
    return foreignStorage(running)
  }
  if (config.databaseUrl === undefined) await claimDataDir(config.dataDir, 'a command')
  return openStorage(config, log)
}

/** Connects as the owner, without time limits, for the length of `work`. */
export async function withOwner<T>(runtime: Runtime, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDatabase(runtime.ownerConnection, {
    max: 2,
    applicationName: 'tandem maintenance',
    log: runtime.log,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function foreignStorage(connection: Connection): Storage {
  return { connection, ownerConnection: connection, stop: () => Promise.resolve() }
}
