import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../test/support/browser.ts'
import { findFreePort } from '../test/support/network.ts'
import { buildWhenStale } from './build.ts'
import { root, runScript } from './command.ts'
import { readPlaywrightReport } from './reports.ts'
import type { PlaywrightReport } from './reports.ts'
import { useRunFolder } from './run-folder.ts'
import { failSuite, requireSuccess, summarize } from './suite-result.ts'
import type { SuiteResult } from './suite-result.ts'

const report = join(root, 'test-results', 'e2e.json')

/** Two browsers and two networks use two cores fully. */
const workers = 2

/** One for each worker, and one whose clock a test sets forward. */
const networks = workers + 1

if (import.meta.main) {
  useRunFolder()
  const result = await runBrowserTests(process.argv.slice(2))
  process.stdout.write(summarize(result))
  process.exitCode = result.failures.length === 0 ? 0 : 1
}

/**
 * Builds the site if it is stale, prepares the networks with demo data, waits for `before`, and runs the browser tests.
 * `args` are arguments of Playwright.
 */
export async function runBrowserTests(args: string[], before?: Promise<unknown>): Promise<SuiteResult> {
  const home = mkdtempSync(join(tmpdir(), 'tandem-e2e-'))
  // Under root, PostgreSQL runs as another user, who must be able to enter.
  chmodSync(home, 0o755)
  try {
    const { executablePath } = await findBrowser()
    const ports = await Promise.all(Array.from({ length: networks }, findFreePort))
    // Each uses one core for most of its time.
    const [isBuilt, isPrepared] = await Promise.all([buildWhenStale(), prepareNetworks(home)])
    if (!isBuilt) return failSuite('build', 'The site could not be built: see its output.')
    if (!isPrepared) return failSuite('seed', 'The demo data could not be made: see its output.')
    await before
    rmSync(report, { force: true })
    const { succeeded } = await runScript('node_modules/@playwright/test/cli.js', ['test', ...args], {
      env: { E2E_HOME: home, E2E_PORTS: ports.join(','), CHROMIUM_PATH: executablePath },
      output: 'show',
    })
    return readReport(succeeded)
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Creates the demo data once, because that takes half a minute, and copies the data directory for the other networks.
 */
async function prepareNetworks(home: string): Promise<boolean> {
  const [first = '', ...others] = Array.from({ length: networks }, (_, index) => join(home, String(index)))
  mkdirSync(first, { mode: 0o755 })
  const { succeeded, output } = await runScript('src/main.ts', ['seed'], {
    env: { NODE_ENV: 'production', DATA_DIR: first, LOG_LEVEL: 'warn' },
    isPatient: true,
  })
  if (!succeeded) process.stderr.write(output)
  for (const other of others) copyDirectory(first, other)
  return succeeded
}

/** Copies the owners too, because under root the data of PostgreSQL belongs to another user. */
function copyDirectory(from: string, to: string): void {
  if (process.platform === 'win32') return cpSync(from, to, { recursive: true })
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The demo data could not be copied: ${stderr}`)
}

function readReport(succeeded: boolean): SuiteResult {
  if (!existsSync(report)) return failSuite('e2e', 'It has written no report.')
  const result = readPlaywrightReport(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport, 'e2e')
  return requireSuccess('e2e', result, succeeded)
}
