import type { Db } from '#database'
import { createDatabase } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { findRunningPostgres } from '#platform/server/postgres/supervisor.ts'
import { getOwnNetwork } from './networks.ts'

/** Opens the database of this worker's network as its owner; the caller destroys the connection. */
export function openOwnDatabase(): Db {
  return openDatabase(getOwnNetwork().dataDir)
}

/** Opens the database of a running network as its owner; the caller destroys the connection. */
export function openDatabase(dataDir: string): Db {
  const connection = findRunningPostgres(dataDir)?.owner
  if (connection === undefined) throw new Error('No PostgreSQL runs.')
  return createDatabase(connection, { max: 1, applicationName: 'e2e', log: createLogger('silent', 'e2e') })
}
