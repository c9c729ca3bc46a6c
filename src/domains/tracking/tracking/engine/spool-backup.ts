import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Logger } from '#platform/server/log.ts'
import { StartError } from '#platform/server/start-error.ts'
import { Spool, getSpoolFile, listSpoolFiles } from './spool.ts'

/** The clicks in all spools of a folder at one moment. */
export interface SpoolSnapshot {
  count: number
  /** Reads the clicks, as `clickToJson` has written them. Clicks that the database has refused are among them. */
  readAll(): Generator<string>
  close(): void
}

const LOCK_TIMEOUT_MS = 5000
const CLICKS = 'SELECT click FROM (SELECT click FROM waiting UNION ALL SELECT click FROM refused)'

/**
 * Opens the spools of a folder, also while the network works, and keeps them as they are now. The network goes on
 * adding and replaying clicks. A click that is in none of them was committed to the database before. Throws a
 * StartError when a file cannot be read.
 */
export function openSpoolSnapshot(folder: string): SpoolSnapshot {
  const files = existsSync(folder) ? listSpoolFiles(folder) : []
  const opened: { database: DatabaseSync; count: number }[] = []
  const close = () => {
    for (const { database } of opened) database.close()
  }
  try {
    for (const file of files) opened.push(openFile(file))
  } catch (error) {
    close()
    throw error
  }
  return {
    count: opened.reduce((sum, { count }) => sum + count, 0),
    close,
    *readAll() {
      for (const { database } of opened) {
        for (const { click } of database.prepare(CLICKS).iterate()) yield String(click)
      }
    },
  }
}

const RANGE = `SELECT (SELECT count(*) FROM refused) + coalesce(
  (SELECT max(sequence) FROM waiting) - (SELECT min(sequence) FROM waiting) + 1, 0) AS n`

/**
 * Counts the clicks in all spools of a folder, also while the network works, and as `Spool.count` without reading each
 * of those that wait. Zero only without a click. Throws when a file cannot be read.
 */
export function countSpools(folder: string): number {
  let sum = 0
  for (const file of existsSync(folder) ? listSpoolFiles(folder) : []) {
    using database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    sum += Number(database.prepare(RANGE).get()?.['n'])
  }
  return sum
}

/** Begins a transaction, in which SQLite shows the file as it was at the first read. */
function openFile(path: string): { database: DatabaseSync; count: number } {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    database.exec('BEGIN')
    return { database, count: Number(database.prepare(`SELECT count(*) AS n FROM (${CLICKS})`).get()?.['n']) }
  } catch (error) {
    const reason = (error as Error).message
    throw new StartError(`The spool ${path} cannot be read (${reason}). Try again in a moment.`, { cause: error })
  }
}

/** Chooses a file for clicks that are restored, beside the spools in a folder. The next start replays it. */
export function chooseRestoredSpool(folder: string): string {
  for (let slot = 0; ; slot++) {
    const file = getSpoolFile(folder, slot)
    if (!existsSync(file)) return file
  }
}

/** Writes clicks, one per line, to a new spool. Without a click there is no file. */
export async function restoreSpool(path: string, lines: AsyncIterable<string[]>, log: Logger): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const spool = new Spool(path, log)
  try {
    for await (const clicks of lines) {
      if (clicks.length === 0) continue
      spool.start()
      spool.addJson(clicks)
    }
  } finally {
    spool.stop()
  }
}
