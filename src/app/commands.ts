import { resolve } from 'node:path'
import { createOperator } from '#domains/people/accounts/commands/create-operator.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Config } from '#platform/server/config.ts'
import { systemContext } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { createLogger } from '#platform/server/log.ts'
import { prepareSchema } from '#platform/server/schema/prepare-schema.ts'
import { prepareSealing } from '#platform/server/sealing/prepare-sealing.ts'
import { rotateKey } from '#platform/server/sealing/rotate-key.ts'
import { StartError } from '#platform/server/start-error.ts'
import { getBranding } from './branding.ts'
import { makeDemoData, readSignIns } from './demo.ts'
import type { OwnerRuntime } from './runtime.ts'
import { isClaimed } from './data-dir-lock.ts'
import { borrowDatabase } from './database-bootstrap.ts'
import { sealedColumns } from './sealed-columns.ts'
import { tableRights } from './table-rights.ts'

/** `npm run migrate`: migrates the schema to the newest version. */
export async function runMigrate(config: Config): Promise<void> {
  await withNetwork(config, async (_ctx, { applied }) => {
    say(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
  })
}

/** `npm run seed`: fills an empty network with demo data, even with DEMO=0. */
export async function runSeed(config: Config): Promise<void> {
  await withNetwork(config, async (_ctx, { runtime }) => {
    if (!(await makeDemoData(runtime, say)))
      throw new StartError('The network has accounts already; only an empty one is filled.')
    for (const [role, { email, password }] of Object.entries(readSignIns(config.dataDir) ?? {})) {
      say(`${role.padEnd(10)}  ${email}  ${password}`)
    }
  })
}

/** `npm run operator -- EMAIL`: creates an operator and prints a link for choosing the password. */
export async function runOperator(config: Config, [email]: string[]): Promise<void> {
  if (email === undefined) throw new StartError('Whose account? npm run operator -- EMAIL')
  await withNetwork(config, async (ctx) => {
    try {
      const { url, isNew } = await createOperator(ctx, { email })
      say(`${isNew ? 'A new operator' : 'That operator exists'}; choose a password at ${url}`)
    } catch (error) {
      if (error instanceof Refusal) throw new StartError(errorText('en', error.details), { cause: error })
      throw error
    }
  })
}

/** `npm run rotate:key`: seals every secret with another key. */
export async function runRotateKey(config: Config): Promise<void> {
  if (config.secretKeys === undefined && (await isClaimed(config.dataDir))) {
    throw new StartError('Stop the network first: its processes know only the present key.')
  }
  await withNetwork(config, async (ctx) => {
    const { keyId, count } = await rotateKey(ctx, config, sealedColumns)
    say(`${count} ${count === 1 ? 'value is' : 'values are'} sealed with the key ${keyId} now.`)
  })
}

interface Network {
  runtime: OwnerRuntime
  /** Names of the migrations that this command applied. */
  applied: string[]
}

/** Runs `work` in the context of a command, whether the network is running or not. */
export async function withNetwork(config: Config, work: (ctx: Ctx, network: Network) => Promise<void>): Promise<void> {
  const log = createLogger(config.logLevel, 'command')
  const branding = getBranding(config)
  const database = await borrowDatabase(config, log)
  try {
    const runtime = { config, log, slot: 0, ...database }
    const applied = await openDatabase(database.ownerConnection, log, async (db) => {
      const names = await prepareSchema(db, tableRights)
      await prepareSealing(systemContext({ db, branding }, 'start'), config)
      return names
    })
    await openDatabase(database.connection, log, (db) =>
      work(systemContext({ db, branding }, 'command line'), { runtime, applied }),
    )
  } finally {
    await database.stop()
  }
}

/** Resolves a path in the directory in which the person called npm. Without one, throws `question` as a StartError. */
export function resolvePath(path: string | undefined, question: string): string {
  if (path === undefined) throw new StartError(question)
  return resolve(process.env['INIT_CWD'] ?? '.', path)
}

/** Prints a line for the person who runs the command. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
