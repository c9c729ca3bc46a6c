import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createLogger } from '#platform/server/log.ts'
import { makeClick, makeFolder } from '#test/support/click-fixtures.ts'
import { Spool, isInUse } from './spool.ts'

const PAGE_BYTES = 4096
const log = createLogger('silent', 'test')
const lost = { sequence: 1, json: '{}' }

/** A spool that holds one click, closed. */
function makeSpool() {
  const folder = makeFolder()
  const path = join(folder, 'clicks-0.sqlite')
  const spool = new Spool(path, log)
  spool.start()
  spool.add([makeClick()])
  spool.stop()
  return { spool, path, listFiles: () => readdirSync(folder).filter((file) => /\.damaged-\d+$/.test(file)) }
}

test.each<[string, (spool: Spool) => void, number]>([
  ['add', (spool) => spool.add([makeClick()]), 1],
  ['read', (spool) => expect(spool.read(10)).toEqual([]), 0],
  ['remove', (spool) => spool.remove([lost]), 0],
  ['quarantine', (spool) => spool.quarantine(lost, 'a reason'), 0],
  ['count', (spool) => expect(spool.count()).toBe(0), 0],
])('%s renames a damaged file and goes on in a new one', (_, call, count) => {
  const { spool, path, listFiles } = makeSpool()
  // The first page holds the schema, which is read when the file is opened.
  writeFileSync(path, readFileSync(path).fill(0xa5, PAGE_BYTES))
  spool.start()
  call(spool)
  expect(listFiles()).toHaveLength(1)
  expect(spool.count()).toBe(count)
  spool.stop()
})

test('a file whose counter of sequences is damaged keeps its clicks', () => {
  const { spool, path, listFiles } = makeSpool()
  const database = new DatabaseSync(path, { defensive: false })
  database.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_sequence(name)' WHERE name = 'sqlite_sequence'`)
  database.close()
  spool.start()
  expect(listFiles()).toHaveLength(1)
  expect(spool.count()).toBe(1)
  spool.stop()
})

test('removes a click only as it was read, because a new file counts from 1', () => {
  const { spool } = makeSpool()
  spool.start()
  spool.remove([{ sequence: 1, json: 'another' }])
  expect(spool.count()).toBe(1)
  spool.remove(spool.read(1))
  expect(spool.count()).toBe(0)
  spool.stop()
})

test('opens exclusively only while no process has it open, and then keeps others out', () => {
  const { spool, path } = makeSpool()
  const other = new Spool(path, log, 'exclusive')
  const isRefused = (opening: Spool) => {
    try {
      opening.start()
      return false
    } catch (error) {
      return isInUse(error)
    }
  }
  spool.start()
  expect(isRefused(other)).toBe(true)
  spool.stop()
  expect(isRefused(other)).toBe(false)
  expect(isRefused(spool)).toBe(true)
  expect(other.count()).toBe(1)
  other.stop()
})
