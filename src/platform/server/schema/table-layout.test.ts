import { expect, onTestFinished, test } from 'vitest'
import { ensureClickPartitions } from '#domains/tracking/tracking/commands/partitions.ts'
import { createClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import { PATIENT_MS, makeClick, makePool } from '#test/support/click-fixtures.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { awaitLockWaits } from '#test/support/lock-waits.ts'
import { withTableLayout } from './table-layout.ts'

const database = await openTestDatabase()

test('the job that makes partitions waits for a backup, and clicks are stored meanwhile', async () => {
  const pool = makePool(database)
  onTestFinished(() => pool.end())
  const store = createClickStore(pool, { timeoutMs: PATIENT_MS })
  let isMade = false
  let made: Promise<unknown> = Promise.resolve()
  await withTableLayout(database.ownerDb, async (session) => {
    await session.transaction().execute(async (tx) => {
      // As a backup does, this transaction holds a lock on the table until its end.
      await tx.selectFrom('click').select('id').execute()
      made = ensureClickPartitions(database.ownerDb, { from: new Date(), months: 1 }).then(() => (isMade = true))
      await awaitLockWaits(database, 1)
      await store.insert([makeClick()])
      expect(isMade).toBe(false)
    })
  })
  await made
  expect(await database.db.selectFrom('click').select('id').execute()).toHaveLength(1)
})
