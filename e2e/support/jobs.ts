import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { toClientConfig } from '#platform/server/database/database.ts'
import { findRunningPostgres } from '#platform/server/postgres/supervisor.ts'
import { openDatabase } from './own-database.ts'

/** Runs jobs of a network one after another, each to its end, as their schedules would. */
export async function runJobs(dataDir: string, ...names: string[]): Promise<void> {
  const connection = findRunningPostgres(dataDir)?.owner
  if (connection === undefined) throw new Error('No PostgreSQL runs.')
  const boss = new PgBoss({ ...toClientConfig(connection), schema: 'jobs', supervise: false, schedule: false })
  const db = openDatabase(dataDir)
  await boss.start()
  try {
    for (const name of names) {
      // The queue keeps one waiting run, so one that the schedule has queued serves as well.
      await boss.send(name)
      const count = async () => {
        const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM jobs.job
          WHERE name = ${name} AND state IN ('created', 'retry', 'active')`.execute(db)
        return rows[0]?.count ?? Number.NaN
      }
      await expect.poll(count, { message: name }).toBe(0)
    }
  } finally {
    await db.destroy()
    await boss.stop({ graceful: false })
  }
}
