import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a PostgreSQL server writes about itself into its data directory. */
export interface PidFile {
  pid: number
  socketDir: string
  /** `ready` when connections are accepted. */
  status: string
}

/** Reads `postmaster.pid`; `undefined` when there is none, or only the beginning of one. */
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

/** The live server that works on `dataDir`, whoever started it. */
export function findServer(dataDir: string): PidFile | undefined {
  const file = readPidFile(dataDir)
  return file !== undefined && isServerFor(file.pid, dataDir) ? file : undefined
}

/**
 * Stops a server that outlived its supervisor and removes what dead servers left in the way. A process that merely got
 * the number of a dead server is left alone. Nobody else may be starting a server on `dataDir` meanwhile.
 */
export async function clearLeftovers(dataDir: string, socketDir: string): Promise<void> {
  const orphan = findServer(dataDir)
  if (orphan !== undefined) await stopServer(orphan.pid, dataDir)
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socketDir, name), { force: true })
}

const escalation = [
  // Rolls back what is open, writes everything down, ends.
  { signal: 'SIGINT', forMs: 7000 },
  // Ends at once; the next start replays the log, nothing committed is lost.
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

/** Told by its command line, because a number alone may belong to anybody by now and a zombie answers signals too. */
function isServerFor(pid: number, dataDir: string): boolean {
  const [program = '', ...args] = readCommand(pid)
  if (basename(program) !== 'postgres') return false
  return args.includes(dataDir) || readWorkingDirectory(pid) === dataDir
}

function readCommand(pid: number): string[] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    // Paths may hold spaces; the supervisor writes the data directory between these two.
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
