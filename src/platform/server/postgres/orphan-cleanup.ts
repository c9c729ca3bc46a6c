import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The content of `postmaster.pid`, which a PostgreSQL server writes into its data directory. */
export interface PidFile {
  pid: number
  socketDir: string
  /** `ready` when the server accepts connections. */
  status: string
}

/** Reads `postmaster.pid`; `undefined` when it is missing or incomplete. */
export function readPidFile(dataDir: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    return { pid, socketDir: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Finds the running server on `dataDir`, also if another process started it. */
export function findServer(dataDir: string): PidFile | undefined {
  const file = readPidFile(dataDir)
  return file !== undefined && isServerFor(file.pid, dataDir) ? file : undefined
}

/**
 * Stops a server that outlived its supervisor and removes the pid and socket files of dead servers. It does not touch
 * another process that reused the pid of a dead server. The caller must hold the claim on the data directory.
 */
export async function cleanUpOrphan(dataDir: string, socketDir: string): Promise<void> {
  const orphan = findServer(dataDir)
  if (orphan !== undefined) await stopServer(orphan.pid, dataDir)
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socketDir, name), { force: true })
}

const escalation = [
  // Fast shutdown: rolls open transactions back and writes a checkpoint.
  { signal: 'SIGINT', forMs: 3000 },
  // Immediate shutdown: the next start replays the write-ahead log; no committed data is lost.
  { signal: 'SIGQUIT', forMs: 2000 },
  { signal: 'SIGKILL', forMs: 2000 },
] as const

async function stopServer(pid: number, dataDir: string): Promise<void> {
  for (const { signal, forMs } of escalation) {
    if (!isServerFor(pid, dataDir)) return
    process.kill(pid, signal)
    const deadline = performance.now() + forMs
    while (isServerFor(pid, dataDir) && performance.now() < deadline) await sleep(20)
  }
}

/** Checks the command line, because another process may have reused the pid, and because zombies accept signals. */
function isServerFor(pid: number, dataDir: string): boolean {
  const [program = '', ...args] = readCommand(pid)
  if (basename(program) !== 'postgres') return false
  return args.includes(dataDir) || readWorkingDirectory(pid) === dataDir
}

function readCommand(pid: number): string[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    // Paths may contain spaces; the supervisor puts the data directory between these two options.
    return /^(.*?\/postgres) -D (.*?) -c /.exec(stdout)?.slice(1) ?? []
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

function readWorkingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
