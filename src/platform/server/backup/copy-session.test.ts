import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { createLogger } from '../log.ts'
import { openCopySession } from './copy-session.ts'

const log = createLogger('silent', 'test')

const database = await openTestDatabase()

beforeAll(async () => {
  await sql`INSERT INTO rate_window SELECT 'key-' || n, now(), 1 FROM generate_series(1, 200000) AS n`.execute(
    database.ownerDb,
  )
})

const table = { name: 'rate_window', columns: ['key', 'attempts'] }

test('reads all rows in pieces', async () => {
  const lines = await openCopySession(database, log, (session) =>
    session.db.transaction().execute(async () =>
      Buffer.concat(await Array.fromAsync(session.copyOut(table)))
        .toString()
        .split('\n'),
    ),
  )
  expect(lines).toHaveLength(200_001)
  expect(lines[0]).toMatch(/^key-\d+\t1$/)
})

test('ends the connection when the rows are not read to their end, so that nothing waits for the others', async () => {
  const reading = openCopySession(database, log, (session) =>
    session.db.transaction().execute(async () => {
      for await (const _ of session.copyOut(table)) break
    }),
  )
  await expect(reading).rejects.toThrow(/Connection terminated|not queryable/)
  await expect.poll(listBusySessions).toEqual([])
})

async function listBusySessions(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tandem backup'
      AND state <> 'idle'`.execute(database.ownerDb)
  return rows
}
