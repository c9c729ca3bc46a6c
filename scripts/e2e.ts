import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../test/support/browser.ts'
import { findFreePort } from '../test/support/network.ts'
import { buildWhenStale } from './build.ts'
import { root, runScript } from './command.ts'
import type { Count } from './count.ts'

const report = join(root, 'test-results', 'e2e.json')

if (import.meta.main) {
  const { passed, failed } = await runBrowserTests(process.argv.slice(2))
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

/**
 * Builds the site when it is stale, starts the network with demo data of its own on a free port and drives it with a
 * browser. The specs find its data, with the demo sign-ins, in `DATA_DIR`. `args` are Playwright's.
 */
export async function runBrowserTests(args: string[] = []): Promise<Count> {
  if (!(await buildWhenStale())) return { passed: 0, failed: 1 }
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-e2e-'))
  // The account that runs PostgreSQL for root has to get in.
  chmodSync(dataDir, 0o755)
  try {
    const { executablePath } = await findBrowser()
    const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()), CHROMIUM_PATH: executablePath }
    rmSync(report, { force: true })
    const { succeeded } = await runScript('node_modules/@playwright/test/cli.js', ['test', ...args], {
      env,
      output: 'show',
    })
    return readReport(succeeded)
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

function readReport(succeeded: boolean): Count {
  if (globSync('e2e/**/*.spec.ts', { cwd: root }).length === 0 || !existsSync(report)) return { passed: 0, failed: 1 }
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
  const failed = stats.unexpected + errors.length
  return { passed: stats.expected + stats.flaky, failed: failed === 0 && !succeeded ? 1 : failed }
}
