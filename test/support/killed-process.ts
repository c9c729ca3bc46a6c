import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TestDatabase } from './database.ts'
import { awaitLockWaits } from './lock-waits.ts'

/** A process that runs code on a test database, and where it is killed. */
interface Killing {
  /** A module. `ctx` is a context at the time of `now` by the account `actorId`; it has #-imports. */
  code: string
  imports: readonly string[]
  actorId: bigint
  now: Date
  /** Locks what the code needs when it is half done; there it waits and is killed. */
  lock: RawBuilder<unknown>
}

/**
 * Runs code in a process of its own and kills it (SIGKILL) at the moment when it waits for `lock`, so that it dies at
 * the same place each time. The lock is free afterwards.
 */
export async function runUntilKilled(database: TestDatabase, killing: Killing): Promise<void> {
  await database.ownerDb.transaction().execute(async (tx) => {
    await killing.lock.execute(tx)
    const child = spawn(process.execPath, ['--input-type=module', '-e', buildModule(killing)], {
      env: { ...process.env, CONNECTION: database.connectionString },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const exited = once(child, 'exit')
    await Promise.race([awaitLockWaits(database, 1), exited.then(() => Promise.reject(new Error('It has ended')))])
    child.kill('SIGKILL')
    await exited
    // The server learns of the death of a client only after its statement.
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(tx)
  })
}

function buildModule({ code, imports, actorId, now }: Killing): string {
  return `
    import { createDatabase } from '#platform/server/database/database.ts'
    import { createLogger } from '#platform/server/log.ts'
    import { testContext } from '#test/support/context.ts'
    ${imports.join('\n')}
    const log = createLogger('silent', 'test')
    const connection = { connectionString: process.env.CONNECTION }
    const db = createDatabase(connection, { max: 2, applicationName: 'test', log })
    const actor = { kind: 'account', role: 'operator', accountId: ${actorId}n, email: '', displayName: '' }
    const ctx = { ...testContext(db, 'test', new Date('${now.toISOString()}')), actor }
    ${code}`
}
