import { defineConfig } from '@playwright/test'
import { findBrowser } from './test/support/browser.ts'

const port = Number(process.env['PORT'] ?? 3999)
const baseURL = `http://127.0.0.1:${port}`

/** A spec that has something to say about small screens bears this tag and runs on both. */
const phoneTag = /@phone/

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // They share one network: orders, clicks and balances of one spec must not move under another.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL,
    launchOptions: await findBrowser(),
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: phoneTag,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
  webServer: {
    command: 'node src/main.ts start',
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: { NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', WORKERS: '2', DEMO: '1', LOG_LEVEL: 'warn' },
  },
})
