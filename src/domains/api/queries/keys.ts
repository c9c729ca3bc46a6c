import { sql } from 'kysely'
import type { Db } from '#database'

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
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM account_state AS period
        WHERE period.publisher_id = publisher.id AND period.state = 'closed' AND period.ended_at IS NULL
      )`,
    )
    .executeTakeFirst()
}
