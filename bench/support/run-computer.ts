import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { advanceOpenRuns } from '#domains/money/payouts/commands/advance-open-runs.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { findRunningPostgres } from '#platform/server/postgres/supervisor.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { readKeys } from '#platform/server/sealing/sealing-key.ts'
import { testContext } from '#test/support/context.ts'

/** Computes the draft of a run once in a process of its own, as the network's jobs have one, until it is stopped. */
export async function computeApart(dataDir: string): Promise<{ stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [import.meta.filename, dataDir], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  await once(child, 'message')
  return {
    stop: async () => {
      if (child.exitCode !== null) throw new Error('The run was computed before the load had ended')
      child.disconnect()
      await ended
    },
  }
}

if (import.meta.main) {
  const [dataDir = ''] = process.argv.slice(2)
  const connection = findRunningPostgres(dataDir)?.owner
  if (connection === undefined) throw new Error('No PostgreSQL runs')
  await openDatabase(connection, createLogger('error', 'bench'), async (db) => {
    const sealing = new Sealing(readKeys({ secretKeys: undefined, dataDir }))
    const ctx = { ...testContext(db, 'bench'), now: new Date('2026-10-05T00:00:00Z') }
    // A batch is a transaction, so the end of this process loses at most one.
    process.on('disconnect', () => process.exit())
    process.send?.('ready')
    await advanceOpenRuns(ctx, sealing)
    process.exit()
  })
}
