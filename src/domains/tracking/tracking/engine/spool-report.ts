import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#database'
import type { Logger } from '#platform/server/log.ts'
import { countSpools } from './spool-backup.ts'

/** Says which node a folder of spools belongs to, also on another machine. */
const ID_FILE = 'node-id'

/** A node whose spool may have clicks that are not in the database. */
export interface UnstoredSpool {
  nodeName: string
  /** The clicks that waited when the node reported last. */
  clicks: bigint
  reportedAt: Date
}

/** Dependencies of `SpoolReporter`. */
export interface SpoolReporterOptions {
  db: Db
  log: Logger
  /** The folder of the spools of this node. */
  folder: string
  intervalMs?: number
}

/**
 * Reports how many clicks the spool of this node contains, every five seconds, for the backups that other nodes make. A
 * node that stops with an empty spool takes its report back.
 */
export class SpoolReporter {
  readonly #options: Required<SpoolReporterOptions>
  readonly #stopping = new AbortController()
  #isReachable = false
  #running: Promise<void> = Promise.resolve()

  constructor({ intervalMs = 5000, ...options }: SpoolReporterOptions) {
    this.#options = { ...options, intervalMs }
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    // A node that is cut off from the database does not wait for it.
    if (!this.#isReachable) return
    if ((await this.#report()) === 0) await this.#try(() => forgetSpool(this.#options.db, this.#options.folder))
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#report()
      await sleep(this.#options.intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  #report(): Promise<number | undefined> {
    return this.#try(() => reportSpool(this.#options.db, this.#options.folder))
  }

  /** A report that does not reach the database is what tells a backup that it lacks this spool. */
  async #try<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work()
      this.#isReachable = true
      return result
    } catch (err) {
      this.#isReachable = false
      this.#options.log.info({ err }, 'The state of the spool could not be reported')
      return undefined
    }
  }
}

/** Writes the report of a node and returns the number of clicks in its spool. */
export async function reportSpool(db: Db, folder: string): Promise<number> {
  const nodeId = ensureNodeId(folder)
  // Read before the clicks: what was acknowledged until then is in the database, or is counted.
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  const clicks = countSpools(folder)
  const report = { nodeName: hostname().slice(0, 253), clicks: BigInt(clicks), reportedAt: rows[0]?.now ?? new Date() }
  await db
    .insertInto('spoolReport')
    .values({ nodeId, ...report })
    .onConflict((conflict) => conflict.column('nodeId').doUpdateSet(report))
    .execute()
  return clicks
}

/** Takes the report of a node back, when its spool is empty and will stay so. */
export async function forgetSpool(db: Db, folder: string): Promise<void> {
  const nodeId = findNodeId(folder)
  if (nodeId !== undefined) await db.deleteFrom('spoolReport').where('nodeId', '=', nodeId).execute()
}

/**
 * Waits until the other nodes have reported an empty spool since this call: then all that they acknowledged before is
 * in the database. Lists the nodes that have not within `waitMs`. `folder` is that of the own spools.
 */
export async function awaitEmptySpools(
  db: Db,
  { folder, waitMs }: { folder: string; waitMs: number },
): Promise<UnstoredSpool[]> {
  // A backup before an upgrade reads an older schema, whose nodes report nothing.
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now
    WHERE to_regclass('public.spool_report') IS NOT NULL`.execute(db)
  const since = rows[0]?.now
  if (since === undefined) return []
  const deadline = performance.now() + waitMs
  for (;;) {
    const left = await listUnstored(db, { since, ownId: findNodeId(folder) })
    if (left.length === 0 || performance.now() > deadline) return left
    await sleep(250)
  }
}

function listUnstored(db: Db, { since, ownId }: { since: Date; ownId: string | undefined }): Promise<UnstoredSpool[]> {
  return (
    db
      .selectFrom('spoolReport')
      .select(['nodeName', 'clicks', 'reportedAt'])
      // Both times lose their microseconds: a report of the same millisecond may be older.
      .where((row) => row.or([row('clicks', '>', 0n), row('reportedAt', '<=', since)]))
      .$if(ownId !== undefined, (query) => query.where('nodeId', '!=', ownId ?? ''))
      .orderBy('nodeName')
      .orderBy('nodeId')
      .execute()
  )
}

function ensureNodeId(folder: string): string {
  const present = findNodeId(folder)
  if (present !== undefined) return present
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const nodeId = randomUUID()
  writeFileSync(join(folder, ID_FILE), `${nodeId}\n`, { mode: 0o600 })
  return nodeId
}

function findNodeId(folder: string): string | undefined {
  const file = join(folder, ID_FILE)
  const id = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return /^[0-9a-f-]{36}$/.test(id) ? id : undefined
}
