import type { Db } from '#database'
import { Sealing } from '#platform/server/sealing/sealing.ts'
import type { SealingKey } from '#platform/server/sealing/sealing-key.ts'
import { loadSecrets } from '#platform/server/secrets/secrets.ts'
import type { AppSecrets } from '#platform/server/secrets/secrets.ts'
import { testContext } from './context.ts'

/** The key of the databases that tests copy from the template. */
export const testSealingKey: SealingKey = { id: '7e57000000000000', bytes: Buffer.alloc(32, 'test') }

/** Makes `testSealingKey` the current key of a test database, as the first start does with its key. */
export async function createTestSealing(db: Db): Promise<Sealing> {
  await db
    .insertInto('currentSealingKey')
    .values({ keyId: testSealingKey.id, since: new Date() })
    .onConflict((conflict) => conflict.column('isOnly').doNothing())
    .execute()
  return new Sealing([testSealingKey])
}

/** Reads the secret keys of a test database and creates the missing ones. */
export async function loadTestSecrets(db: Db): Promise<AppSecrets> {
  return loadSecrets(testContext(db), await createTestSealing(db))
}
