import { randomBytes } from 'node:crypto'
import type { Db } from '#database'

/** The keys of this network, the same in every worker and across restarts. */
export interface AppSecrets {
  /** Signs click tokens. */
  clickToken: Buffer
  /** Derives CSRF tokens. */
  csrf: Buffer
  /** Keys the hashes of addresses in rate limits. */
  addresses: Buffer
}

/** Reads the network's keys; those that do not exist yet are made. */
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
