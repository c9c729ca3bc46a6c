import { timingSafeEqual } from 'node:crypto'
import type { KeyActor } from '#kernel/actor.ts'
import { MINUTE_MS } from '#kernel/days.ts'
import { Refusal } from '#kernel/errors.ts'
import { truncateIp } from '#kernel/ip.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PresentedKey } from '#platform/server/http/request-context.ts'
import { hashToken } from '#platform/server/secrets/opaque-token.ts'
import { rateKey } from '#platform/server/limits/rate-key.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { READ_SCOPES, REQUESTS_PER_MINUTE } from '../rules/limits.ts'
import { findKey } from '../queries.ts'
import { parseKey } from '../rules/key-text.ts'
import { getScopesOfRole } from '../rules/scopes.ts'

/** Wrong keys per IP prefix; a right key from there is still accepted. */
const WRONG_KEY_LIMIT = { max: 60, windowSeconds: 600 }

/**
 * Returns the actor of an API key and counts the request. A key of an advertiser has the scopes that the role of its
 * maker still includes. Every wrong key is refused alike: unknown, revoked, foreign, a site key, or one whose maker
 * left the team. A right key of a suspended publisher is refused with 403.
 */
export async function authenticateKey(ctx: Ctx, presented: PresentedKey & { addressKey: Buffer }): Promise<KeyActor> {
  const key = await findRightKey(ctx, presented.text)
  if (!key) throw await refuseWrongKey(ctx, presented)
  if (key.isSuspended) throw new Refusal({ code: 'key.suspended', status: 403, challenge: 'Bearer' })
  const { id: keyId, publisherId, advertiserId, accountId, makerRole } = key
  const scopes = advertiserId === null ? key.scopes : getScopesOfRole(key.scopes, makerRole)
  if (presented.isInAddress && !scopes.every((scope) => READ_SCOPES.includes(scope))) {
    throw new Refusal({ code: 'key.in_address', status: 403, challenge: 'Bearer' })
  }
  await limitRate(ctx, {
    key: `api-key:${keyId}`,
    max: REQUESTS_PER_MINUTE,
    windowSeconds: 60,
    refusal: { code: 'key.too_fast', params: { max: REQUESTS_PER_MINUTE } },
  })
  if (!key.lastUsedAt || ctx.now.getTime() - key.lastUsedAt.getTime() >= MINUTE_MS) await touchKey(ctx, keyId)
  const owner = publisherId === null ? {} : { publisherId }
  return { kind: 'key', keyId, accountId, scopes, ...owner, ...(advertiserId !== null && { advertiserId }) }
}

/** Compared for an unknown prefix, so that the time does not tell whether a prefix exists. */
const NO_HASH = Buffer.alloc(32)

async function findRightKey(ctx: Ctx, text: string) {
  const parts = parseKey(text)
  const key = parts && (await findKey(ctx.db, parts))
  const isRight = timingSafeEqual(hashToken(parts?.secret ?? ''), key?.secretHash ?? NO_HASH)
  return isRight ? key : undefined
}

async function refuseWrongKey(ctx: Ctx, { ip, addressKey }: { ip: string; addressKey: Buffer }): Promise<Refusal> {
  const ipPrefix = truncateIp(ip, { ipv4: 24, ipv6: 48 }) ?? ip
  await limitRate(ctx, { key: rateKey(addressKey, 'wrong-api-key', ipPrefix), ...WRONG_KEY_LIMIT })
  return new Refusal({ code: 'key.wrong', status: 401, challenge: 'Bearer' })
}

/** Notes the use of a key, at most once a minute also with several workers. */
async function touchKey(ctx: Ctx, keyId: bigint): Promise<void> {
  await ctx.db
    .updateTable('apiKey')
    .set({ lastUsedAt: ctx.now })
    .where('id', '=', keyId)
    .where((row) =>
      row.or([row('lastUsedAt', 'is', null), row('lastUsedAt', '<=', new Date(ctx.now.getTime() - MINUTE_MS))]),
    )
    .execute()
}
