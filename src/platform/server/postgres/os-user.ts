import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** An operating-system user other than the user of this process. */
export interface OsUser {
  uid: number
  gid: number
}

const osUserName = 'postgres'

/**
 * Finds the user who must run PostgreSQL on `dataDir`; `undefined` means the user of this process. PostgreSQL refuses
 * to run as root. Under root it therefore runs as the owner of the data, or as the system user `postgres`, which is
 * created when missing.
 */
export function findOsUser(dataDir: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const data = statSync(dataDir, { throwIfNoEntry: false })
  if (data !== undefined && data.uid !== 0) return { uid: data.uid, gid: data.gid }
  return lookUpOsUser() ?? createOsUser()
}

/**
 * Returns whether a user can enter, or write to, the directory `path`. The shell checks it as that user, so access
 * control lists and mount options count.
 */
export function canUse(osUser: OsUser | undefined, path: string, access: 'enter' | 'write'): boolean {
  const test = access === 'write' ? 'test -w "$0" && test -x "$0"' : 'test -x "$0"'
  return spawnSync('/bin/sh', ['-c', test, path], { ...osUser, cwd: '/', stdio: 'ignore' }).status === 0
}

function lookUpOsUser(): OsUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, osUserName], { encoding: 'utf8' }))
  if (uid?.status !== 0 || gid?.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function createOsUser(): OsUser {
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', osUserName], {
    stdio: 'ignore',
  })
  const osUser = lookUpOsUser()
  if (osUser !== undefined) return osUser
  throw new StartError(
    `PostgreSQL does not run as root, and the system account "${osUserName}" could not be made. ` +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}
