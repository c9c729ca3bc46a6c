import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/support/database.ts'
import { runExclusively } from './exclusive-work.ts'

const database = await openTestDatabase()

test('lets one process make the sample world, and the other finds it made', async () => {
  const { db } = database
  const events: string[] = []
  const [started, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const name = 'demo data'
  const first = runExclusively(db, {
    name,
    onWait: () => expect.unreachable(),
    run: async () => {
      started.resolve()
      await waiting.promise
      events.push('one makes it')
    },
  })
  await started.promise
  const onWait = () => {
    events.push('two waits')
    waiting.resolve()
  }
  await Promise.all([first, runExclusively(db, { name, onWait, run: async () => void events.push('two finds it') })])
  expect(events).toEqual(['two waits', 'one makes it', 'two finds it'])
})

test('frees the lock when the work fails', async () => {
  const work = { name: 'demo data', onWait: () => expect.unreachable() }
  const fail = () => Promise.reject(new Error('no world'))
  await expect(runExclusively(database.db, { ...work, run: fail })).rejects.toThrow('no world')
  expect(await runExclusively(database.db, { ...work, run: async () => 'made' })).toBe('made')
})
