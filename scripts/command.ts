import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

/** The directory of the checkout. */
export const root = join(import.meta.dirname, '..')

/** How a command runs. */
export interface CommandOptions {
  env?: Record<string, string>
  /** `show` prints the output of the command; `keep` (the default) returns it. */
  output?: 'show' | 'keep'
  /** Gives way to other programs when the processors are busy. */
  isPatient?: boolean
}

type CommandResult = { succeeded: boolean; output: string }

/** Runs a script on the pinned Node; `file` is relative to the checkout. */
export function runScript(file: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  const stdio = options.output === 'show' ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', stdio, stdio],
  })
  if (options.isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.once('SIGTERM', stop).once('SIGINT', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      resolve({ succeeded: code === 0, output })
    })
  })
}
