import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { tableRights } from '#app/table-rights.ts'
import { grantTableRights } from '#platform/server/schema/grants.ts'
import { migrate } from '#platform/server/schema/migrate.ts'
import { findOsUser } from '#platform/server/postgres/os-user.ts'
import { cleanEnvironment, ownerRole } from '#platform/server/postgres/data-directory.ts'
import { findBinaries } from '#platform/server/postgres/binaries.ts'
import { connect, templateDatabase } from './database.ts'
import { waitUntil } from './network.ts'
import { withParent } from './with-parent.ts'

/** Prefers speed to durability, because the run removes the server at its end. */
const settings = [
  'listen_addresses=',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'jit=off',
  'timezone=UTC',
  'max_connections=200',
  'shared_buffers=128MB',
  'max_wal_size=4GB',
]

/** Vitest's global set-up: starts one PostgreSQL per run, with the migrated database that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { host, stop } = await startTestServer()
  try {
    await makeTemplate(host)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresHost', host)
  return stop
}

/** A PostgreSQL server of a test. */
export interface TestServer {
  /** The folder of its socket. */
  host: string
  /** Ends the server at once, as a crash does, and removes its data. */
  stop: () => Promise<void>
}

/** Starts an empty PostgreSQL. */
export function startTestServer(): Promise<TestServer> {
  const home = makeHome()
  initializeData(home)
  return startServer(home)
}

/** Starts an empty PostgreSQL and a standby that follows it; `SELECT pg_promote()` makes the standby a primary. */
export async function startServerPair(): Promise<{ primary: TestServer; standby: TestServer }> {
  const [first, second] = [makeHome(), makeHome()]
  initializeData(first)
  spawnSync('cp', ['-a', join(first, 'data'), second])
  writeFileSync(join(second, 'data', 'standby.signal'), '')
  const source = `primary_conninfo = 'host=${first} port=5432 user=${ownerRole}'\n`
  appendFileSync(join(second, 'data', 'postgresql.auto.conf'), source)
  const primary = await startServer(first)
  return { primary, standby: await startServer(second) }
}

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  chmodSync(home, 0o755)
  const osUser = findOsUser(home)
  if (osUser) chownSync(home, osUser.uid, osUser.gid)
  return home
}

function initializeData(home: string): void {
  const osUser = findOsUser(home)
  const { binDir } = findBinaries(osUser)
  const data = join(home, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (osUser) chownSync(data, osUser.uid, osUser.gid)
  const initdb = [`--pgdata=${data}`, `--username=${ownerRole}`, '--auth=trust', '--no-sync', '--encoding=UTF8']
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = { ...osUser, cwd: '/', env: cleanEnvironment }
  const { status, stderr } = spawnSync(join(binDir, 'initdb'), [...initdb, ...locale], { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

async function startServer(home: string): Promise<TestServer> {
  const osUser = findOsUser(home)
  const { binDir } = findBinaries(osUser)
  const data = join(home, 'data')
  const options = { ...osUser, cwd: '/', env: cleanEnvironment }
  const log = openSync(join(home, 'log'), 'a')
  const parameters = [...settings, `unix_socket_directories=${home}`].flatMap((setting) => ['-c', setting])
  const { file, args } = withParent('QUIT', [join(binDir, 'postgres'), '-D', data, ...parameters])
  const server = spawn(file, args, { ...options, stdio: ['ignore', log, log] })
  await waitUntil(() => {
    if (server.exitCode === null) return isReady(data)
    throw new Error(`PostgreSQL did not start: ${readFileSync(join(home, 'log'), 'utf8')}`)
  })
  return { host: home, stop: () => stopServer(server, home) }
}

function isReady(data: string): boolean {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready'
}

async function makeTemplate(home: string): Promise<void> {
  const maintenance = connect(home, { database: 'postgres' })
  await sql`CREATE ROLE tandem_app LOGIN`.execute(maintenance)
  await sql`CREATE DATABASE ${sql.id(templateDatabase)}`.execute(maintenance)
  await maintenance.destroy()
  const template = connect(home, { database: templateDatabase })
  try {
    await migrate(template)
    await grantTableRights(template, tableRights)
  } finally {
    // PostgreSQL copies a database only while it has no connections.
    await template.destroy()
  }
}

async function stopServer(server: ChildProcess, home: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit')
    server.kill('SIGQUIT')
    await gone
  }
  rmSync(home, { recursive: true, force: true })
}
