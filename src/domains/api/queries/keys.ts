import { sql } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/account-states/queries.ts'

/** Whose keys they are: one publisher's or one advertiser's. */
export type KeyOwner = { publisherId: bigint } | { advertiserId: bigint }

/** The condition that a key is of an owner. */
export function isOfOwner(owner: KeyOwner) {
  return 'publisherId' in owner
    ? sql<boolean>`publisher_id = ${owner.publisherId}`
    : sql<boolean>`advertiser_id = ${owner.advertiserId}`
}

/** Lists the valid API keys of a publisher or an advertiser, newest first. */
export function listKeys(db: Db, owner: KeyOwner) {
  return db
    .selectFrom('apiKey')
    .select(['id', 'prefix', 'name', 'scopes', 'createdAt', 'lastUsedAt'])
    .where(isOfOwner(owner))
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

/** The account of the owner of an advertiser who joined first; it acts in what programs of the advertiser do. */
const FIRST_OWNER = sql<bigint>`(
  SELECT member.account_id FROM team_member AS member JOIN account_summary AS own ON own.id = member.account_id
  WHERE member.advertiser_id = api_key.advertiser_id AND member.role = 'owner' AND member.removed_at IS NULL
    AND own.review_status = 'approved'
  ORDER BY member.id LIMIT 1
)`

/** Finds the valid API key with a prefix, if the account of its owner is approved and not closed. */
export function findKey(db: Db, { prefix }: { prefix: string }) {
  return db
    .selectFrom('apiKey')
    .leftJoin('publisher', 'publisher.id', 'apiKey.publisherId')
    .innerJoin('accountSummary as account', (join) =>
      join.on((row) => row('account.id', '=', row.fn.coalesce('publisher.accountId', FIRST_OWNER))),
    )
    .select(['apiKey.id', 'apiKey.publisherId', 'apiKey.advertiserId', 'apiKey.secretHash', 'apiKey.scopes'])
    .select(['apiKey.lastUsedAt', 'account.id as accountId'])
    .where('apiKey.prefix', '=', prefix)
    .where('apiKey.revokedAt', 'is', null)
    .where('account.reviewStatus', '=', 'approved')
    .where((row) => row.not(hasAccountState(sql.ref('publisher.id'), ['closed'])))
    .executeTakeFirst()
}
