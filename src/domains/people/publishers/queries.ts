import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#database'
import type { SubAccount } from '#kernel/actor.ts'
import { notFound } from '#kernel/errors.ts'
import type { Page } from '#kernel/paging.ts'
import { findChannelAddress } from '#kernel/site-url.ts'
import { containing } from '#platform/server/database/like-pattern.ts'
import { readPage } from '#platform/server/database/read-page.ts'

/** A publisher with the e-mail of its account. Refuses an unknown id as not found. */
export async function getPublisher(db: Db, { publisherId }: { publisherId: bigint }) {
  const row = await db
    .selectFrom('publisher')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .selectAll('publisher')
    .select(['account.email', 'account.locale', 'account.mutedNotices', 'account.erasedAt'])
    .where('publisher.id', '=', publisherId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The profile of a publisher; with `isLocked`, locked until the end of the transaction. */
export function getProfile(db: Db, { publisherId, isLocked = false }: { publisherId: bigint; isLocked?: boolean }) {
  return db
    .selectFrom('publisherProfile')
    .selectAll()
    .where('id', '=', publisherId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
}

/** The sites of a publisher that a scope includes, in the order in which they were added. */
export function listSites(db: Db, { publisherId, siteId }: { publisherId: bigint; siteId?: bigint | undefined }) {
  return db
    .selectFrom('site')
    .select([
      'id',
      'key',
      'name',
      'url',
      'isActive',
      'audienceCountries',
      'contentCategories',
      'createdAt',
      'scriptFoundAt',
    ])
    .where('publisherId', '=', publisherId)
    .$if(siteId !== undefined, (query) => query.where('id', '=', siteId ?? null))
    .orderBy('id')
    .execute()
}

/** Lists publishers by name whose name, e-mail or site contains the keyword. `count` covers all pages. */
export async function listPublishers(db: Db, { keyword, page }: { keyword: string; page: Page }) {
  const matching = db
    .selectFrom('publisher')
    .$if(keyword !== '', (query) => query.where('publisher.id', 'in', () => findPublisherIds(db, keyword)))
  const ordered = matching
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select(['publisher.id', 'publisher.name', 'publisher.createdAt', 'account.email'])
    .select((row) =>
      row
        .selectFrom('site')
        .select((site) => site.fn.countAll<bigint>().as('sites'))
        .whereRef('site.publisherId', '=', 'publisher.id')
        .as('siteCount'),
    )
    .orderBy((row) => row.fn('lower', ['publisher.name']))
    .orderBy('publisher.id')
  const { count, rows: publishers } = await readPage(page, matching, ordered)
  return { count, publishers }
}

/** Selects the publishers whose name, e-mail or site contains a keyword; each part reads an index of its own. */
function findPublisherIds(db: Db, keyword: string) {
  const part = containing(keyword)
  const byEmail = db
    .selectFrom('publisher')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select('publisher.id')
    .where('account.email', 'ilike', part)
  const bySite = db
    .selectFrom('site')
    .select('publisherId as id')
    .where((site) =>
      site.or([
        site('name', 'ilike', part),
        site('url', 'ilike', toAddressPattern(keyword)),
        site('key', '=', keyword),
      ]),
    )
  return db.selectFrom('publisher').select('id').where('name', 'ilike', part).union(byEmail).union(bySite)
}

/**
 * Tells in SQL whether an active site of the publisher with an id has an address that a keyword names: a part of it, a
 * channel's address in any form, or `@name`.
 */
export function hasSiteAt(publisherId: RawBuilder<unknown>, keyword: string): RawBuilder<boolean> {
  return sql`EXISTS (SELECT FROM site
    WHERE site.publisher_id = ${publisherId} AND site.is_active AND site.url ILIKE ${toAddressPattern(keyword)})`
}

function toAddressPattern(keyword: string): string {
  return containing(findChannelAddress(keyword) ?? keyword.replace(/^@/, ''))
}

/**
 * Finds the publisher and the site of a sub-account. Undefined when the account is none, when it was removed, or when
 * the publisher's own account is not approved.
 */
export async function findSubAccount(
  db: Db,
  { accountId }: { accountId: bigint },
): Promise<{ publisherId: bigint; subAccount: SubAccount } | undefined> {
  const row = await db
    .selectFrom('subAccount')
    .innerJoin('publisher', 'publisher.id', 'subAccount.publisherId')
    .innerJoin('accountSummary as owner', 'owner.id', 'publisher.accountId')
    .select(['subAccount.publisherId', 'subAccount.siteId', 'subAccount.access'])
    .where('subAccount.accountId', '=', accountId)
    .where('subAccount.removedAt', 'is', null)
    .where('owner.reviewStatus', '=', 'approved')
    .executeTakeFirst()
  return row && { publisherId: row.publisherId, subAccount: { siteId: row.siteId, access: row.access } }
}

/** Lists the sub-accounts of a publisher with their sites, the oldest first. */
export function listSubAccounts(db: Db, { publisherId }: { publisherId: bigint }) {
  return db
    .selectFrom('subAccount')
    .innerJoin('site', 'site.id', 'subAccount.siteId')
    .select(['subAccount.id', 'accountId', 'position', 'userName', 'email', 'access', 'subAccount.createdAt'])
    .select(['site.key', 'site.url'])
    .where('subAccount.publisherId', '=', publisherId)
    .where('removedAt', 'is', null)
    .orderBy('subAccount.id')
    .execute()
}

/** Finds the publisher whose referral link has a code. */
export async function findReferrer(db: Db, referralCode: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('publisherProfile')
    .select('id')
    .where('referralCode', '=', referralCode)
    .executeTakeFirst()
  return row?.id
}

/** Finds the publisher that an account owns; undefined when it owns none. */
export async function findPublisherId(db: Db, { accountId }: { accountId: bigint }): Promise<bigint | undefined> {
  const row = await db.selectFrom('publisher').select('id').where('accountId', '=', accountId).executeTakeFirst()
  return row?.id
}
