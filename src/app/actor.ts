import { noteSessionUse } from '#domains/people/accounts/commands/sessions.ts'
import { findSessionAccount } from '#domains/people/accounts/queries.ts'
import { findActingMembership } from '#domains/people/teams/queries.ts'
import { isClosed } from '#domains/people/account-states/queries.ts'
import { authenticateKey } from '#domains/people/api-keys/commands/authenticate-key.ts'
import { findPublisherId, findSubAccount } from '#domains/people/publishers/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { VISITOR } from '#kernel/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { RequestSource } from '#platform/server/http/request-context.ts'
import type { AppSecrets } from '#platform/server/secrets/secrets.ts'

/**
 * Returns the actor of a session token, with the publisher, or the advertiser for which the session acts and the role
 * in its team, and with the site to which a sub-account is bound; a visitor when the session has ended. A sub-account
 * of a closed account has no publisher.
 */
export async function resolveActor(ctx: Ctx, token: string): Promise<Actor> {
  const account = await findSessionAccount(ctx, token)
  if (!account) return VISITOR
  const { lastUsedAt, chosenAdvertiserId, ...own } = account
  await noteSessionUse(ctx, { sessionId: own.sessionId, lastUsedAt })
  return { kind: 'account', ...own, ...(await findProfile(ctx, { ...own, chosenAdvertiserId })) }
}

/** Returns the function that finds the actor of an API key. */
export function keyResolver(secrets: AppSecrets): RequestSource['resolveKey'] {
  return (ctx, key) => authenticateKey(ctx, { ...key, addressKey: secrets.addresses })
}

async function findProfile(
  { db }: Ctx,
  account: { accountId: bigint; role: string; chosenAdvertiserId: bigint | null },
) {
  if (account.role === 'publisher') {
    const publisherId = await findPublisherId(db, account)
    if (publisherId !== undefined)
      return { publisherId, ...((await isClosed(db, { publisherId })) && { isClosed: true }) }
    const sub = await findSubAccount(db, account)
    return sub && ((await isClosed(db, sub)) ? { subAccount: sub.subAccount } : sub)
  }
  return account.role === 'advertiser' ? findActingMembership(db, account) : {}
}
