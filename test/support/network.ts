import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#database'
import { createDatabase } from '#platform/server/database/database.ts'
import { createLogger } from '#platform/server/log.ts'
import { readKeys } from '#platform/server/sealing/sealing-key.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import { loadSecrets } from '#platform/server/secrets/secrets.ts'
import type { AppSecrets } from '#platform/server/secrets/secrets.ts'
import { findServer } from '#platform/server/postgres/orphan-cleanup.ts'
import { findRunningPostgres } from '#platform/server/postgres/supervisor.ts'
import { testContext } from './context.ts'
import { patienceMs } from './patience.ts'
import { withParent } from './with-parent.ts'

const root = join(import.meta.dirname, '..', '..')

/** The exit code and the output of a program. */
export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * A network of its own for a test, started as `npm start` does, with its data in one temporary directory unless
 * `dataDir` is given.
 */
export class TestNetwork {
  readonly dataDir: string
  readonly #env: Record<string, string>
  readonly port: number
  #started: ChildProcess[] = []
  readonly #errors: (() => string)[] = []

  constructor(port: number, env: Record<string, string> = {}, dataDir = makeFolder()) {
    this.port = port
    this.dataDir = dataDir
    this.#env = env
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts the program and waits for the line with its address; returns the primary's process and the elapsed time. */
  async start(env: Record<string, string> = {}): Promise<{ primary: ChildProcess; tookMs: number }> {
    const startedAt = performance.now()
    const primary = this.launch(env)
    const stderr = collect(primary.stderr)
    this.#errors.push(stderr)
    let stdout = ''
    for await (const chunk of primary.stdout ?? []) {
      stdout += String(chunk)
      if (stdout.includes(' runs at ')) return { primary, tookMs: performance.now() - startedAt }
    }
    throw new Error(`The network did not start: ${stdout}${stderr()}`)
  }

  /** Starts the program and waits for its exit; for a start that is refused. */
  startUntilExit(env: Record<string, string> = {}, args: readonly string[] = []): Promise<Outcome> {
    return waitForOutcome(this.launch(env, ['start', ...args]))
  }

  /** What the processes of all starts have logged, for the message of a failed test. */
  get errors(): string {
    return this.#errors.map((read) => read()).join('')
  }

  /** Runs one of the commands beside `start`. */
  command(...words: string[]): Promise<Outcome> {
    return waitForOutcome(this.launch({}, words))
  }

  /** Starts the program and returns at once. */
  launch(env: Record<string, string> = {}, words: readonly string[] = ['start']): ChildProcess {
    const { file, args } = withParent('KILL', [process.execPath, 'src/main.ts', ...words])
    const child = spawn(file, args, {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        TMPDIR: tmpdir(),
        NODE_ENV: 'production',
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        WORKERS: '2',
        DEMO: '0',
        LOG_LEVEL: 'error',
        // The directory in which the person called npm.
        INIT_CWD: tmpdir(),
        ...this.#env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#started.push(child)
    return child
  }

  /** The process id of the PostgreSQL that runs on the network's data; 0 when none runs. */
  get postgresPid(): number {
    return findServer(join(this.dataDir, 'postgres'))?.pid ?? 0
  }

  /** Connects to the database as its owner; the caller destroys the connection. */
  connect(): Db {
    const connection = findRunningPostgres(this.dataDir)?.owner
    if (connection === undefined) throw new Error('No PostgreSQL runs')
    return createDatabase(connection, { max: 2, applicationName: 'test', log: createLogger('silent', 'test') })
  }

  /** Reads the secret keys of the network from its database. */
  loadSecrets(db: Db): Promise<AppSecrets> {
    return loadSecrets(testContext(db), this.readSealing())
  }

  /** Seals and opens values as the network does. */
  readSealing(): Sealing {
    return new Sealing(readKeys({ secretKeys: undefined, dataDir: this.dataDir }))
  }

  /** Whether the network answers and reaches its database. */
  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`, { headers: { connection: 'close' } })).ok
    } catch {
      return false
    }
  }

  /** Ends the processes that this object has started. */
  async end(): Promise<void> {
    for (const child of this.#started) if (isAlive(child)) await kill(child, 'SIGTERM')
    this.#started = []
  }

  /** Ends the network and removes its data. */
  async remove(): Promise<void> {
    await this.end()
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Builds the site when its sources have changed, because a start serves the built site. Call it in `beforeAll`. */
export function buildSite(): void {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The build failed: ${stderr}`)
}

/**
 * Lies below the range from which systems choose ports for outgoing connections. From that range a client that retries
 * during a restart could take the port of the server.
 */
const ports = { first: 20_000, count: 10_000 }

/** Finds a free port that no outgoing connection can take while a server restarts. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = ports.first + randomInt(ports.count)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Sends the signal and waits for the exit; returns the exit code and the elapsed time. */
export async function kill(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<{ code: number | null; tookMs: number }> {
  const startedAt = performance.now()
  const exited = isAlive(child) ? once(child, 'exit') : Promise.resolve()
  child.kill(signal)
  await exited
  return { code: child.exitCode, tookMs: performance.now() - startedAt }
}

/** Sends the signal to the process with this id; throws when it is 0, which would mean this process's own group. */
export function signalProcess(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) throw new Error(`No process to send ${signal} to`)
  process.kill(pid, signal)
}

/** Lists the child processes of `parent` and theirs; with `command`, only those whose command line contains it. */
export function listDescendants(parent: { pid?: number | undefined }, command = ''): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+) (.*)$/.exec(line) ?? [])
  const below = (pid: string): (readonly string[])[] =>
    rows.filter((row) => row[2] === pid).flatMap((row) => [row, ...below(row[1] ?? '')])
  return below(String(parent.pid))
    .filter((row) => row[3]?.includes(command))
    .map((row) => Number(row[1]))
}

/** Whether a process with this id runs; a zombie does not. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

/** Checks `condition` every 20 ms until it holds; throws when it never does. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Not within ${patienceMs} ms: ${condition.toString()}`)
    await sleep(20)
  }
}

/** Whether any file of `names` exists below `folder`. */
export function holdsAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)))
}

async function waitForOutcome(child: ChildProcess): Promise<Outcome> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: stdout().trim(), stderr: stderr().trim() }
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-network-'))
  // Started by root, PostgreSQL runs as another user, which has to enter the folder.
  chmodSync(folder, 0o755)
  return folder
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.on('data', (chunk) => (text += String(chunk)))
  return () => text
}
