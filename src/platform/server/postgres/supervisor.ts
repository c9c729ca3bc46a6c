import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { StartError } from '../start-error.ts'
import { findOsUser } from './os-user.ts'
import type { OsUser } from './os-user.ts'
import { cleanEnvironment, locateData, makeSocketDir, ownerRole, prepareData } from './data-directory.ts'
import { cleanUpOrphan, findServer, readPidFile } from './orphan-cleanup.ts'
import { findBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { applicationRole, databaseName, prepareDatabase } from './database-roles.ts'
import { withParent } from './die-with-parent.ts'

/** Options of `startPostgres`. */
export interface PostgresOptions {
  /** DATA_DIR. Its subdirectory `postgres` holds the data; `postgres.log` is the log of the server. */
  home: string
  log: Logger
  /** Additional server settings. Only tests use them, to trade durability for speed. */
  settings?: Readonly<Record<string, string>>
}

/** A running embedded PostgreSQL. The supervisor restarts it when it dies. */
export interface Postgres {
  /** Connects as the owner of the schema, for migrations and maintenance. */
  owner: Connection
  /** Connects as the application role, which cannot rewrite history. */
  application: Connection
  /** Rolls open transactions back and stops the server. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL on the data in `home`, and creates the data when there is none. Replaces a server that
 * outlived a killed program. The caller must hold the claim on `home`. Throws a StartError.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  mkdirSync(options.home, { recursive: true })
  const osUser = findOsUser(join(options.home, 'postgres'))
  const binaries = findBinaries(osUser)
  const dataDir = locateData(options.home, osUser)
  prepareData(dataDir, binaries, osUser)
  const socketDir = makeSocketDir(dataDir, osUser)
  const server = new Server({ ...options, osUser, binaries, dataDir, socketDir })
  await server.start()
  const connections = connectionsTo(socketDir)
  try {
    await prepareDatabase(connections.owner, options.log)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { ...connections, stop: () => server.stop() }
}

/** Finds the embedded server that runs on `home`. */
export function findRunningPostgres(home: string): Omit<Postgres, 'stop'> | undefined {
  const dataDir = locateData(home, undefined)
  const running = findServer(dataDir)
  return running && connectionsTo(running.socketDir)
}

function connectionsTo(socketDir: string): Omit<Postgres, 'stop'> {
  return { owner: connectionTo(socketDir, ownerRole), application: connectionTo(socketDir, applicationRole) }
}

function connectionTo(socketDir: string, user: string): Connection {
  // Every parameter is set, so that the PG… variables of the shell have no effect.
  return { host: socketDir, port: 5432, user, database: databaseName, ssl: false, password: '' }
}

interface ServerOptions extends PostgresOptions {
  osUser: OsUser | undefined
  binaries: Binaries
  dataDir: string
  socketDir: string
}

const firstStartForMs = 10_000
const longestStartPauseMs = 400
const stopForMs = 3000
const longestPauseMs = 5000
const largestLogBytes = 10_000_000

class Server {
  readonly #options: ServerOptions
  #child: ChildProcess | undefined
  #isStopping = false
  #logStart = 0

  constructor(options: ServerOptions) {
    this.#options = options
  }

  /**
   * Retries for some seconds, because the child processes and the shared memory of a killed server take a moment to
   * disappear.
   */
  async start(): Promise<void> {
    const deadline = performance.now() + firstStartForMs
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestStartPauseMs)) {
      try {
        return await this.#launch()
      } catch (error) {
        if (this.#isStopping || performance.now() + pauseMs > deadline) throw error
        await sleep(pauseMs)
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#child !== undefined && !hasExited(this.#child)) await this.#end(this.#child)
    rmSync(this.#options.socketDir, { recursive: true, force: true })
  }

  async #end(child: ChildProcess): Promise<void> {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await Promise.race([exited, sleep(stopForMs, undefined, { ref: false })])
    if (hasExited(child)) return
    // The next start replays the write-ahead log; no committed data is lost.
    child.kill('SIGQUIT')
    await exited
  }

  async #launch(): Promise<void> {
    const { dataDir, socketDir, log } = this.#options
    await cleanUpOrphan(dataDir, socketDir)
    if (this.#isStopping) throw new StartError('PostgreSQL was stopped before it had started.')
    const child = this.#spawn()
    this.#child = child
    const launchedAt = performance.now()
    let isSlow = false
    while (!isReady(child, dataDir)) {
      if (hasExited(child)) throw this.#describeExit()
      if (!isSlow && performance.now() - launchedAt > 3000) {
        isSlow = true
        log.warn('PostgreSQL is still recovering its data')
      }
      await sleep(10)
    }
    child.once('exit', (code, signal) => {
      if (this.#isStopping) return
      log.error({ code, signal }, 'PostgreSQL ended and is started again')
      void this.#relaunch()
    })
  }

  async #relaunch(): Promise<void> {
    for (let pauseMs = 50; !this.#isStopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await this.#launch()
        this.#options.log.warn('PostgreSQL is back')
        return
      } catch (err) {
        this.#options.log.error({ err }, 'PostgreSQL does not start')
        await sleep(pauseMs)
      }
    }
  }

  #spawn(): ChildProcess {
    const { osUser, binaries, dataDir, socketDir, settings } = this.#options
    const args = [...buildSettings(socketDir), ...Object.entries(settings ?? {})].flatMap(([k, v]) => [
      '-c',
      `${k}=${v}`,
    ])
    const [command, ...rest] = withParent('INT', [join(binaries.binDir, 'postgres'), '-D', dataDir, ...args])
    const logFd = openSync(this.#logFile(), 'a', 0o600)
    try {
      return spawn(command ?? '', rest, {
        ...osUser,
        cwd: '/',
        env: cleanEnvironment,
        stdio: ['ignore', logFd, logFd],
        // A separate process group, because Ctrl-C in a terminal reaches the whole group and would stop the database
        // first.
        detached: true,
      }).on('error', (err) => this.#options.log.error({ err }, 'PostgreSQL could not be run'))
    } finally {
      closeSync(logFd)
    }
  }

  #logFile(): string {
    const file = join(this.#options.home, 'postgres.log')
    this.#logStart = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (this.#logStart > largestLogBytes) {
      renameSync(file, `${file}.1`)
      this.#logStart = 0
    }
    return file
  }

  #describeExit(): StartError {
    const file = join(this.#options.home, 'postgres.log')
    const lines = readFileSync(file).subarray(this.#logStart).toString().trim().split('\n')
    const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
    return new StartError(`PostgreSQL did not start: ${reason} (more in ${file})`)
  }
}

function hasExited(child: ChildProcess): boolean {
  // A child without a pid was never started.
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

function isReady(child: ChildProcess, dataDir: string): boolean {
  const file = readPidFile(dataDir)
  return !hasExited(child) && file?.pid === child.pid && file?.status === 'ready'
}

function buildSettings(socketDir: string): [string, string][] {
  return [
    ['listen_addresses', ''],
    ['unix_socket_directories', socketDir],
    ['port', '5432'],
    ['fsync', 'on'],
    ['full_page_writes', 'on'],
    ['synchronous_commit', 'on'],
    // When at least 4 other transactions are open, a commit waits 0.3 ms for theirs, and one write to disk serves all.
    ['commit_delay', '300'],
    ['commit_siblings', '4'],
    ['timezone', 'UTC'],
    ['log_timezone', 'UTC'],
    ['jit', 'off'],
    ...syncMethod(),
    // Statements and details contain user input.
    ['log_min_error_statement', 'panic'],
    ['log_error_verbosity', 'terse'],
  ]
}

/**
 * Before crash recovery PostgreSQL syncs its data directory: by default each of 1,600 files, which takes up to 20 s on
 * a busy disk. One call of syncfs does the same, and reports errors of the disk since Linux 5.8.
 */
function syncMethod(): [string, string][] {
  const [major = 0, minor = 0] = release().split('.').map(Number.parseFloat)
  const reportsErrors = process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
  return reportsErrors ? [['recovery_init_sync_method', 'syncfs']] : []
}
