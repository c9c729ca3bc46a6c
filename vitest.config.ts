import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,test,scripts,seeds,examples,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/postgres.ts'],
    // Tests share nothing but the database server, so a fresh module registry per file would only cost time.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    allowOnly: false,
    // How long a busy machine may take; what users are promised stands in the tests themselves.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
