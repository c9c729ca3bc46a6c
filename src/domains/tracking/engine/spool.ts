import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Click } from '../tables.ts'
import { clickToJson } from './click-text.ts'

/** A click that waits on disk for the database; `json` as of `clickToJson`. */
export interface SpooledClick {
  sequence: number
  json: string
}

/** Clicks on the local disk, in one file that survives the death of process and machine. All calls block. */
export interface Spool {
  /** On disk (fsync) when it returns; throws when the disk does not take it. */
  add(clicks: readonly Click[]): void
  /** The oldest, in order. */
  read(limit: number): SpooledClick[]
  remove(clicks: readonly SpooledClick[]): void
  /** Keeps a click that the database has refused, out of the way of the others. */
  quarantine(click: SpooledClick, reason: string): void
  count(): number
  close(): void
}

/** Which of the network's serving processes this is. Slots count from 0; a restarted process has its predecessor's. */
export interface WorkerSlot {
  slot: number
  workers: number
}

/**
 * Opens this worker's own spool, first in the list, and, in slot 0, those of slots that no longer exist because the
 * network now runs fewer workers. A predecessor's file is simply taken over; SQLite's locks make it harmless should it
 * still live.
 */
export function openSpools(folder: string, { slot, workers }: WorkerSlot): [own: Spool, ...leftovers: Spool[]] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const slots = readdirSync(folder).flatMap((file) => /^clicks-(\d+)\.sqlite$/.exec(file)?.[1] ?? [])
  const leftovers = slot === 0 ? slots.map(Number).filter((other) => other >= workers) : []
  const open = (number: number) => openSpool(join(folder, `clicks-${number}.sqlite`))
  return [open(slot), ...leftovers.map(open)]
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 16777216;
  CREATE TABLE IF NOT EXISTS waiting (sequence INTEGER PRIMARY KEY AUTOINCREMENT, click TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS refused (sequence INTEGER PRIMARY KEY, click TEXT NOT NULL, reason TEXT NOT NULL);
`

const LOCK_TIMEOUT_MS = 300

/** Opens one spool file; it is made when it does not exist. */
export function openSpool(path: string): Spool {
  const file = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS })
  file.exec(SCHEMA)
  const insert = file.prepare('INSERT INTO waiting (click) VALUES (?)')
  const select = file.prepare('SELECT sequence, click FROM waiting ORDER BY sequence LIMIT ?')
  const remove = file.prepare('DELETE FROM waiting WHERE sequence = ?')
  const refuse = file.prepare('INSERT OR REPLACE INTO refused (sequence, click, reason) VALUES (?, ?, ?)')
  const counted = file.prepare('SELECT count(*) AS n FROM waiting')

  function atomically(work: () => void): void {
    file.exec('BEGIN IMMEDIATE')
    try {
      work()
      file.exec('COMMIT')
    } catch (error) {
      if (file.isTransaction) file.exec('ROLLBACK')
      throw error
    }
  }

  return {
    add: (clicks) =>
      atomically(() => {
        for (const click of clicks) insert.run(clickToJson(click))
      }),
    read: (limit) => select.all(limit).map((row) => ({ sequence: Number(row.sequence), json: String(row.click) })),
    remove: (clicks) =>
      atomically(() => {
        for (const click of clicks) remove.run(click.sequence)
      }),
    quarantine: (click, reason) =>
      atomically(() => {
        refuse.run(click.sequence, click.json, reason)
        remove.run(click.sequence)
      }),
    count: () => Number(counted.get()?.n ?? 0),
    close: () => file.close(),
  }
}
