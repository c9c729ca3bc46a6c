import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Logger } from '#platform/server/log.ts'
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

const FILE_NAME = /^clicks-(\d+)\.sqlite$/

/** Returns the path of the spool of a slot. */
export function getSpoolFile(folder: string, slot: number): string {
  return join(folder, `clicks-${slot}.sqlite`)
}

/**
 * Finds this worker's own spool, which comes first. Slot 0 also gets the spools of slots that no longer exist, because
 * the network now runs fewer workers. A predecessor that still runs may have a file open; SQLite's locks make that
 * safe.
 */
export function findSpools(
  folder: string,
  { slot, workers, log }: WorkerSlot & { log: Logger },
): [own: Spool, ...leftovers: Spool[]] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = readdirSync(folder)
  const slots = files.flatMap((file) => FILE_NAME.exec(file)?.[1] ?? [])
  const leftovers = slot === 0 ? slots.map(Number).filter((other) => other >= workers) : []
  const createSpool = (number: number) => new Spool(getSpoolFile(folder, number), log)
  return [createSpool(slot), ...leftovers.map(createSpool)]
}

/** Lists the paths of the spools in a folder, those of all workers that it has had. */
export function listSpoolFiles(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => FILE_NAME.test(file))
  return files.toSorted().map((file) => join(folder, file))
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 16777216;
  CREATE TABLE IF NOT EXISTS waiting (sequence INTEGER PRIMARY KEY AUTOINCREMENT, click TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS refused (sequence INTEGER PRIMARY KEY, click TEXT NOT NULL, reason TEXT NOT NULL);
`

const LOCK_TIMEOUT_MS = 300

/** `exclusive`: opening fails while another process has the file open, and no other process can open it afterwards. */
type SpoolAccess = 'shared' | 'exclusive'

/**
 * A queue of clicks in one file on the local disk. It survives a crash of the process or machine. The call that finds
 * the file damaged renames it to `….damaged-{time}`, moves the clicks that can still be read to a new file, and goes on
 * there. All calls block.
 */
export class Spool {
  readonly #path: string
  readonly #log: Logger
  readonly #access: SpoolAccess
  #file: SpoolFile | undefined

  constructor(path: string, log: Logger, access: SpoolAccess = 'shared') {
    this.#path = path
    this.#log = log
    this.#access = access
  }

  /** Opens the file and creates it if it does not exist. */
  start(): void {
    if (this.#file) return
    try {
      this.#file = openFile(this.#path, this.#access)
    } catch (error) {
      if (!isDamaged(error)) throw error
      this.#replaceFile(error)
    }
  }

  /** Closes the file. */
  stop(): void {
    this.#file?.database.close()
    this.#file = undefined
  }

  /** Adds clicks. They are on disk (fsync) when the call returns; it throws if the disk refuses them. */
  add(clicks: readonly Click[]): void {
    this.addJson(clicks.map(clickToJson))
  }

  /** Adds clicks that `clickToJson` has written, as `add` does. */
  addJson(clicks: readonly string[]): void {
    this.#atomically(({ insert }) => {
      for (const json of clicks) insert.run(json)
    })
  }

  /** Reads the oldest clicks, in order. */
  read(limit: number): SpooledClick[] {
    return this.#withFile(({ select }) => select.all(limit).map(toClick))
  }

  /** Removes clicks that were read. Keeps those that have another sequence by now, in a new file. */
  remove(clicks: readonly SpooledClick[]): void {
    this.#atomically(({ remove }) => {
      for (const { sequence, json } of clicks) remove.run(sequence, json)
    })
  }

  /** Moves a click that the database rejects from the queue to the table `refused`, with the reason. */
  quarantine(click: SpooledClick, reason: string): void {
    this.#atomically(({ refuse, remove }) => {
      refuse.run(click.sequence, click.json, reason)
      remove.run(click.sequence, click.json)
    })
  }

  /**
   * Counts the clicks by the first and the last sequence, because reading all of them would block too long. A click
   * that was quarantined between these two counts until the clicks before it are gone.
   */
  count(): number {
    return this.#withFile((file) => Number(file.count.get()?.n ?? 0))
  }

  #replaceFile(err: unknown): void {
    this.stop()
    const { file, clicks } = setAside(this.#path)
    this.#file = openFile(this.#path, this.#access)
    writeAtomically(this.#file, ({ insert }) => {
      for (const json of clicks) insert.run(json)
    })
    this.#log.error({ err, file, clicks: clicks.length }, 'A damaged spool was set aside; its readable clicks are kept')
  }

  #atomically(work: (file: SpoolFile) => void): void {
    this.#withFile((file) => writeAtomically(file, work))
  }

  /** Works on the file. If it is damaged, replaces it and does the work once more, on the new file. */
  #withFile<T>(work: (file: SpoolFile) => T): T {
    try {
      return work(this.#opened)
    } catch (error) {
      if (!isDamaged(error)) throw error
      this.#replaceFile(error)
      return work(this.#opened)
    }
  }

  get #opened(): SpoolFile {
    if (this.#file === undefined) throw new Error('The spool is not open')
    return this.#file
  }
}

type SpoolFile = ReturnType<typeof openFile>

function writeAtomically(file: SpoolFile, work: (file: SpoolFile) => void): void {
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

function openFile(path: string, access: SpoolAccess) {
  const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS })
  try {
    if (access === 'exclusive') database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec(SCHEMA)
  } catch (error) {
    // Else the file would stay locked.
    database.close()
    throw error
  }
  return {
    database,
    insert: database.prepare('INSERT INTO waiting (click) VALUES (?)'),
    select: database.prepare('SELECT sequence, click FROM waiting ORDER BY sequence LIMIT ?'),
    remove: database.prepare('DELETE FROM waiting WHERE sequence = ? AND click = ?'),
    refuse: database.prepare('INSERT OR REPLACE INTO refused (sequence, click, reason) VALUES (?, ?, ?)'),
    count: database.prepare(
      'SELECT coalesce((SELECT max(sequence) FROM waiting) - (SELECT min(sequence) FROM waiting) + 1, 0) AS n',
    ),
  }
}

/** Tells whether a file could not be opened because another process has it open: SQLITE_BUSY. */
export function isInUse(error: unknown): boolean {
  return getResultCode(error) === 5
}

function toClick(row: Record<string, unknown>): SpooledClick {
  return { sequence: Number(row['sequence']), json: String(row['click']) }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isDamaged(error: unknown): boolean {
  return [11, 26].includes(getResultCode(error))
}

/** The primary result code: the lower eight bits of the extended one. */
function getResultCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff
}

/** Renames a damaged file with its log and returns the clicks that can be read from it, from both ends. */
function setAside(path: string): { file: string; clicks: string[] } {
  const file = `${path}.damaged-${Date.now()}`
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, file + suffix)
  const ascending = readWhilePossible(file, 'ASC')
  const descending = readWhilePossible(file, 'DESC')
  return { file, clicks: [...new Map([...ascending, ...descending]).values()] }
}

function readWhilePossible(file: string, order: 'ASC' | 'DESC'): Map<number, string> {
  const clicks = new Map<number, string>()
  try {
    const database = new DatabaseSync(file)
    try {
      const rows = database.prepare(`SELECT sequence, click FROM waiting ORDER BY sequence ${order}`).iterate()
      for (const { sequence, json } of rows.map(toClick)) clicks.set(sequence, json)
    } finally {
      database.close()
    }
  } catch {
    // The rest cannot be read in this direction.
  }
  return clicks
}
