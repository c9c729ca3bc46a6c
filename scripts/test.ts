import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import { root, runScript } from './command.ts'
import type { CommandOptions } from './command.ts'
import { runBrowserTests } from './e2e.ts'
import { readVitestReport } from './reports.ts'
import type { VitestReport } from './reports.ts'
import { useRunFolder } from './run-folder.ts'
import { addResults, describeFailures, describeSlowest, failSuite, requireSuccess, summarize } from './suite-result.ts'
import type { SuiteResult } from './suite-result.ts'

useRunFolder()

/** The tests in these folders start whole networks and measure times that users are promised. */
const networkFolders = ['test/start', 'test/reliability']

// They wait more than they work, so everything else but the browser tests runs meanwhile, and gives way to them.
const networkTests = runVitest('networks', ['--maxWorkers=1', ...networkFolders])
const checks: SuiteResult = { passed: 0, failures: await check({ isPatient: true }) }
const otherTests = runVitest(
  'others',
  networkFolders.map((folder) => `--exclude=${folder}/**`),
  { output: 'show', isPatient: true },
)
// The site is built and the demo data made meanwhile, which use the core that is free while the last files end.
const browserTests = await runBrowserTests([], Promise.all([networkTests, otherTests]))
const result = addResults([checks, await networkTests, await otherTests, browserTests])
process.stdout.write(`Slowest files:\n${describeSlowest(result)}`)
process.stdout.write(`${describeFailures(result.failures)}${summarize(result)}`)
process.exitCode = result.failures.length === 0 ? 0 : 1

/** Runs a part of the tests of Vitest. Output that is not shown at once is printed at the end. */
async function runVitest(part: string, args: string[], options?: CommandOptions): Promise<SuiteResult> {
  const report = join(root, 'test-results', `vitest-${part}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { succeeded, output } = await runScript(
    'node_modules/vitest/vitest.mjs',
    ['run', ...reporters, ...args],
    options,
  )
  process.stdout.write(output)
  const suite = `vitest ${part}`
  if (!existsSync(report)) return failSuite(suite, 'It has written no report.')
  return requireSuccess(suite, readVitestReport(readReport(report), root), succeeded)
}

function readReport(path: string): VitestReport {
  return JSON.parse(readFileSync(path, 'utf8')) as VitestReport
}
