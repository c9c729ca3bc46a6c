import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { withParent } from '#platform/server/postgres/die-with-parent.ts'

/** A program that a test started in a process of its own. */
export interface ChildProcess {
  stop(): Promise<void>
}

/**
 * Starts a program of this repository and waits until it prints that it is ready. `settings` are added to its
 * environment. It ends with this process, even when that is killed.
 */
export async function startProcess(path: string, settings: Record<string, string>): Promise<ChildProcess> {
  const [command = '', ...args] = withParent('INT', [process.execPath, path])
  const child = spawn(command, args, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
