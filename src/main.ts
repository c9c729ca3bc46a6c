import { runCheckLedger, runMigrate, runOperator, runSeed } from '#app/commands.ts'
import { runDevelopment, runPrimary } from '#app/primary.ts'
import { runWorker } from '#app/worker.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Config } from '#platform/server/config.ts'
import { StartError } from '#platform/server/start-error.ts'

const commands: Record<string, (config: Config, args: string[]) => Promise<void>> = {
  start: runPrimary,
  dev: runDevelopment,
  worker: runWorker,
  migrate: runMigrate,
  seed: runSeed,
  operator: runOperator,
  'check-ledger': runCheckLedger,
}

// Whoever read our output may be gone; that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (command === undefined)
    throw new StartError(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  await command(readConfig(process.env), args)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
