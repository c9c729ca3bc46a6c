import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { listDescendants } from '#test/support/network.ts'

/** What a run of load took of the machine. */
export interface Usage {
  /** The share of the machine's processor time in which no process ran. */
  idleShare: number
  /** The processor time of the measured server's processes, in microseconds; not a number where no `/proc` tells it. */
  serverUs: number
}

/** Runs `work` and measures what the machine and the processes of a server did meanwhile. */
export async function measureUsage<T>(
  root: { pid?: number | undefined },
  work: () => Promise<T>,
): Promise<{ result: T; usage: Usage }> {
  const before = { cpus: readCpus(), serverMs: readTreeMs(root) }
  const result = await work()
  const after = { cpus: readCpus(), serverMs: readTreeMs(root) }
  const total = after.cpus.total - before.cpus.total
  const usage = {
    idleShare: (after.cpus.idle - before.cpus.idle) / total,
    serverUs: (after.serverMs - before.serverMs) * 1000,
  }
  return { result, usage }
}

const SAMPLE_MS = 20

/** Samples the resident memory of this process until `stop`, which answers by how many megabytes it grew at most. */
export function watchMemory(): { stop: () => number } {
  const idle = process.memoryUsage().rss
  let peak = idle
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), SAMPLE_MS)
  return {
    stop: () => {
      clearInterval(sampling)
      return (peak - idle) / 2 ** 20
    },
  }
}

function readCpus(): { idle: number; total: number } {
  const times = cpus().map((cpu) => cpu.times)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.map(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq)),
  }
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Sums the processor time of a process, of those below it, and of those below it that have ended. */
function readTreeMs(root: { pid?: number | undefined }): number {
  const pids = [root.pid ?? 0, ...listDescendants(root)]
  return pids.reduce((sum, pid) => sum + readProcessMs(pid), 0)
}

/**
 * Sums the processor time of a process, of its children, and of those that have ended, in milliseconds. It starts no
 * process itself. Not a number where no `/proc` tells it.
 */
export function readServerMs(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return [pid, ...children.map(Number)].reduce((sum, each) => sum + readProcessMs(each), 0)
  } catch {
    return Number.NaN
  }
}

/** Finds the process that started a process; 0 where no `/proc` tells it. */
export function findParent(pid: number): number {
  return Number(readStat(pid)[1] ?? 0)
}

function readProcessMs(pid: number): number {
  const ticks = readStat(pid).slice(11, 15)
  return process.platform === 'linux' ? ticks.reduce((sum, each) => sum + Number(each) * TICK_MS, 0) : Number.NaN
}

/** Reads the fields of a process from the third on: 12 to 15 are its times and those of its children that ended. */
function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the process, in brackets, may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const SYNCS = 200
const PAGE_BYTES = 8192
const FILE_PAGES = 128

/** Measures how long the disk below `folder` takes to write a page and sync it, as a commit does; the median, in ms. */
export function measureSyncMs(folder: string): number {
  const path = join(folder, 'sync-probe')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  try {
    for (let at = 0; at < FILE_PAGES; at++) writeSync(file, page, 0, PAGE_BYTES, at * PAGE_BYTES)
    fdatasyncSync(file)
    const times = Array.from({ length: SYNCS }, (_, index) => {
      const from = performance.now()
      writeSync(file, page, 0, PAGE_BYTES, (index % FILE_PAGES) * PAGE_BYTES)
      fdatasyncSync(file)
      return performance.now() - from
    })
    return times.toSorted((one, other) => one - other)[SYNCS / 2] ?? Number.NaN
  } finally {
    closeSync(file)
    rmSync(path)
  }
}
