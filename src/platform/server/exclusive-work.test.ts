import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { runExclusively } from './exclusive-work.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

test('lets one process make the sample world, and the other finds it made', async () => {
  const { db } = database
  const events: string[] = []
  let isMade = false
  const make = (process: string) =>
    runExclusively(db, {
      name: 'demo data',
      onWait: () => events.push(`${process} waits`),
      run: async () => {
        if (isMade) return events.push(`${process} finds it`)
        await sleep(50)
        isMade = true
        return events.push(`${process} makes it`)
      },
    })
  const first = make('one')
  await sleep(20)
  await Promise.all([first, make('two')])
  expect(events).toEqual(['two waits', 'one makes it', 'two finds it'])
})

test('frees the lock when the work fails', async () => {
  const work = { name: 'demo data', onWait: () => expect.unreachable() }
  const fail = () => Promise.reject(new Error('no world'))
  await expect(runExclusively(database.db, { ...work, run: fail })).rejects.toThrow('no world')
  expect(await runExclusively(database.db, { ...work, run: async () => 'made' })).toBe('made')
})
