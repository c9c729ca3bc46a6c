import { describeSizes } from '../test/support/sizes.ts'
import { readSourceFiles } from '../test/support/source-files.ts'
import { runScript } from './command.ts'
import type { Failure } from './suite-result.ts'

type Step = { name: string; program: string; args: string[] }

const typescript = 'node_modules/typescript/bin/tsc'

const steps: Step[] = [
  { name: 'route types', program: 'node_modules/@react-router/dev/bin.cjs', args: ['typegen'] },
  { name: 'types, server', program: typescript, args: ['-p', 'tsconfig.server.json'] },
  { name: 'types, web', program: typescript, args: ['-p', 'tsconfig.web.json'] },
  { name: 'types, both', program: typescript, args: ['-p', 'tsconfig.both.json'] },
  { name: 'lint', program: 'node_modules/oxlint/bin/oxlint', args: ['--type-aware', '--deny-warnings'] },
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
export async function check(options: { isPatient?: boolean } = {}): Promise<Failure[]> {
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
  process.stdout.write(`${'sizes'.padEnd(22)} ${describeSizes(readSourceFiles())}\n`)
  return failures
}
