import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import type { ClickStore } from '#domains/tracking/tracking/engine/click-store.ts'
import { forgetSpool } from '#domains/tracking/tracking/engine/spool-report.ts'
import { addCounts, replaySpool } from '#domains/tracking/tracking/engine/spool-replayer.ts'
import type { ReplayCounts } from '#domains/tracking/tracking/engine/spool-replayer.ts'
import { Spool, isInUse, listSpoolFiles } from '#domains/tracking/tracking/engine/spool.ts'
import type { Config } from '#platform/server/config.ts'
import { createPool, withRetry } from '#platform/server/database/database.ts'
import type { Logger } from '#platform/server/log.ts'
import { StartError } from '#platform/server/start-error.ts'
import { resolvePath, say, withNetwork } from './commands.ts'
import { claimDataDir, isClaimed } from './data-dir-lock.ts'

const BATCH_TIMEOUT_MS = 60_000

/**
 * `npm run replay -- FOLDER`: brings the clicks that wait in the spool of another node into the database, each once.
 * Exits with 1 when not all of them could be brought there. It may run again at any time.
 */
export async function runReplay(config: Config, [given]: string[]): Promise<void> {
  const question = 'Whose spool? npm run replay -- FOLDER, the DATA_DIR of a stopped node.'
  const folder = findSpoolFolder(resolvePath(given, question))
  await claimSpool(config, folder)
  await withNetwork(config, async ({ db }, { runtime }) => {
    const { connection, log } = runtime
    const pool = createPool(connection, { max: 1, applicationName: 'tandem replay', log })
    const damagedBefore = new Set(listDamaged(folder))
    try {
      const counts = await replayFolder(folder, createClickStore(pool, { timeoutMs: BATCH_TIMEOUT_MS }), log)
      report(
        counts,
        listDamaged(folder).filter((file) => !damagedBefore.has(file)),
      )
      if (counts.refused === 0) await forgetSpool(db, folder)
    } finally {
      await pool.end()
    }
  })
}

/** Returns the folder that contains the spools: `given` itself, or `spool` in it. */
function findSpoolFolder(given: string): string {
  const folder = [join(given, 'spool'), given].find((path) => existsSync(path) && listSpoolFiles(path).length > 0)
  if (folder === undefined) throw new StartError(`There is no spool in ${given}: no file clicks-….sqlite.`)
  return realpathSync(folder)
}

/** Keeps the node whose spool it is from starting meanwhile. Throws a StartError when that node runs. */
async function claimSpool({ dataDir, databaseUrl }: Config, folder: string): Promise<void> {
  const owner = basename(folder) === 'spool' ? dirname(folder) : folder
  if (await isClaimed(owner)) throw inUse(folder)
  // A command on the embedded database claims its own DATA_DIR.
  const claimsItself = databaseUrl === undefined && existsSync(dataDir) && realpathSync(dataDir) === owner
  if (!claimsItself) await claimDataDir(owner, 'a replay')
}

/**
 * Replays all spools of a folder, and repeats a batch for some seconds while the database is away. Throws a StartError
 * that says how far it came.
 */
export async function replayFolder(folder: string, store: ClickStore, log: Logger): Promise<ReplayCounts> {
  const sum = { recorded: 0, present: 0, refused: 0 }
  const patient: ClickStore = { ...store, replay: (clicks) => withRetry(() => store.replay(clicks)) }
  for (const path of listSpoolFiles(folder)) {
    const spool = new Spool(path, log, 'exclusive')
    try {
      spool.start()
      await replaySpool({ spool, store: patient, log, onBatch: (counts) => addCounts(sum, counts) })
    } catch (error) {
      if (isInUse(error)) throw inUse(folder)
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartError(
        `${describe(sum)} The others wait in ${folder}; run this again. What stopped it: ${reason}.`,
        { cause: error },
      )
    } finally {
      spool.stop()
    }
  }
  return sum
}

function report(counts: ReplayCounts, damaged: readonly string[]): void {
  say(describe(counts))
  if (counts.refused > 0) say(`The database refuses ${counts.refused}; each stays in its file, in the table refused.`)
  for (const file of damaged) say(`A file was damaged; it is kept as ${file}, and its readable clicks are replayed.`)
  if (counts.refused > 0 || damaged.length > 0) process.exitCode = 1
}

function describe({ recorded, present }: ReplayCounts): string {
  return `${recorded} ${recorded === 1 ? 'click is' : 'clicks are'} recorded; ${present} were recorded already.`
}

function listDamaged(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /\.damaged-\d+$/.test(file))
    .toSorted()
}

function inUse(folder: string): StartError {
  return new StartError(`A running node uses ${folder} and replays these clicks itself. Stop it first.`)
}
