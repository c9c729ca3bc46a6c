import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#database'
import { hasAccounts } from '#domains/people/accounts/queries.ts'
import { ensureClickPartitions } from '#domains/tracking/tracking/commands/partitions.ts'
import { ensureParameterPartitions } from '#domains/orders/transactions/commands/postback-parameters.ts'
import type { ContextSource } from '#platform/server/context.ts'
import { openDatabase, openPreparingDatabase } from '#platform/server/database/database.ts'
import { runExclusively } from '#platform/server/jobs/exclusive-work.ts'
import { readKeys } from '#platform/server/sealing/sealing-key.ts'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import type { OwnerRuntime } from './runtime.ts'
import { getBranding } from './branding.ts'

/** E-mail and password of an account. */
export interface SignIn {
  email: string
  password: string
}

/** The sign-ins of the demo data, by role; DATA_DIR/demo.json has this shape. */
export type DemoSignIns = Record<'publisher' | 'advertiser' | 'operator', SignIn>

/** The exports of `seeds/demo-data.ts`. */
interface Seeds {
  /** Fills an empty network completely, or not at all. */
  seedDemoData(options: ContextSource & { sealing: Sealing; signIns: DemoSignIns; now: Date }): Promise<void>
}

const seeds = new URL('../../seeds/demo-data.ts', import.meta.url)

/**
 * Fills an empty network with demo data; returns whether it was empty. When several processes start on one database,
 * one makes the data and the others wait for it. `tell` says what takes long.
 */
export function makeDemoData(runtime: OwnerRuntime, tell: (line: string) => void): Promise<boolean> {
  const { connection, log } = runtime
  return openDatabase(connection, log, (lock) =>
    runExclusively(lock, {
      name: 'demo data',
      run: () => openPreparingDatabase(connection, log, (db) => fillNetwork(db, runtime, tell)),
      onWait: () => tell('Another process makes the demo data; waiting for it…'),
    }),
  )
}

async function fillNetwork(db: Db, runtime: OwnerRuntime, tell: (line: string) => void): Promise<boolean> {
  const { config, log, ownerConnection } = runtime
  if ((await hasAccounts(db)) || !existsSync(seeds)) return false
  tell('Making the demo data, once…')
  const demoData = (await import(seeds.href)) as Seeds
  const now = new Date()
  const range = { from: new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth() - 1)), months: 14 }
  await openDatabase(ownerConnection, log, async (owner) => {
    await ensureClickPartitions(owner, range)
    await ensureParameterPartitions(owner, range)
  })
  const signIns = readSignIns(config.dataDir) ?? createSignIns(config.dataDir)
  await demoData.seedDemoData({
    db,
    branding: getBranding(config),
    sealing: new Sealing(readKeys(config)),
    signIns,
    now,
  })
  return true
}

/** Reads the sign-ins of the demo data from `dataDir`, if there are any. */
export function readSignIns(dataDir: string): DemoSignIns | undefined {
  const file = signInsFile(dataDir)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoSignIns) : undefined
}

/** Writes the sign-ins before the demo data is created, so that a kill in between cannot lose the passwords. */
function createSignIns(dataDir: string): DemoSignIns {
  const signIns = {
    publisher: createSignIn('publisher'),
    advertiser: createSignIn('advertiser'),
    operator: createSignIn('operator'),
  }
  const file = signInsFile(dataDir)
  writeFileSync(`${file}.new`, `${JSON.stringify(signIns, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return signIns
}

function createSignIn(role: string): SignIn {
  return { email: `${role}@demo.example`, password: randomBytes(9).toString('base64url') }
}

function signInsFile(dataDir: string): string {
  return join(dataDir, 'demo.json')
}
