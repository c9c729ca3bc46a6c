import { runScript } from './command.ts'

/** Where kills, stops and timings of two ways are repeated; `npm test` runs a sample of each. */
const suites = [
  'test/start',
  'test/reliability',
  'src/domains/accounts/login.test.ts',
  'src/domains/accounts/passwords.test.ts',
  'src/domains/applications',
]

const args = ['run', ...suites, ...process.argv.slice(2)]
const { succeeded } = await runScript('node_modules/vitest/vitest.mjs', args, { env: { SOAK: '1' }, output: 'show' })
process.exitCode = succeeded ? 0 : 1
