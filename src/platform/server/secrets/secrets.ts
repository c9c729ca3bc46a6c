import { randomBytes } from 'node:crypto'
import type { Db } from '#database'
import { inTransaction } from '../context.ts'
import type { Ctx } from '../context.ts'
import type { SealedColumn, Sealing } from '../sealing/sealing.ts'

/** Secret keys of the application. All workers share them, and they survive restarts. */
export interface AppSecrets {
  /** Signs click tokens. */
  clickToken: Buffer
  /** Derives CSRF tokens. */
  csrf: Buffer
  /** Keys the hashes of e-mail and IP addresses in rate limits. */
  addresses: Buffer
}

/** Where the secret keys of the application are stored. */
export const SEALED_APP_SECRET: SealedColumn = { table: 'app_secret', column: 'sealed_value', key: 'name' }

/** Reads the secret keys and creates the missing ones. */
export async function loadSecrets(ctx: Ctx, sealing: Sealing): Promise<AppSecrets> {
  return {
    clickToken: await loadSecret(ctx, sealing, 'click_token'),
    csrf: await loadSecret(ctx, sealing, 'csrf'),
    addresses: await loadSecret(ctx, sealing, 'addresses'),
  }
}

async function loadSecret(ctx: Ctx, sealing: Sealing, name: string): Promise<Buffer> {
  const place = { column: SEALED_APP_SECRET, row: name }
  const present = await findSealedValue(ctx.db, name)
  if (present) return sealing.open(place, present)
  const created = await inTransaction(ctx, async (tx) => {
    const sealedValue = await sealing.seal(tx, place, randomBytes(32))
    await tx.db
      .insertInto('appSecret')
      .values({ name, sealedValue })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return findSealedValue(tx.db, name)
  })
  if (!created) throw new Error(`The secret "${name}" is not stored.`)
  return sealing.open(place, created)
}

async function findSealedValue(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('appSecret').select('sealedValue').where('name', '=', name).executeTakeFirst()
  return row?.sealedValue
}
