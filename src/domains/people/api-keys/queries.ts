import { sql } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/people/account-states/queries.ts'
import type { TeamRole } from '#kernel/actor.ts'

/** Whose keys they are: one publisher's or one advertiser's. */
export type KeyOwner = { publisherId: bigint } | { advertiserId: bigint }

/** The condition that a key is of an owner. */
export function isOfOwner(owner: KeyOwner) {
  return 'publisherId' in owner
    ? sql<boolean>`publisher_id = ${owner.publisherId}`
    : sql<boolean>`advertiser_id = ${owner.advertiserId}`
}

/** The role of the member who made a key of an advertiser; null for one who left, or joined again afterwards. */
const MAKER_ROLE = sql<TeamRole | null>`(
  SELECT member.role FROM team_member AS member JOIN account_summary AS own ON own.id = member.account_id
  WHERE member.advertiser_id = api_key.advertiser_id AND member.account_id = api_key.created_by
    AND member.removed_at IS NULL AND member.joined_at <= api_key.created_at AND own.review_status = 'approved'
)`

/** Lists the API keys of a publisher or an advertiser that are not revoked, newest first, with who made each. */
export function listKeys(db: Db, owner: KeyOwner) {
  return db
    .selectFrom('apiKey')
    .leftJoin('accountSummary as maker', 'maker.id', 'apiKey.createdBy')
    .select(['apiKey.id', 'advertiserId', 'prefix', 'name', 'scopes', 'apiKey.createdAt', 'lastUsedAt'])
    .select(['maker.displayName as makerName', MAKER_ROLE.as('makerRole')])
    .where(isOfOwner(owner))
    .where('revokedAt', 'is', null)
    .orderBy('apiKey.id', 'desc')
    .execute()
}

/**
 * Finds the valid API key with a prefix, if the account that it acts for is approved and not closed: the publisher, or
 * the member of the advertiser's team who made it. `isSuspended` says whether that publisher's account is suspended.
 */
export function findKey(db: Db, { prefix }: { prefix: string }) {
  return db
    .selectFrom('apiKey')
    .leftJoin('publisher', 'publisher.id', 'apiKey.publisherId')
    .innerJoin('accountSummary as account', (join) =>
      join.on((row) => row('account.id', '=', row.fn.coalesce('publisher.accountId', 'apiKey.createdBy'))),
    )
    .select(['apiKey.id', 'apiKey.publisherId', 'apiKey.advertiserId', 'apiKey.secretHash', 'apiKey.scopes'])
    .select(['apiKey.lastUsedAt', 'account.id as accountId', MAKER_ROLE.as('makerRole')])
    .select(hasAccountState(sql.ref('publisher.id'), ['suspended']).as('isSuspended'))
    .where('apiKey.prefix', '=', prefix)
    .where('apiKey.revokedAt', 'is', null)
    .where('account.reviewStatus', '=', 'approved')
    .where((row) => row.or([row('apiKey.advertiserId', 'is', null), row(MAKER_ROLE, 'is not', null)]))
    .where((row) => row.not(hasAccountState(sql.ref('publisher.id'), ['closed'])))
    .executeTakeFirst()
}
