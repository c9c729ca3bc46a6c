import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartError } from '../start-error.ts'

/** A system account that is not the one of this process. */
export interface Account {
  uid: number
  gid: number
}

const accountName = 'postgres'

/**
 * The account that has to run PostgreSQL on the data in `dataDir`; `undefined` stands for this process's own.
 * PostgreSQL refuses to run as root, so root lends it the owner of the data, or the system account `postgres`, made
 * when missing.
 */
export function findAccount(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const data = statSync(dataDir, { throwIfNoEntry: false })
  if (data !== undefined && data.uid !== 0) return { uid: data.uid, gid: data.gid }
  return lookUpAccount() ?? createAccount()
}

/** Whether `account` may work in the directory `path`, in every sense that the system knows. */
export function canUse(account: Account | undefined, path: string, access: 'enter' | 'write'): boolean {
  const test = access === 'write' ? 'test -w "$0" && test -x "$0"' : 'test -x "$0"'
  return spawnSync('/bin/sh', ['-c', test, path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

function lookUpAccount(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, accountName], { encoding: 'utf8' }))
  if (uid?.status !== 0 || gid?.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function createAccount(): Account {
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', accountName], {
    stdio: 'ignore',
  })
  const account = lookUpAccount()
  if (account !== undefined) return account
  throw new StartError(
    `PostgreSQL does not run as root, and the system account "${accountName}" could not be made. ` +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}
