import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'tandem-run-'

/**
 * Makes a folder for all temporary files of this run and its children, and removes it at the end of this process. First
 * removes the folders that killed runs have left.
 */
export function useRunFolder(): void {
  const parent = tmpdir()
  removeOldFolders(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // Under root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

/** Removes the folders of runs whose process is gone. */
export function removeOldFolders(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^tandem-run-(\d+)-/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process of another user runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
