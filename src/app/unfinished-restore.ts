import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder, writeDurably } from '#platform/server/files/durable-file.ts'
import { StartError } from '#platform/server/start-error.ts'

/** A restore that has begun. It stands in a file of DATA_DIR from before the restore changes anything until its end. */
export interface UnfinishedRestore {
  /** The path of the backup. */
  file: string
  /** The file to which the restore writes the clicks of the spool. */
  spool: string
  /** The transaction of the database; unset before it is complete. When it was committed, everything is restored. */
  transactionId?: string
}

/** Reads the restore that has not ended in `dataDir`. */
export function findUnfinishedRestore(dataDir: string): UnfinishedRestore | undefined {
  const path = getPath(dataDir)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as UnfinishedRestore) : undefined
}

/** Writes the state of a restore, durably. */
export function writeUnfinishedRestore(dataDir: string, state: UnfinishedRestore): void {
  writeDurably(getPath(dataDir), JSON.stringify(state))
}

/** Ends a restore, durably. */
export function removeUnfinishedRestore(dataDir: string): void {
  rmSync(getPath(dataDir))
  syncFolder(dataDir)
}

/** Throws a StartError while a restore has not ended, so that no command works with a part of the data. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const unfinished = findUnfinishedRestore(dataDir)
  if (unfinished === undefined) return
  throw new StartError(
    `A restore into ${dataDir} has not finished. Run it again: npm run restore -- ${unfinished.file}`,
  )
}

/** The name of the file in DATA_DIR. */
export const UNFINISHED_RESTORE = 'restore.unfinished'

function getPath(dataDir: string): string {
  return join(dataDir, UNFINISHED_RESTORE)
}
