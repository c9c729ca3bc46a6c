import { runScript } from '../scripts/command.ts'

/** Each benchmark prints one line per figure, beside a baseline that it measures in the same run. */
const benchmarks = [
  'redirect',
  'proxied-redirect',
  'joins',
  'memory',
  'postbacks',
  'report',
  'transactions',
  'validation',
  'rate-resolver',
  'rate-replay',
  'terms-notices',
  'payout-run',
  'payout-redirects',
  'ledger-check',
  'checks',
  'backup',
  'download',
  'publisher-calls',
  'advertiser-calls',
  'password-calls',
  'pages',
  'operator-pages',
  'lighthouse',
]

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !benchmarks.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are: ${benchmarks.join(', ')}.\n`)
  process.exit(2)
}
for (const name of chosen.length > 0 ? chosen : benchmarks) {
  const { succeeded } = await runScript(`bench/${name}.ts`, [], { output: 'show' })
  if (!succeeded) process.exitCode = 1
}
