import { describeSizes } from '../test/support/sizes.ts'
import { readSourceFiles } from '../test/support/source-files.ts'
import { runScript } from './command.ts'
import type { Failure } from './suite-result.ts'

type Step = { name: string; program: string; args: string[] }

type CheckOptions = { isPatient?: boolean }

const routeTypes: Step = {
  name: 'route types',
  program: 'node_modules/@react-router/dev/bin.cjs',
  args: ['typegen'],
}

// Types and lint are one step, because both need the types of the whole program. Oxlint checks each file by the
// tsconfig that includes it.
const lint: Step = {
  name: 'types and lint',
  program: 'node_modules/oxlint/bin/oxlint',
  args: ['--type-aware', '--type-check', '--deny-warnings'],
}

const others: Step[] = [
  { name: 'unused', program: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
  { name: 'format', program: 'node_modules/oxfmt/bin/oxfmt', args: ['--check', '.'] },
]

if (import.meta.main) {
  const failures = await check()
  process.exitCode = failures.length === 0 ? 0 : 1
}

/**
 * Checks types, lint, unused code and packages, and format, prints one line per step and the sizes, and returns the
 * steps that failed.
 */
export async function check(options: CheckOptions = {}): Promise<Failure[]> {
  const first = await runSteps([routeTypes], options)
  const rest = await Promise.all([runSteps([lint], options), runSteps(others, options)])
  process.stdout.write(`${'sizes'.padEnd(22)} ${describeSizes(readSourceFiles())}\n`)
  return [first, ...rest].flat()
}

/** Runs steps one after the other and returns those that failed. */
async function runSteps(steps: readonly Step[], options: CheckOptions): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const { name, program, args } of steps) {
    const startedAt = performance.now()
    const { succeeded, output } = await runScript(program, args, options)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${name.padEnd(22)} ${succeeded ? 'ok' : 'FAILED'}  ${seconds} s\n`)
    if (succeeded) continue
    process.stdout.write(`${output}\n`)
    failures.push({ file: 'check', name, message: output })
  }
  return failures
}
