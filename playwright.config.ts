import { defineConfig } from '@playwright/test'
import { networks, getOwnNetwork } from './e2e/support/networks.ts'
import { withParent } from './src/platform/server/postgres/die-with-parent.ts'
import { findBrowser } from './test/support/browser.ts'
import { patienceMs, testLimitMs } from './test/support/patience.ts'

/** Marks the tests that run on a phone's screen instead of a desktop's. */
const phoneTag = /@phone/

/** Takes longest. It starts first, because at the end it would run alone. */
const longestSpec = 'advertiser-months.spec.ts'

/**
 * Each journey is made on one of the two screens. Visitors of the first prefer reduced motion, those of the other do
 * not.
 */
const desktop = { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } } as const
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Playwright empties it at its start.
  outputDir: 'test-results/browser',
  // Each worker has a network of its own, and the tests of a file run one after another, so that no test changes the
  // orders, clicks and balances that another test reads.
  workers: networks.length,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: testLimitMs,
  expect: { timeout: patienceMs },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Each worker evaluates this file and gets its own network.
    baseURL: getOwnNetwork().baseURL,
    launchOptions: await findBrowser(),
    locale: 'en-US',
    timezoneId: 'UTC',
    // A headless Chromium asks nobody, so it refuses what a person's browser allows after a click.
    permissions: ['clipboard-read', 'clipboard-write'],
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'months', testMatch: longestSpec, use: desktop },
    { name: 'desktop', testIgnore: longestSpec, grepInvert: phoneTag, use: desktop },
    { name: 'phone', testIgnore: longestSpec, grep: phoneTag, use: phone },
  ],
  webServer: networks.map(({ port, baseURL, dataDir }) => ({
    // The shell becomes the network, so that the network ends with this process even when that is killed.
    command: `exec ${withParent('INT', ['node', 'src/main.ts', 'start']).join(' ')}`,
    url: `${baseURL}/readyz`,
    timeout: patienceMs,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      WORKERS: '1',
      DEMO: '1',
      LOG_LEVEL: 'warn',
    },
  })),
})
