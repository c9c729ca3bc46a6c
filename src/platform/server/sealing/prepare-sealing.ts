import { sql } from 'kysely'
import type { Db } from '#database'
import { audit } from '../audit.ts'
import { systemContext } from '../context.ts'
import type { Ctx } from '../context.ts'
import { SEALED_APP_SECRET } from '../secrets.ts'
import { StartError } from '../start-error.ts'
import { Sealing, findCurrentKeyId } from './sealing.ts'
import { createKey, describeSource, readKeys, writeKeyFile } from './sealing-key.ts'
import type { KeySource, SealingKey } from './sealing-key.ts'

/**
 * Checks at a start that this node has the key that the database names. The first start chooses the key, creates
 * DATA_DIR/secret.key when no key is given, and seals the secrets of releases that stored them open. Throws a
 * StartError when the key is missing. `db` connects as the owner.
 */
export async function prepareSealing(db: Db, source: KeySource): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('sealing', 0))`.execute(tx)
    const keys = await chooseKeys(systemContext(tx, 'start'), source)
    await sealOldSecrets(tx, new Sealing(keys))
  })
}

async function chooseKeys(tx: Ctx, source: KeySource): Promise<readonly SealingKey[]> {
  const keys = readKeys(source)
  const keyId = await findCurrentKeyId(tx.db, 'share')
  if (keyId !== undefined) {
    if (!keys.some(({ id }) => id === keyId)) throw keyIsMissing(keyId, source)
    return keys
  }
  const first = keys[0] ?? createKey()
  if (keys.length === 0) writeKeyFile(source.dataDir, [first])
  await tx.db.insertInto('currentSealingKey').values({ keyId: first.id, since: tx.now }).execute()
  await audit(tx, { action: 'sealing.begin', target: `sealing-key:${first.id}` })
  return keys.length === 0 ? [first] : keys
}

function keyIsMissing(keyId: string, source: KeySource): StartError {
  return new StartError(
    `The database is sealed with the secret key ${keyId}, which ${describeSource(source)} does not hold. ` +
      'Restore secret.key from the backup of DATA_DIR, or set SECRET_KEY to that key.',
  )
}

/**
 * Seals the values that an older release stored open. An updated row would leave its open value in the file of the
 * table for a while; TRUNCATE gives the table a new file.
 */
async function sealOldSecrets(tx: Db, sealing: Sealing): Promise<void> {
  const rows = await tx.selectFrom('appSecret').selectAll().execute()
  if (rows.every(({ value }) => value === null)) return
  await sql`TRUNCATE app_secret`.execute(tx)
  for (const row of rows) {
    const place = { column: SEALED_APP_SECRET, row: row.name }
    const sealedValue = row.value === null ? row.sealedValue : await sealing.seal({ db: tx }, place, row.value)
    await tx
      .insertInto('appSecret')
      .values({ ...row, value: null, sealedValue })
      .execute()
  }
}
