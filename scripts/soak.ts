import { runScript } from './command.ts'
import { useRunFolder } from './run-folder.ts'

/** Suites that repeat kills, stops and timing comparisons. `npm test` runs only a sample of the repetitions. */
const suites = [
  'test/start',
  'test/reliability',
  'seeds/demo-data.test.ts',
  'src/domains/people/accounts/login.test.ts',
  'src/domains/people/accounts/passwords.test.ts',
  'src/domains/partners/applications',
  'src/domains/partners/tracking-health/postback-parameters.test.ts',
  'src/domains/tracking/tracking/rules/tracker.test.ts',
  'test/money-chain.test.ts',
  'src/platform/server/database/database-servers.test.ts',
  'src/platform/server/http/request-readers.test.ts',
  'test/contract-fuzz.test.ts',
  'src/platform/server/jobs/jobs-lease.test.ts',
  'src/platform/server/metrics/metric-sum.test.ts',
  'test/malformed-bodies.test.ts',
  'test/public-pages.test.ts',
]

useRunFolder()
const args = ['run', ...suites, ...process.argv.slice(2)]
const { succeeded } = await runScript('node_modules/vitest/vitest.mjs', args, { env: { SOAK: '1' }, output: 'show' })
process.exitCode = succeeded ? 0 : 1
