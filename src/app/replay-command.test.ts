import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { createClickStore } from '#domains/tracking/engine/click-store.ts'
import type { ClickStore } from '#domains/tracking/engine/click-store.ts'
import { Spool } from '#domains/tracking/engine/spool.ts'
import { createLogger } from '#platform/server/log.ts'
import { PATIENT_MS, makeClick, makeFolder, makePool } from '#test/support/click-fixtures.ts'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { replayFolder } from './replay-command.ts'

const log = createLogger('silent', 'test')

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = makePool(database)
})

afterAll(async () => {
  await pool.end()
  await database.close()
})

test('counts each click once when the connection breaks between clicks that are replayed one by one', async () => {
  const folder = makeFolder()
  const spool = new Spool(join(folder, 'clicks-0.sqlite'), log)
  spool.start()
  spool.add([makeClick(), makeClick(), makeClick({ ipPrefix: '203.0.113.0\0' })])
  spool.stop()
  const store = createClickStore(pool, { timeoutMs: PATIENT_MS })
  let calls = 0
  const breaking: ClickStore = {
    ...store,
    replay: async (clicks) => {
      if (++calls === 3) throw new Error('Connection terminated unexpectedly')
      return store.replay(clicks)
    },
  }
  expect(await replayFolder(folder, breaking, log)).toEqual({ recorded: 2, present: 0, refused: 1 })
  expect(calls).toBe(5)
})
