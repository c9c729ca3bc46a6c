import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import { Spool, getSpoolFile } from '#domains/tracking/tracking/engine/spool.ts'
import { createLogger } from '#platform/server/log.ts'
import { makeClick, makeFolder, openClickStore } from '#test/support/click-fixtures.ts'
import { replayFolder } from './replay-command.ts'

const log = createLogger('silent', 'test')

let store: ClickStore
let close: () => Promise<void>

beforeAll(async () => {
  ;({ store, close } = await openClickStore())
})

afterAll(() => close())

test('counts each click once when the connection breaks between clicks that are replayed one by one', async () => {
  const folder = makeFolder()
  const spool = new Spool(getSpoolFile(folder, 0), log)
  spool.start()
  spool.add([makeClick(), makeClick(), makeClick({ ipPrefix: '203.0.113.0\0' })])
  spool.stop()
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
