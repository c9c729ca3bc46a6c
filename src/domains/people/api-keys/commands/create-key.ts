import { randomInt } from 'node:crypto'
import { findOpenPeriod } from '#domains/people/account-states/queries.ts'
import type { KeyScope } from '#kernel/key-scopes.ts'
import { Refusal } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { createToken, hashToken } from '#platform/server/secrets/opaque-token.ts'
import { MAX_VALID_KEYS } from '../rules/limits.ts'
import { listKeys } from '../queries.ts'
import type { KeyOwner } from '../queries.ts'
import { formatKey } from '../rules/key-text.ts'
import { getScopesOfRole } from '../rules/scopes.ts'

type NewKey = KeyOwner & { name: string; scopes: KeyScope[] }

/**
 * Makes an API key. The database keeps a hash, so the returned `text` cannot be shown again. A key of an advertiser is
 * made by a member of its team: the field `scopes` is refused for a scope whose act the member's role does not include.
 * Refuses a suspended publisher.
 */
export async function createKey(ctx: Ctx, { name, scopes, ...owner }: NewKey) {
  if ('advertiserId' in owner) checkScopes(ctx, scopes)
  return inTransaction(ctx, async (tx) => {
    // Two requests at once must not exceed the limit.
    await lockOwner(tx, owner)
    await checkState(tx, owner)
    const valid = await listKeys(tx.db, owner)
    if (valid.length >= MAX_VALID_KEYS) {
      throw new Refusal({ code: 'key.too_many', params: { max: MAX_VALID_KEYS }, status: 409 })
    }
    const parts = { prefix: randomPrefix(), secret: createToken() }
    const { id } = await tx.db
      .insertInto('apiKey')
      .values({
        publisherId: 'publisherId' in owner ? owner.publisherId : null,
        advertiserId: 'advertiserId' in owner ? owner.advertiserId : null,
        prefix: parts.prefix,
        secretHash: hashToken(parts.secret),
        name,
        scopes,
        createdAt: tx.now,
        createdBy: tx.actor.kind === 'account' ? tx.actor.accountId : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, { action: 'api_key.create', target: `api_key:${id}`, details: { ...owner, scopes } })
    const key = (await listKeys(tx.db, owner)).find((each) => each.id === id)
    if (!key) throw new Error('A new key is not listed.')
    return { key, text: formatKey(parts) }
  })
}

function checkScopes({ actor }: Ctx, scopes: readonly KeyScope[]): void {
  const role = actor.kind === 'account' ? actor.teamRole : undefined
  if (getScopesOfRole(scopes, role).length === scopes.length) return
  throw new Refusal({ code: 'key.scope_of_role', status: 403, field: 'scopes' })
}

async function checkState(tx: Ctx, owner: KeyOwner): Promise<void> {
  if (!('publisherId' in owner)) return
  const suspension = await findOpenPeriod(tx.db, { publisherId: owner.publisherId, state: 'suspended' })
  if (suspension) throw new Refusal({ code: 'key.suspended', status: 403 })
}

function lockOwner(tx: Ctx, owner: KeyOwner) {
  if ('publisherId' in owner) {
    return tx.db.selectFrom('publisher').select('id').where('id', '=', owner.publisherId).forNoKeyUpdate().execute()
  }
  return tx.db.selectFrom('advertiser').select('id').where('id', '=', owner.advertiserId).forNoKeyUpdate().execute()
}

const PREFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

function randomPrefix(): string {
  return Array.from({ length: 12 }, () => PREFIX_LETTERS[randomInt(PREFIX_LETTERS.length)]).join('')
}
