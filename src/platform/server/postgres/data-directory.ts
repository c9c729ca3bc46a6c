import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { syncFolder } from '../files/durable-file.ts'
import { StartError } from '../start-error.ts'
import { canUse } from './os-user.ts'
import type { OsUser } from './os-user.ts'
import { systemFolder } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { withParent } from './die-with-parent.ts'

/** Name of the superuser that owns the network's database. */
export const ownerRole = 'tandem'

/** The environment of PostgreSQL's programs. It excludes the PG… variables of the shell, which would configure them. */
export const cleanEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Returns the data directory: `home`/postgres, or the target of that link. If `osUser` cannot enter `home` (a checkout
 * under /root), this creates a directory under /var/lib/tandem and the link to it.
 */
export function locateData(home: string, osUser: OsUser | undefined): string {
  const place = join(fs.realpathSync(home), 'postgres')
  const entry = fs.lstatSync(place, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink()) return resolve(dirname(place), fs.readlinkSync(place))
  if (entry !== undefined || osUser === undefined || canUse(osUser, home, 'enter')) return place
  const target = join(systemFolder, `${basename(dirname(place))}-${randomBytes(5).toString('hex')}`, 'postgres')
  fs.mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  fs.symlinkSync(target, place)
  return target
}

/**
 * Creates the directory for the socket. Its path is short, because the path of a socket has at most 107 bytes. Only the
 * user who runs PostgreSQL can enter it.
 */
export function makeSocketDir(dataDir: string, osUser: OsUser | undefined): string {
  const dir = join(tmpdir(), `tandem-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  const found = fs.lstatSync(dir)
  const ownUid = process.getuid?.()
  if (!found.isDirectory() || (ownUid !== 0 && found.uid !== ownUid)) {
    throw new StartError(`${dir} belongs to another user; remove it, or set TMPDIR to another directory.`)
  }
  if (osUser !== undefined) fs.chownSync(dir, osUser.uid, osUser.gid)
  fs.chmodSync(dir, 0o700)
  return dir
}

/**
 * Checks that `binaries` can open the data in `dataDir`; initialises an empty directory. Never overwrites data.
 */
export function prepareData(dataDir: string, binaries: Binaries, osUser: OsUser | undefined): void {
  if (!fs.existsSync(dirname(dataDir))) {
    throw new StartError(`The data of this network lies in ${dataDir}, and that directory is not there.`)
  }
  removeUnfinished(dataDir)
  if (isAbsentOrEmpty(dataDir)) createData(dataDir, binaries, osUser)
  if (canRead(dataDir)) checkVersion(dataDir, binaries)
  checkOwner(dataDir, osUser)
}

function checkOwner(dataDir: string, osUser: OsUser | undefined): void {
  const owner = fs.statSync(dataDir).uid
  const uid = osUser?.uid ?? process.getuid?.()
  if (uid !== undefined && owner !== uid) {
    throw new StartError(
      `${dataDir} belongs to the account ${owner}: start as that account, or choose another DATA_DIR.`,
    )
  }
  if (!canUse(osUser, dataDir, 'write')) {
    throw new StartError(`The account ${uid} that runs PostgreSQL cannot reach ${dataDir}: choose another DATA_DIR.`)
  }
}

function checkVersion(dataDir: string, binaries: Binaries): void {
  const file = join(dataDir, 'PG_VERSION')
  if (!fs.existsSync(file)) {
    throw new StartError(`${dataDir} holds files but no PostgreSQL data: move them away, or choose another DATA_DIR.`)
  }
  const version = fs.readFileSync(file, 'utf8').trim()
  if (version === binaries.majorVersion) return
  throw new StartError(
    `${dataDir} was made by PostgreSQL ${version}, and this program brings PostgreSQL ${binaries.majorVersion}. ` +
      `Choose another DATA_DIR, or run a PostgreSQL ${version} on that directory and set DATABASE_URL.`,
  )
}

function isAbsentOrEmpty(dataDir: string): boolean {
  if (!fs.existsSync(dataDir)) return true
  return canRead(dataDir) && fs.readdirSync(dataDir).length === 0
}

function canRead(dataDir: string): boolean {
  try {
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Stands between the name of a data directory and a random part, in the name that it has until it is complete. */
export const unfinishedMark = '.unfinished-'

/** Removes the incomplete data directories of starts that were killed. */
function removeUnfinished(dataDir: string): void {
  const parent = dirname(dataDir)
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(`${basename(dataDir)}${unfinishedMark}`)) continue
    try {
      fs.rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // The initdb of that start may still be writing; a later start removes the rest.
    }
  }
}

/**
 * Creates the data directory under another name and renames it when it is complete and on disk, so that a kill never
 * leaves a partial data directory.
 */
function createData(dataDir: string, binaries: Binaries, osUser: OsUser | undefined): void {
  const unfinished = fs.mkdtempSync(`${dataDir}${unfinishedMark}`)
  if (osUser !== undefined) fs.chownSync(unfinished, osUser.uid, osUser.gid)
  const command = withParent('KILL', [join(binaries.binDir, 'initdb')])
  const { status, stderr, error } = spawnSync(
    command[0] ?? '',
    [
      ...command.slice(1),
      `--pgdata=${unfinished}`,
      `--username=${ownerRole}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      // Commits wait while a new segment is filled with zeros: 50 ms for the default of 16 MB, 13 ms for 4 MB.
      '--wal-segsize=4',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...Object.entries(tunables()).map(([name, value]) => `--set=${name}=${value}`),
    ],
    { ...osUser, cwd: '/', env: cleanEnvironment, encoding: 'utf8' },
  )
  if (status !== 0) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? ''
    throw new StartError(`The database could not be made in ${dataDir}: ${reason}`)
  }
  fs.renameSync(unfinished, dataDir)
  syncFolder(dirname(dataDir))
}

/** Settings that initdb writes into postgresql.conf, where the operator can change them. */
function tunables(): Record<string, string> {
  // First use of a shared buffer costs more than a page in the cache of the operating system, so buffers are few.
  const sharedBuffersMb = Math.max(64, Math.min(256, Math.floor(totalmem() / 8 / 2 ** 20)))
  return {
    shared_buffers: `${sharedBuffersMb}MB`,
    max_connections: '100',
    // PostgreSQL recycles old segments, which is free, and commits wait while it fills new ones with zeros. A short
    // log also makes crash recovery fast.
    min_wal_size: '256MB',
    max_wal_size: '256MB',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    // Autovacuum adds new clicks to the index by time; the roll-ups scan all clicks that are not in it yet.
    autovacuum_naptime: '10s',
  }
}
