import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../context.ts'
import type { Ctx } from '../context.ts'
import { StartError } from '../start-error.ts'
import { findCurrentKeyId } from './sealing.ts'
import { createKey, describeSource, readKeys, writeKeyFile } from './sealing-key.ts'
import type { KeySource } from './sealing-key.ts'

/**
 * Checks at a start that this node has the key that the database names. The first start chooses the key, and creates
 * DATA_DIR/secret.key when no key is given. Throws a StartError when the key is missing. `ctx` connects as the owner.
 */
export async function prepareSealing(ctx: Ctx, source: KeySource): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('sealing', 0))`.execute(tx.db)
    await ensureKey(tx, source)
  })
}

async function ensureKey(tx: Ctx, source: KeySource): Promise<void> {
  const keys = readKeys(source)
  const keyId = await findCurrentKeyId(tx.db, 'share')
  if (keyId !== undefined) {
    if (!keys.some(({ id }) => id === keyId)) throw keyIsMissing(keyId, source)
    return
  }
  const first = keys[0] ?? createKey()
  if (keys.length === 0) writeKeyFile(source.dataDir, [first])
  await tx.db.insertInto('currentSealingKey').values({ keyId: first.id, since: tx.now }).execute()
  await audit(tx, { action: 'sealing.begin', target: `sealing-key:${first.id}` })
}

function keyIsMissing(keyId: string, source: KeySource): StartError {
  return new StartError(
    `The database is sealed with the secret key ${keyId}, which ${describeSource(source)} does not hold. ` +
      'Restore secret.key from the backup of DATA_DIR, or set SECRET_KEY to that key.',
  )
}
