import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tableRights } from '#app/table-rights.ts'
import { verifyBackupFile } from '#platform/server/backup/backup-file.ts'
import { dumpDatabase } from '#platform/server/backup/dump-database.ts'
import { loadDatabase } from '#platform/server/backup/load-database.ts'
import { readLines } from '#platform/server/backup/lines.ts'
import { createLogger } from '#platform/server/log.ts'
import { grantTableRights } from '#platform/server/schema/grants.ts'
import { PATIENT_MS, makeClick, makeFolder, makePool, openClickStore } from '#test/support/click-fixtures.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { clickToJson } from '../views.ts'
import { createClickStore } from './click-store.ts'
import type { ClickStore } from './click-store.ts'
import { chooseRestoredSpool, openSpoolSnapshot, restoreSpool } from './spool-backup.ts'
import { Spool, findSpools, getSpoolFile } from './spool.ts'

const log = createLogger('silent', 'test')

let database: TestDatabase
let store: ClickStore
let close: () => Promise<void>

beforeAll(async () => {
  ;({ database, store, close } = await openClickStore())
})

afterAll(() => close())

/** Opens the spools of two workers with a click each, as the workers keep them open. */
function openSpools() {
  const folder = makeFolder()
  const clicks = [makeClick(), makeClick()]
  const spools = clicks.map((click, slot) => {
    const spool = new Spool(getSpoolFile(folder, slot), log)
    spool.start()
    spool.add([click])
    return spool
  })
  const [first] = spools
  if (first === undefined) throw new Error('No spool')
  return { folder, first, ids: clicks.map(({ id }) => id), stop: () => spools.forEach((spool) => spool.stop()) }
}

async function* toContent(lines: readonly string[]): AsyncGenerator<Buffer> {
  for (const line of lines) yield Buffer.from(`${line}\n`)
}

const readIds = (lines: Iterable<string>) => [...lines].map((line) => (JSON.parse(line) as { id: string }).id)

test('a snapshot keeps the clicks of all spools, refused ones too, while they are replayed and others arrive', () => {
  const { folder, first, ids, stop } = openSpools()
  const refused = makeClick()
  first.add([refused])
  const [waiting, doubtful] = first.read(2)
  if (waiting === undefined || doubtful === undefined) throw new Error('No click')
  first.quarantine(doubtful, 'a reason')
  const snapshot = openSpoolSnapshot(folder)
  first.remove([waiting])
  first.add([makeClick()])
  expect(snapshot.count).toBe(3)
  expect(readIds(snapshot.readAll()).toSorted()).toEqual([...ids, refused.id].toSorted())
  snapshot.close()
  stop()
})

test('a spool that is closed, or no folder at all, has a snapshot as well', () => {
  const { folder, stop } = openSpools()
  stop()
  const snapshot = openSpoolSnapshot(folder)
  expect(snapshot.count).toBe(2)
  snapshot.close()
  const absent = openSpoolSnapshot(join(folder, 'absent'))
  expect([absent.count, [...absent.readAll()]]).toEqual([0, []])
  expect(readIdsAfterStart(folder)).toHaveLength(2)
})

/** Reads the clicks as a worker does that owns all spools of the folder. */
function readIdsAfterStart(folder: string): string[] {
  const spools = findSpools(folder, { slot: 0, workers: 1, log })
  const lines = spools.flatMap((spool) => {
    spool.start()
    const clicks = spool.read(100)
    spool.stop()
    return clicks.map(({ json }) => json)
  })
  return readIds(lines)
}

test('a damaged spool stops the backup with a sentence', () => {
  const { folder, stop } = openSpools()
  stop()
  const file = new DatabaseSync(getSpoolFile(folder, 1))
  file.exec('DROP TABLE refused')
  file.close()
  expect(() => openSpoolSnapshot(folder)).toThrow(/^The spool .*clicks-1\.sqlite cannot be read \(.*\)\. Try again/)
})

test('a click that is replayed while the backup begins is restored once', async () => {
  const { folder, first, ids, stop } = openSpools()
  const path = join(mkdtempSync(join(tmpdir(), 'tandem-backup-')), 'file')
  const snapshot = openSpoolSnapshot(folder)
  const replayed = first.read(10)
  await store.replay(replayed.map(({ json }) => json))
  first.remove(replayed)
  await dumpDatabase(database, {
    path,
    log,
    leftOut: [],
    lists: [{ name: 'spool', rows: snapshot.count, lines: () => snapshot.readAll() }],
    startedAt: new Date(),
    signal: new AbortController().signal,
  })
  snapshot.close()
  stop()

  const restored = await createEmptyDatabase()
  const target = makeFolder()
  const file = chooseRestoredSpool(target)
  await loadDatabase(restored, await verifyBackupFile(path), {
    log,
    takeList: (_name, content) => restoreSpool(file, readLines(content), log),
    complete: async () => {},
  })
  // As a start does.
  await grantTableRights(restored.ownerDb, tableRights)
  expect(await restored.ownerDb.selectFrom('click').select('id').execute()).toEqual([{ id: ids[0] }])
  expect(readIdsAfterStart(target).toSorted()).toEqual(ids.toSorted())
  const replay = makePool(restored)
  const spool = new Spool(file, log)
  spool.start()
  await createClickStore(replay, { timeoutMs: PATIENT_MS }).replay(spool.read(10).map(({ json }) => json))
  spool.stop()
  await replay.end()
  const stored = await restored.ownerDb.selectFrom('click').select('id').orderBy('id').execute()
  expect(stored.map(({ id }) => id)).toEqual(ids.toSorted())
  await restored.close()
})

test('restored clicks go to a file beside those that are there, and no click makes no file', async () => {
  const { folder, ids, stop } = openSpools()
  stop()
  const file = chooseRestoredSpool(folder)
  expect(file).toBe(getSpoolFile(folder, 2))
  await restoreSpool(file, readLines(toContent([])), log)
  expect(readdirSync(folder)).not.toContain('clicks-2.sqlite')
  const click = makeClick({ destination: 'https://shop.example/\u2028é' })
  await restoreSpool(file, readLines(toContent([clickToJson(click)])), log)
  expect(readIdsAfterStart(folder).toSorted()).toEqual([...ids, click.id].toSorted())
})
