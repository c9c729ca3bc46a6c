import { randomInt } from 'node:crypto'
import type { KeyScope } from '#kernel/actor.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken, hashToken } from '#platform/server/opaque-token.ts'
import { MAX_VALID_KEYS } from '../rules/limits.ts'
import { listKeys } from '../queries/keys.ts'
import { formatKey } from '../rules/key-text.ts'

interface NewKey {
  publisherId: bigint
  name: string
  scopes: KeyScope[]
}

/** Makes an API key for a publisher. The database keeps a hash, so the returned `text` cannot be shown again. */
export function createKey(ctx: Ctx, { publisherId, name, scopes }: NewKey) {
  return inTransaction(ctx, async (tx) => {
    // Two requests at once must not exceed the limit.
    await tx.db.selectFrom('publisher').select('id').where('id', '=', publisherId).forNoKeyUpdate().execute()
    const valid = await listKeys(tx.db, { publisherId })
    if (valid.length >= MAX_VALID_KEYS) {
      throw new Refusal({ code: 'key.too_many', params: { max: MAX_VALID_KEYS }, status: 409 })
    }
    const parts = { prefix: randomPrefix(), secret: createToken() }
    const key = await tx.db
      .insertInto('apiKey')
      .values({
        publisherId,
        prefix: parts.prefix,
        secretHash: hashToken(parts.secret),
        name,
        scopes,
        createdAt: tx.now,
        createdBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      })
      .returning(['id', 'prefix', 'name', 'scopes', 'createdAt', 'lastUsedAt'])
      .executeTakeFirstOrThrow()
    await audit(tx, { action: 'api_key.create', target: `api_key:${key.id}`, details: { publisherId, scopes } })
    return { key, text: formatKey(parts) }
  })
}

const PREFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

function randomPrefix(): string {
  return Array.from({ length: 12 }, () => PREFIX_LETTERS[randomInt(PREFIX_LETTERS.length)]).join('')
}
