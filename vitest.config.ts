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
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
