import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import { canUse } from './os-user.ts'
import type { Account } from './os-user.ts'
import { systemFolder } from './binaries.ts'
import type { Program } from './binaries.ts'
import { withParent } from './die-with-parent.ts'

/** Name of the superuser that owns the network's database. */
export const ownerRole = 'tandem'

/** The environment of PostgreSQL's programs: nothing of the shell's, whose PG… variables would steer them. */
export const cleanEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Where the data of the server lies: `home`/postgres, or what that links to. For an account that cannot reach `home` (a
 * checkout under /root) such a link is made, to a new directory under /var/lib/tandem.
 */
export function locateData(home: string, account: Account | undefined): string {
  const place = join(fs.realpathSync(home), 'postgres')
  const entry = fs.lstatSync(place, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink()) return resolve(dirname(place), fs.readlinkSync(place))
  if (entry !== undefined || account === undefined || canUse(account, home, 'enter')) return place
  const target = join(systemFolder, `${basename(dirname(place))}-${randomBytes(5).toString('hex')}`, 'postgres')
  fs.mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  fs.symlinkSync(target, place)
  return target
}

/**
 * A directory for the socket: short, because the path of a socket has at most 107 bytes, and open to the server's
 * account alone.
 */
export function makeSocketDir(dataDir: string, account: Account | undefined): string {
  const dir = join(tmpdir(), `tandem-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  const found = fs.lstatSync(dir)
  const ownUid = process.getuid?.()
  if (!found.isDirectory() || (ownUid !== 0 && found.uid !== ownUid)) {
    throw new StartError(`${dir} belongs to somebody else; remove it, or set TMPDIR to another directory.`)
  }
  if (account !== undefined) fs.chownSync(dir, account.uid, account.gid)
  fs.chmodSync(dir, 0o700)
  return dir
}

/**
 * Makes sure that `dataDir` holds data that `program` can open; a new one is filled. What is there is never
 * overwritten.
 */
export function prepareData(dataDir: string, program: Program, account: Account | undefined): void {
  if (!fs.existsSync(dirname(dataDir))) {
    throw new StartError(`The data of this network lies in ${dataDir}, and that directory is not there.`)
  }
  removeUnfinished(dataDir)
  if (isAbsentOrEmpty(dataDir)) createData(dataDir, program, account)
  if (canRead(dataDir)) checkVersion(dataDir, program)
  checkOwner(dataDir, account)
}

function checkOwner(dataDir: string, account: Account | undefined): void {
  const owner = fs.statSync(dataDir).uid
  const uid = account?.uid ?? process.getuid?.()
  if (uid !== undefined && owner !== uid) {
    throw new StartError(
      `${dataDir} belongs to the account ${owner}: start as that account, or choose another DATA_DIR.`,
    )
  }
  if (!canUse(account, dataDir, 'write')) {
    throw new StartError(`The account ${uid} that runs PostgreSQL cannot reach ${dataDir}: choose another DATA_DIR.`)
  }
}

function checkVersion(dataDir: string, program: Program): void {
  const file = join(dataDir, 'PG_VERSION')
  if (!fs.existsSync(file)) {
    throw new StartError(`${dataDir} holds files but no PostgreSQL data: move them away, or choose another DATA_DIR.`)
  }
  const version = fs.readFileSync(file, 'utf8').trim()
  if (version === program.majorVersion) return
  throw new StartError(
    `${dataDir} was made by PostgreSQL ${version}, and this program brings PostgreSQL ${program.majorVersion}. ` +
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

const unfinishedMark = '.unfinished-'

/** A start that was killed while it made the data leaves a directory behind which never became the data. */
function removeUnfinished(dataDir: string): void {
  const parent = dirname(dataDir)
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(`${basename(dataDir)}${unfinishedMark}`)) continue
    try {
      fs.rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // The program of that start may still be writing there; a later start removes the rest.
    }
  }
}

/** Made beside its place and renamed when it is whole and on the disk, so that no kill leaves half a data directory. */
function createData(dataDir: string, program: Program, account: Account | undefined): void {
  const unfinished = fs.mkdtempSync(`${dataDir}${unfinishedMark}`)
  if (account !== undefined) fs.chownSync(unfinished, account.uid, account.gid)
  const command = withParent('KILL', [join(program.binDir, 'initdb')])
  const { status, stderr, error } = spawnSync(
    command[0] ?? '',
    [
      ...command.slice(1),
      `--pgdata=${unfinished}`,
      `--username=${ownerRole}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      // A new segment is written full of zeros while every commit waits: 50 ms for the usual 16 MB, 13 ms for four.
      '--wal-segsize=4',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...Object.entries(tunables()).map(([name, value]) => `--set=${name}=${value}`),
    ],
    { ...account, cwd: '/', env: cleanEnvironment, encoding: 'utf8' },
  )
  if (status !== 0) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? ''
    throw new StartError(`The database could not be made in ${dataDir}: ${reason}`)
  }
  fs.renameSync(unfinished, dataDir)
  syncDirectory(dirname(dataDir))
}

/** Written into postgresql.conf once, so that the operator can change them there. */
function tunables(): Record<string, string> {
  // A page that was never touched costs more than one that the system has cached, so there are no more than are used.
  const sharedBuffersMb = Math.max(64, Math.min(256, Math.floor(totalmem() / 8 / 2 ** 20)))
  return {
    shared_buffers: `${sharedBuffersMb}MB`,
    max_connections: '100',
    // Old segments are used again, which costs nothing; every new one is filled with zeros while commits wait. A short
    // log is also read again quickly after a crash.
    min_wal_size: '256MB',
    max_wal_size: '256MB',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    // New clicks are put into the index by time at this pace, and the roll-ups read what is not in it whole.
    autovacuum_naptime: '10s',
  }
}

function syncDirectory(path: string): void {
  const fd = fs.openSync(path, 'r')
  fs.fsyncSync(fd)
  fs.closeSync(fd)
}
