import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Click } from '../tables.ts'
import { clickToJson } from '../views.ts'

/** A click that waits on disk for the database; `clickToJson` writes its `json`. */
export interface SpooledClick {
  sequence: number
  json: string
}

/** The slot of this worker among all workers. Slots count from 0; a restarted worker keeps its slot. */
export interface WorkerSlot {
  slot: number
  workers: number
}

/**
 * Finds this worker's own spool, which comes first. Slot 0 also gets the spools of slots that no longer exist, because
 * the network now runs fewer workers. A predecessor that still runs may have a file open; SQLite's locks make that
 * safe.
 */
export function findSpools(folder: string, { slot, workers }: WorkerSlot): [own: Spool, ...leftovers: Spool[]] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const slots = readdirSync(folder).flatMap((file) => /^clicks-(\d+)\.sqlite$/.exec(file)?.[1] ?? [])
  const leftovers = slot === 0 ? slots.map(Number).filter((other) => other >= workers) : []
  const createSpool = (number: number) => new Spool(join(folder, `clicks-${number}.sqlite`))
  return [createSpool(slot), ...leftovers.map(createSpool)]
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 16777216;
  CREATE TABLE IF NOT EXISTS waiting (sequence INTEGER PRIMARY KEY AUTOINCREMENT, click TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS refused (sequence INTEGER PRIMARY KEY, click TEXT NOT NULL, reason TEXT NOT NULL);
`

const LOCK_TIMEOUT_MS = 300

/** A queue of clicks in one file on the local disk. It survives a crash of the process or machine. All calls block. */
export class Spool {
  readonly #path: string
  #file: SpoolFile | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** Opens the file and creates it if it does not exist. */
  start(): void {
    this.#file ??= openFile(this.#path)
  }

  /** Closes the file. */
  stop(): void {
    this.#file?.database.close()
    this.#file = undefined
  }

  /** Adds clicks. They are on disk (fsync) when the call returns; it throws if the disk refuses them. */
  add(clicks: readonly Click[]): void {
    this.#atomically(({ insert }) => {
      for (const click of clicks) insert.run(clickToJson(click))
    })
  }

  /** Reads the oldest clicks, in order. */
  read(limit: number): SpooledClick[] {
    const rows = this.#opened.select.all(limit)
    return rows.map((row) => ({ sequence: Number(row.sequence), json: String(row.click) }))
  }

  remove(clicks: readonly SpooledClick[]): void {
    this.#atomically(({ remove }) => {
      for (const click of clicks) remove.run(click.sequence)
    })
  }

  /** Moves a click that the database rejects from the queue to the table `refused`, with the reason. */
  quarantine(click: SpooledClick, reason: string): void {
    this.#atomically(({ refuse, remove }) => {
      refuse.run(click.sequence, click.json, reason)
      remove.run(click.sequence)
    })
  }

  count(): number {
    return Number(this.#opened.count.get()?.n ?? 0)
  }

  get #opened(): SpoolFile {
    if (this.#file === undefined) throw new Error('The spool is not open')
    return this.#file
  }

  #atomically(work: (file: SpoolFile) => void): void {
    const file = this.#opened
    const { database } = file
    database.exec('BEGIN IMMEDIATE')
    try {
      work(file)
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}

type SpoolFile = ReturnType<typeof openFile>

function openFile(path: string) {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS })
  database.exec(SCHEMA)
  return {
    database,
    insert: database.prepare('INSERT INTO waiting (click) VALUES (?)'),
    select: database.prepare('SELECT sequence, click FROM waiting ORDER BY sequence LIMIT ?'),
    remove: database.prepare('DELETE FROM waiting WHERE sequence = ?'),
    refuse: database.prepare('INSERT OR REPLACE INTO refused (sequence, click, reason) VALUES (?, ?, ?)'),
    count: database.prepare('SELECT count(*) AS n FROM waiting'),
  }
}
