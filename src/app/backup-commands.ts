import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chooseRestoredSpool, openSpoolSnapshot, restoreSpool } from '#domains/tracking/tracking/engine/spool-backup.ts'
import { awaitEmptySpools } from '#domains/tracking/tracking/engine/spool-report.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { refuseExisting, verifyBackupFile } from '#platform/server/backup/backup-file.ts'
import type { BackupFile } from '#platform/server/backup/backup-file.ts'
import { countRows } from '#platform/server/backup/backup-header.ts'
import type { BackupHeader } from '#platform/server/backup/backup-header.ts'
import { dumpDatabase } from '#platform/server/backup/dump-database.ts'
import { readLines } from '#platform/server/backup/lines.ts'
import {
  analyse,
  checkSchema,
  isRestored,
  loadDatabase,
  refuseFilledDatabase,
} from '#platform/server/backup/load-database.ts'
import type { Config } from '#platform/server/config.ts'
import { systemContext } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import type { Connection } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import type { Logger } from '#platform/server/log.ts'
import { cancelWaitingMails } from '#platform/server/mail/outbox.ts'
import { unfinishedMark } from '#platform/server/postgres/data-directory.ts'
import { describeSource, readKeys } from '#platform/server/sealing/sealing-key.ts'
import { StartError } from '#platform/server/start-error.ts'
import { resolvePath, say } from './commands.ts'
import { claimDataDir } from './data-dir-lock.ts'
import { borrowDatabase, startDatabase } from './database-bootstrap.ts'
import type { NetworkDatabase } from './database-bootstrap.ts'
import { tablesLeftOut } from './table-rights.ts'
import {
  UNFINISHED_RESTORE,
  findUnfinishedRestore,
  removeUnfinishedRestore,
  writeUnfinishedRestore,
} from './unfinished-restore.ts'
import type { UnfinishedRestore } from './unfinished-restore.ts'
import { getBranding } from './branding.ts'

/** The list of a backup that contains the clicks of the spool. */
const SPOOL = 'spool'

/** How long a backup waits for the other nodes, each of which reports every five seconds. */
const OTHER_NODES_MS = 15_000

/** `npm run backup -- FILE`: writes database and spool to a file, while the network serves or while it is stopped. */
export async function runBackup(config: Config, [file]: string[]): Promise<void> {
  const path = resolvePath(file, 'Where to? npm run backup -- FILE')
  refuseExisting(path)
  if (!existsSync(dirname(path))) throw new StartError(`There is no directory ${dirname(path)}.`)
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres'))) {
    throw new StartError(`${config.dataDir} holds no network.`)
  }
  const log = createLogger(config.logLevel, 'command')
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())
  const database = await borrowDatabase(config, log)
  try {
    const { header, bytes, digest } = await backUp(config, database, { path, log, signal: stopping.signal })
    say(`${path} (${(bytes / 1e6).toFixed(1)} MB) contains ${describeContent(header)}.`)
    say(`SHA-256 ${digest}`)
    if (header.keyId !== null)
      say(`It needs the secret key ${header.keyId}, which it does not contain: keep that apart.`)
  } finally {
    await database.stop()
  }
}

interface BackupTarget {
  path: string
  log: Logger
  signal: AbortSignal
}

/**
 * Opens the spool before the snapshot of the database: a click that was replayed before is in the database, and one
 * that is replayed later is in the spool.
 */
async function backUp(config: Config, { ownerConnection }: NetworkDatabase, target: BackupTarget) {
  const startedAt = new Date()
  const folder = join(config.dataDir, 'spool')
  if (config.databaseUrl !== undefined) await awaitOtherNodes(ownerConnection, { folder, log: target.log })
  const spool = openSpoolSnapshot(folder)
  try {
    const list = { name: SPOOL, rows: spool.count, lines: () => spool.readAll() }
    return await dumpDatabase(ownerConnection, { ...target, leftOut: tablesLeftOut, lists: [list], startedAt })
  } finally {
    spool.close()
  }
}

/** Says which other nodes have clicks that are not in the database, and so not in this backup. */
async function awaitOtherNodes(connection: Connection, { folder, log }: { folder: string; log: Logger }) {
  const left = await openDatabase(connection, log, (db) => awaitEmptySpools(db, { folder, waitMs: OTHER_NODES_MS }))
  for (const { nodeName, clicks, reportedAt } of left) {
    say(
      `The spool of the node ${nodeName} is not in this backup: it had ${clicks.toLocaleString('en')} clicks at ` +
        `${reportedAt.toISOString()}, when it reported last. Replay it, then back up again.`,
    )
  }
}

/**
 * `npm run restore -- FILE`: restores a backup into an empty directory, or into the empty database of DATABASE_URL.
 * `npm run restore -- --check FILE` only says whether the file is whole and what it contains.
 */
export async function runRestore(config: Config, args: string[]): Promise<void> {
  const isCheck = args[0] === '--check'
  const path = resolvePath(args[isCheck ? 1 : 0], 'From where? npm run restore -- FILE')
  const backup = await verifyBackupFile(path)
  await checkSchema(backup)
  if (isCheck) {
    say(`${path} is whole. It contains ${describeContent(backup.header)}.`)
    return
  }
  await claimDataDir(config.dataDir, 'a restore')
  const before = findUnfinishedRestore(config.dataDir)
  if (config.databaseUrl === undefined) refuseData(config.dataDir, before)
  const log = createLogger(config.logLevel, 'command')
  if (config.databaseUrl !== undefined && before === undefined) {
    await refuseFilledDatabase({ connectionString: config.databaseUrl }, log)
  }
  const keyLine = describeKey(config, backup.header)
  const state = { file: path, spool: before?.spool ?? chooseRestoredSpool(join(config.dataDir, 'spool')) }
  if (before === undefined) writeUnfinishedRestore(config.dataDir, state)
  const database = await startDatabase(config, log)
  try {
    if (await hasFinished(before, database, log)) {
      await finish(config, database, log)
      say(`The restore of ${before?.file} had finished.`)
    } else {
      await restore(config, { backup, database, log, state })
      await finish(config, database, log)
      say(`Restored ${describeContent(backup.header)}.`)
    }
    if (keyLine !== undefined) say(keyLine)
  } finally {
    await database.stop()
  }
}

const UNFINISHED_CONTENT = [UNFINISHED_RESTORE, 'postgres', 'postgres.log', 'postgres.log.1', 'spool']

/** Throws a StartError when the directory contains more than a key and what an unfinished restore has left there. */
function refuseData(dataDir: string, unfinished: UnfinishedRestore | undefined): void {
  const mayStay = (name: string) =>
    ['secret.key', 'lost+found', `${UNFINISHED_RESTORE}.new`].includes(name) ||
    (unfinished !== undefined && (UNFINISHED_CONTENT.includes(name) || name.startsWith(`postgres${unfinishedMark}`)))
  const entry = readdirSync(dataDir).find((name) => !mayStay(name))
  if (entry === undefined) return
  throw new StartError(`${dataDir} holds data (${entry}). Set DATA_DIR to an empty directory, into which to restore.`)
}

async function hasFinished(
  unfinished: UnfinishedRestore | undefined,
  { ownerConnection }: NetworkDatabase,
  log: Logger,
): Promise<boolean> {
  const id = unfinished?.transactionId
  return id !== undefined && (await isRestored(ownerConnection, log, id))
}

interface RestoreWork {
  backup: BackupFile
  database: NetworkDatabase
  log: Logger
  state: UnfinishedRestore
}

/**
 * Restores the spool and then the database, whose commit completes the restore. Until then the state in DATA_DIR keeps
 * a start from working with a part of the data.
 */
async function restore(config: Config, { backup, database, log, state }: RestoreWork): Promise<void> {
  const { dataDir } = config
  writeUnfinishedRestore(dataDir, state)
  for (const suffix of ['', '-wal', '-shm']) rmSync(state.spool + suffix, { force: true })
  await loadDatabase(database.ownerConnection, backup, {
    log,
    takeList: (_name, content) => restoreSpool(state.spool, readLines(content), log),
    complete: async (db, transactionId) => {
      await completeRestore(systemContext({ db, branding: getBranding(config) }, 'restore'), backup)
      writeUnfinishedRestore(dataDir, { ...state, file: backup.path, transactionId })
    },
  })
}

/** Ends a restore whose transaction is committed. A kill before its end makes the next restore repeat this part. */
async function finish({ dataDir }: Config, { ownerConnection }: NetworkDatabase, log: Logger): Promise<void> {
  await analyse(ownerConnection, log)
  removeUnfinishedRestore(dataDir)
}

/** Mails that waited were sent since, or come too late, so the restored network does not send them. */
async function completeRestore(tx: Ctx, { digest, header }: BackupFile): Promise<void> {
  const cancelledMails = await cancelWaitingMails(tx, 'restored')
  const details = { createdAt: header.createdAt, migration: header.schema.migration, cancelledMails }
  await audit(tx, { action: 'backup.restore', target: `backup:${digest}`, details })
}

/** Says what a backup contains: rows, tables, clicks of the spool, moment and schema. */
function describeContent(header: BackupHeader): string {
  const rows = countRows(header).toLocaleString('en')
  const clicks = header.lists.find(({ name }) => name === SPOOL)?.rows ?? 0
  return (
    `${rows} rows of ${header.tables.length} tables and ${clicks.toLocaleString('en')} clicks of the spool, ` +
    `as of ${header.createdAt}, schema ${header.schema.migration}`
  )
}

/** Says which key the restored network needs, and whether it is there. */
function describeKey(config: Config, { keyId }: BackupHeader): string | undefined {
  if (keyId === null) return undefined
  const source = describeSource(config)
  const isThere = readKeys(config).some(({ id }) => id === keyId)
  return isThere
    ? `It needs the secret key ${keyId}, which ${source} holds.`
    : `It needs the secret key ${keyId}, which ${source} does not hold. Put the key there before you start the network.`
}
