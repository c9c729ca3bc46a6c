import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,test,scripts,seeds,examples,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/postgres.ts'],
    // Tests share only the database server, so a new module registry per file would only cost time.
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    allowOnly: false,
    // These limits allow for a busy machine. The tests themselves check the times that users are promised.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
