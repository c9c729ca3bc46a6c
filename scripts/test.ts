import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import { root, runScript } from './command.ts'
import { runBrowserTests } from './e2e.ts'
import { readVitestReport } from './reports.ts'
import type { VitestReport } from './reports.ts'
import { addResults, describeFailures, failSuite, requireSuccess, summarize } from './suite-result.ts'
import type { SuiteResult } from './suite-result.ts'

const report = join(root, 'test-results', 'vitest.json')

const checks: SuiteResult = { passed: 0, failures: await check() }
const result = addResults([checks, await runTests(), await runBrowserTests()])
process.stdout.write(`${describeFailures(result.failures)}${summarize(result)}`)
process.exitCode = result.failures.length === 0 ? 0 : 1

async function runTests(): Promise<SuiteResult> {
  rmSync(report, { force: true })
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { succeeded } = await runScript('node_modules/vitest/vitest.mjs', args, { output: 'show' })
  if (!existsSync(report)) return failSuite('vitest', 'It has written no report.')
  const result = readVitestReport(JSON.parse(readFileSync(report, 'utf8')) as VitestReport, root)
  return requireSuccess('vitest', result, succeeded)
}
