import { randomBytes } from 'node:crypto'
import type { Db } from '#database'

/** Secret keys of the application. All workers share them, and they survive restarts. */
export interface AppSecrets {
  /** Signs click tokens. */
  clickToken: Buffer
  /** Derives CSRF tokens. */
  csrf: Buffer
  /** Keys the hashes of e-mail and IP addresses in rate limits. */
  addresses: Buffer
}

/** Reads the secret keys and creates the missing ones. */
export async function loadSecrets(db: Db): Promise<AppSecrets> {
  return {
    clickToken: await loadSecret(db, 'click_token'),
    csrf: await loadSecret(db, 'csrf'),
    addresses: await loadSecret(db, 'addresses'),
  }
}

async function loadSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('appSecret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('appSecret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
