import type { Db } from '#database'
import { createDatabase } from '#platform/server/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { findRunningPostgres } from '#platform/server/postgres/supervisor.ts'
import { getOwnNetwork } from './networks.ts'

/** Opens the database of this worker's network as its owner; the caller destroys the connection. */
export function openOwnDatabase(): Db {
  const connection = findRunningPostgres(getOwnNetwork().dataDir)?.owner
  if (connection === undefined) throw new Error('No PostgreSQL runs.')
  return createDatabase(connection, { max: 1, applicationName: 'e2e', log: createLogger('silent', 'e2e') })
}
