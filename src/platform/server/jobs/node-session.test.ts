import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { toClientConfig } from '../database/database.ts'
import { endWithNode } from './node-session.ts'

const HELD_MS = 400
/** A lock that the test holds. */
const GATE = 99

const database = await openTestDatabase()

/** Connects like a job, by a connection that the test can break. */
async function open() {
  const socket = new Socket()
  const connection = endWithNode({ connectionString: database.connectionString }, HELD_MS)
  const client = new pg.Client({ ...toClientConfig(connection), stream: () => socket })
  client.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await client.connect()
  return { client, socket }
}

async function isFree(number: number): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(${number}) AS is_free`.execute(database.db)
  return rows[0]?.isFree === true
}

test('a transaction whose process is silent loses its locks', async () => {
  const { client } = await open()
  let locked: Promise<unknown> = Promise.resolve()
  await database.ownerDb.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${GATE})`.execute(tx)
    // At the gate the transaction is not idle; its process is silent from the answer on.
    locked = client.query(`BEGIN; SELECT pg_advisory_xact_lock(1); SELECT pg_advisory_xact_lock(${GATE})`)
    await expect.poll(() => isFree(1)).toBe(false)
  })
  await locked
  await expect.poll(() => isFree(1)).toBe(true)
})

test('a transaction whose process died loses its locks, although its statement has not ended', async () => {
  const { client, socket } = await open()
  const statement = client.query('BEGIN; SELECT pg_advisory_xact_lock(2); SELECT pg_sleep(3600)').catch(() => 'broken')
  await expect.poll(() => isFree(2)).toBe(false)
  await sleep(HELD_MS * 2)
  expect(await isFree(2)).toBe(false)
  socket.destroy()
  await expect.poll(() => isFree(2)).toBe(true)
  expect(await statement).toBe('broken')
})
