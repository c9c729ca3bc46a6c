import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { toClientConfig } from './database.ts'
import { endWithNode } from './node-session.ts'

const HELD_MS = 400

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

/** Begins a transaction that holds a lock, on a connection that the test can break. */
async function holdLock(number: number) {
  const socket = new Socket()
  const connection = endWithNode({ connectionString: database.connectionString }, HELD_MS)
  const client = new pg.Client({ ...toClientConfig(connection), stream: () => socket })
  client.on('error', () => {})
  await client.connect()
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${number})`)
  return { client, socket }
}

async function isFree(number: number): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(${number}) AS is_free`.execute(database.db)
  return rows[0]?.isFree === true
}

test('a transaction whose process is silent loses its locks', async () => {
  const { socket } = await holdLock(1)
  expect(await isFree(1)).toBe(false)
  await expect.poll(() => isFree(1), { timeout: 5000 }).toBe(true)
  socket.destroy()
})

test('a transaction whose process died loses its locks, although its statement has not ended', async () => {
  const { client, socket } = await holdLock(2)
  const statement = client.query('SELECT pg_sleep(30)').catch(() => 'broken')
  await sleep(HELD_MS * 2)
  expect(await isFree(2)).toBe(false)
  socket.destroy()
  await expect.poll(() => isFree(2), { timeout: 5000 }).toBe(true)
  expect(await statement).toBe('broken')
})
