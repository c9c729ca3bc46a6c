import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import { root, runScript } from './command.ts'
import { addCounts } from './count.ts'
import type { Count } from './count.ts'
import { runBrowserTests } from './e2e.ts'

const report = join(root, 'test-results', 'vitest.json')

const checks: Count = { passed: 0, failed: await check() }
const { passed, failed } = addCounts([checks, requireTests(await runTests()), requireTests(await runBrowserTests())])
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

async function runTests(): Promise<Count> {
  rmSync(report, { force: true })
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { succeeded } = await runScript('node_modules/vitest/vitest.mjs', args, { output: 'show' })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  // A test file that fails to load or to set up reports no failed test.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length
  const found = numFailedTests + brokenFiles
  return { passed: numPassedTests, failed: found === 0 && !succeeded ? 1 : found }
}

/** Counts a suite without tests as failed. */
function requireTests(count: Count): Count {
  return count.passed + count.failed === 0 ? { passed: 0, failed: 1 } : count
}
