import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '#database'
import { openTestDatabase } from '#test/support/database.ts'
import { beginWhileLocked } from '#test/support/lock-waits.ts'
import { patienceMs, testLimitMs } from '#test/support/patience.ts'
import { createDatabase, isRetryable, withRetry } from './database.ts'
import { createLogger } from '../log.ts'

const database = await openTestDatabase()

async function read(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`SELECT ${sql.raw(expression)} AS value`.execute(database.db)
  return rows[0]?.value
}

describe('the type of a value', () => {
  test.each([
    ['int8', '9223372036854775807::int8', 9223372036854775807n],
    ['int8 that is null', 'NULL::int8', null],
    ['a list of int8', 'ARRAY[1, NULL, 9007199254740993]::int8[]', [1n, null, 9007199254740993n]],
    ['int4', '7::int4', 7],
    ['numeric', '1.10::numeric', '1.10'],
    ['a day', `'2024-02-29'::date`, '2024-02-29'],
    ['a list of days', `ARRAY['2024-02-29', NULL]::date[]`, ['2024-02-29', null]],
    ['a moment', `'2024-06-19 12:00:00+02'::timestamptz`, new Date('2024-06-19T10:00:00Z')],
    ['json, its keys untouched', `'{"snake_case": {"inner_key": 1}}'::jsonb`, { snake_case: { inner_key: 1 } }],
  ])('%s', async (_name, expression, value) => {
    expect(await read(expression)).toEqual(value)
  })

  test('a session runs in UTC and has a time limit', async () => {
    const { connectionString } = database
    const db = createDatabase(
      { connectionString },
      { max: 1, applicationName: 'test', log: createLogger('silent', 'test') },
    )
    const settings = sql`SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS most`
    expect((await settings.execute(db)).rows).toEqual([{ zone: 'UTC', most: '30s' }])
    await db.destroy()
  })
})

test('a pool with prepared statements prepares each one once and returns the same rows', async () => {
  const db = createDatabase(
    { connectionString: database.connectionString },
    { max: 1, applicationName: 'test', preparesStatements: true, log: createLogger('silent', 'test') },
  )
  const add = async (one: number, other: number) => {
    const { rows } = await sql<{ sum: number }>`SELECT ${one}::int + ${other}::int AS sum`.execute(db)
    return rows[0]?.sum
  }
  expect([await add(1, 2), await add(3, 4)]).toEqual([3, 7])
  const kept = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)
  expect(kept.rows.map(({ statement }) => statement)).toEqual(['SELECT $1::int + $2::int AS sum'])
  await db.destroy()
})

test('a connection that the server ends as soon as it is open fails the next statement only', async () => {
  const uncaught: Error[] = []
  const note = (error: Error) => void uncaught.push(error)
  process.on('uncaughtException', note)
  // The answers of PostgreSQL: the log-in succeeded, a statement may come, the postmaster is gone.
  const answers = 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05IE\0\0\0\x13SFATAL\0C57P01\0\0'
  const server = createServer((socket) => socket.once('data', () => socket.end(answers)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const connection = { connectionString: `postgres://tandem@127.0.0.1:${port}/tandem` }
  const db = createDatabase(connection, { max: 1, applicationName: 'test', log: createLogger('silent', 'test') })
  await expect(sql`SELECT 1`.execute(db)).rejects.toSatisfy(isRetryable)
  await db.destroy()
  server.close()
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
})

describe('withRetry', () => {
  const conflict = Object.assign(new Error('could not serialize'), { code: '40001' })

  test('retries the work after a conflict', async () => {
    expect(await withRetry(failing(2, conflict), { forMs: patienceMs, firstPauseMs: 1 })).toBe(3)
  })

  test('stops at the deadline', async () => {
    await expect(withRetry(failing(1000, conflict), { forMs: 30, firstPauseMs: 5 })).rejects.toBe(conflict)
  })

  test('does not retry a permanent error', async () => {
    const violation = Object.assign(new Error('duplicate key'), { code: '23505' })
    await expect(withRetry(failing(1, violation))).rejects.toBe(violation)
  })

  test.each([
    ['40P01', true],
    ['57P01', true],
    ['08006', true],
    ['53100', true],
    ['ECONNREFUSED', true],
    ['23505', false],
    ['42P01', false],
    ['28P01', false],
  ])('takes %s for a passing trouble: %s', (code, expected) => {
    expect(isRetryable(Object.assign(new Error('x'), { code }))).toBe(expected)
  })

  test('repeats a row whose partition was attached while it waited', async () => {
    const refusals: unknown[] = []
    const insert = () =>
      sql`INSERT INTO postback_parameters (advertiser_id, postback_id, received_at, parameters)
        VALUES (1, gen_random_uuid(), '2031-05-05', '{}')`
        .execute(database.db)
        .catch((error: unknown) => {
          refusals.push(error)
          throw error
        })
    const [inserted] = await beginWhileLocked(database, attachPartition, [
      () => withRetry(insert, { forMs: testLimitMs }),
    ])
    expect(inserted?.status).toBe('fulfilled')
    expect(refusals).toEqual([expect.objectContaining({ code: '23514' })])
  })

  test('does not repeat a row that a constraint refuses', async () => {
    const refused = sql`INSERT INTO network_secret (name, value) VALUES ('short', '')`.execute(database.ownerDb)
    await expect(refused).rejects.toSatisfy((error) => !isRetryable(error))
  })

  test('retries after the server closed the connection', async () => {
    const ending = sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(database.db)
    await expect(ending).rejects.toSatisfy(isRetryable)
  })
})

/** Attaches a partition as the product does: rows for the default partition wait meanwhile. */
async function attachPartition(tx: Db): Promise<void> {
  await sql`CREATE TABLE later (LIKE postback_parameters INCLUDING ALL)`.execute(tx)
  await sql`LOCK TABLE postback_parameters_default IN ACCESS EXCLUSIVE MODE`.execute(tx)
  await sql`ALTER TABLE postback_parameters ATTACH PARTITION later
    FOR VALUES FROM ('2031-05-01') TO ('2031-06-01')`.execute(tx)
}

/** Builds work that throws `error` the first `times` times and then returns the number of attempts. */
function failing(times: number, error: Error) {
  let attempts = 0
  return async () => {
    attempts += 1
    if (attempts <= times) throw error
    return attempts
  }
}
