import type { Config } from '#platform/server/config.ts'
import { withSetting } from '#platform/server/database/database.ts'
import type { Logger } from '#platform/server/log.ts'
import { applicationRole } from '#platform/server/postgres/database-roles.ts'
import { findRunningPostgres, startPostgres } from '#platform/server/postgres/supervisor.ts'
import { StartError } from '#platform/server/start-error.ts'
import { claimDataDir, isClaimed } from './data-dir-lock.ts'
import type { OwnerRuntime } from './runtime.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

/** Connections to the network's database, and a function that stops the embedded server. */
export interface NetworkDatabase extends Pick<OwnerRuntime, 'connection' | 'ownerConnection'> {
  stop(): Promise<void>
}

/**
 * In a Citus cluster a session opens one connection to each server: statements name a publisher, or gain little from
 * more. A server without Citus keeps the setting without a meaning.
 */
const ONE_PER_SERVER = ['citus.max_adaptive_executor_pool_size', '1'] as const

/**
 * Starts the embedded PostgreSQL, or uses that of DATABASE_URL. The caller must hold the claim on the data directory.
 */
export async function startDatabase(config: Config, log: Logger): Promise<NetworkDatabase> {
  if (config.databaseUrl !== undefined) {
    const ownerConnection = withSetting({ connectionString: config.databaseUrl }, ...ONE_PER_SERVER)
    return withoutStop({ ownerConnection, connection: withSetting(ownerConnection, 'role', applicationRole) })
  }
  const postgres = await startPostgres({ home: config.dataDir, log })
  return { connection: postgres.application, ownerConnection: postgres.owner, stop: () => postgres.stop() }
}

/** Opens the database for a command: uses the server of a running network, or starts the embedded PostgreSQL. */
export async function borrowDatabase(config: Config, log: Logger): Promise<NetworkDatabase> {
  refuseUnfinishedRestore(config.dataDir)
  if (config.databaseUrl === undefined && (await isClaimed(config.dataDir))) {
    const running = findRunningPostgres(config.dataDir)
    if (running === undefined) throw new StartError('The network is just starting or stopping; try again in a moment.')
    return withoutStop({ ownerConnection: running.owner, connection: running.application })
  }
  if (config.databaseUrl === undefined) await claimDataDir(config.dataDir, 'a command')
  return startDatabase(config, log)
}

/** For a server that another process runs. */
function withoutStop(connections: Omit<NetworkDatabase, 'stop'>): NetworkDatabase {
  return { ...connections, stop: () => Promise.resolve() }
}
