import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { withParent } from '#platform/server/postgres/die-with-parent.ts'

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

/** The signals that end a run. */
const ends = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

const running = new Set<ChildProcess>()
let end: NodeJS.Signals | undefined

for (const signal of ends) process.on(signal, () => endRun(signal))

/** Ends the commands that run, and this process after them: a run that is stopped starts nothing more. */
function endRun(signal: NodeJS.Signals): void {
  end = signal
  for (const child of running) child.kill(signal)
  exitWhenEnded()
}

function exitWhenEnded(): void {
  if (end !== undefined && running.size === 0) process.exit(128 + constants.signals[end])
}

/**
 * Runs a script on the pinned Node; `file` is relative to the checkout. On Linux the script ends with this process,
 * even after `kill -9`.
 */
export function runScript(file: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  const stdio = options.output === 'show' ? 'inherit' : 'pipe'
  const [program = '', ...words] = withParent('TERM', [process.execPath, join(root, file), ...args])
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', stdio, stdio],
  })
  running.add(child)
  if (options.isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // Its own children may keep its output open.
    child.once('exit', () => {
      running.delete(child)
      exitWhenEnded()
    })
    child.once('close', (code) => resolve({ succeeded: code === 0, output }))
  })
}
