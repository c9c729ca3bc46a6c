import { sql } from 'kysely'
import type { Db } from '#database'
import {
  checkCluster,
  hasCitus,
  planDistribution,
  readClusterState,
  startingState,
} from '#platform/server/schema/citus.ts'
import type { Config } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { StartError } from '#platform/server/start-error.ts'
import { say, withNetwork } from './commands.ts'
import { tablePlacement } from './table-placement.ts'

const EXPERIMENTAL =
  'A cluster is experimental: parts of the product do not work on one yet, see docs/scaling.md. To try one without ' +
  'real orders: npm run distribute -- --experimental'

const NO_CITUS =
  'The database of DATABASE_URL has no extension citus, so it is one PostgreSQL server; see docs/scaling.md.'

/**
 * `npm run distribute -- --experimental`: distributes the tables over a Citus cluster while the network serves. It may
 * be interrupted and run again. With `--dry-run` instead it prints the statements that are left to run.
 */
export async function runDistribute(config: Config, args: string[]): Promise<void> {
  const isDryRun = args.includes('--dry-run')
  if (args.length !== 1 || !['--dry-run', '--experimental'].includes(args[0] ?? '')) throw new StartError(EXPERIMENTAL)
  if (config.databaseUrl === undefined) {
    throw new StartError('The embedded database is one server. npm run distribute needs DATABASE_URL.')
  }
  await withNetwork(config, async (_ctx, { runtime }) => {
    await openDatabase(runtime.ownerConnection, runtime.log, async (owner) => {
      const isCluster = await hasCitus(owner)
      if (!isCluster && !isDryRun) throw new StartError(NO_CITUS)
      const state = isCluster ? await readClusterState(owner) : startingState(tablePlacement)
      const statements = planDistribution(tablePlacement, state)
      if (isDryRun) return print(statements, isCluster)
      await checkCluster(owner)
      for (const statement of statements) await run(owner, statement)
      say(statements.length === 0 ? 'The tables are distributed already.' : 'The tables are distributed.')
    })
  })
}

async function run(owner: Db, statement: string): Promise<void> {
  say(statement)
  try {
    await sql.raw(statement).execute(owner)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The last statement failed: ${reason}. Those before it took effect. ` +
        'Remove the cause and run this again; it goes on with what is left.',
      { cause: error },
    )
  }
}

function print(statements: readonly string[], isCluster: boolean): void {
  if (!isCluster) say(`-- ${NO_CITUS}`)
  for (const statement of statements) say(`${statement};`)
}
