import { defineConfig } from 'vitest/config'
import { patienceMs, testLimitMs } from './test/support/patience.ts'

export default defineConfig({
  test: {
    include: ['{src,test,scripts,seeds,examples,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/postgres.ts'],
    setupFiles: ['test/support/end-with-run.ts'],
    // Tests share only the database server, so a new module registry per file would only cost time.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    allowOnly: false,
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    expect: { poll: { timeout: patienceMs } },
  },
})
