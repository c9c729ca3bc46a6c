import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Config } from '#platform/server/config.ts'
import { StartError, explainStart } from '#platform/server/start-error.ts'

// The compile cache saves a third of the CPU time of a start. Large modules must be imported after this call.
const compileCache = fileURLToPath(new URL('../.cache/node', import.meta.url))
enableCompileCache(compileCache)
// Workers find even this file there, so that they need not load what removes the types of TypeScript.
process.env['NODE_COMPILE_CACHE'] = compileCache

type Command = (config: Config, args: string[]) => Promise<void>

/** Each command imports only the modules that it needs, so that it starts fast. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('#app/primary.ts')).runPrimary,
  dev: async () => (await import('#app/development.ts')).runDevelopment,
  worker: async () => (await import('#app/worker.ts')).runWorker,
  migrate: async () => (await import('#app/commands.ts')).runMigrate,
  seed: async () => (await import('#app/commands.ts')).runSeed,
  operator: async () => (await import('#app/commands.ts')).runOperator,
  backup: async () => (await import('#app/backup-commands.ts')).runBackup,
  restore: async () => (await import('#app/backup-commands.ts')).runRestore,
  'rotate-key': async () => (await import('#app/commands.ts')).runRotateKey,
  'check-ledger': async () => (await import('#app/check-commands.ts')).runCheckLedger,
  'check-rollups': async () => (await import('#app/check-commands.ts')).runCheckRollups,
  replay: async () => (await import('#app/replay-command.ts')).runReplay,
  'forget-node': async () => (await import('#app/forget-node-command.ts')).runForgetNode,
  distribute: async () => (await import('#app/distribute-command.ts')).runDistribute,
  'rebuild-rollups': async () => (await import('#app/check-commands.ts')).runRebuildRollups,
}

// A closed pipe must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const [name = '', ...args] = process.argv.slice(2)
let dataDir: string | undefined
try {
  const load = commands[name]
  if (load === undefined)
    throw new StartError(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  const { readConfig } = await import('#platform/server/config.ts')
  const config = readConfig(process.env)
  dataDir = config.dataDir
  const command = await load()
  await command(config, args)
} catch (caught) {
  const error = explainStart(caught, dataDir)
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
