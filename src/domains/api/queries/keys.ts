import { sql } from 'kysely'
import type { Db } from '#database'
import { hasAccountState } from '#domains/account-states/queries.ts'

/** Lists the valid API keys of a publisher, newest first. */
export function listKeys(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('apiKey')
    .select(['id', 'prefix', 'name', 'scopes', 'createdAt', 'lastUsedAt'])
    .where('publisherId', '=', publisherId)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

/** Finds the valid API key with a prefix, if the account of its publisher is approved and not closed. */
export function findKey(db: Db, { prefix }: { prefix: string }) {
  return db
    .selectFrom('apiKey')
    .innerJoin('publisher', 'publisher.id', 'apiKey.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select(['apiKey.id', 'apiKey.publisherId', 'apiKey.secretHash', 'apiKey.scopes', 'apiKey.lastUsedAt'])
    .select('publisher.accountId')
    .where('apiKey.prefix', '=', prefix)
    .where('apiKey.revokedAt', 'is', null)
    .where('account.reviewStatus', '=', 'approved')
    .where((row) => row.not(hasAccountState(sql.ref('publisher.id'), ['closed'])))
    .executeTakeFirst()
}
