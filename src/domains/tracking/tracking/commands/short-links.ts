import { listSites } from '#domains/people/publishers/queries.ts'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import { Refusal, invalidField, notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { announceCatalogChange } from '#platform/server/database/notify.ts'
import { limitRate } from '#platform/server/limits/rate-limit.ts'
import { resolveUrls } from '../queries/links.ts'
import { digestEnding } from '../queries/short-links.ts'
import { MAX_SHORT_LINKS, findEndingFault, normalizeEnding, shortLinkOf } from '../rules/ending.ts'
import { pickSite } from '../rules/link.ts'
import type { WrittenSubIds } from '../rules/link.ts'

/** A short link to make. */
export interface NewShortLink extends PublisherScope {
  /** Empty for the first active site. */
  siteKey: string
  url: string
  subs: WrittenSubIds
  ending: string
}

/** A deleted link leaves its digest in the table for good, so links cannot be made and deleted without end. */
const DAILY_LINKS = MAX_SHORT_LINKS

/**
 * Makes a short link to a page on a declared host. Refuses an ending that another link has or had, one that breaks the
 * rules, and a link beyond `MAX_SHORT_LINKS` of the publisher.
 */
export async function makeShortLink(ctx: Ctx, { publisherId, siteId, siteKey, url, subs, ...link }: NewShortLink) {
  const ending = normalizeEnding(link.ending)
  const fault = findEndingFault(ending)
  if (fault) throw invalidField('ending', fault)
  await limitRate(ctx, { key: `short-links:${publisherId}`, max: DAILY_LINKS, windowSeconds: 86_400 })
  return inTransaction(ctx, async (tx) => {
    // Two calls of one publisher at once would both find room for one more.
    await tx.db.selectFrom('publisher').select('id').where('id', '=', publisherId).forNoKeyUpdate().execute()
    const site = pickSite(await listSites(tx.db, { publisherId, siteId }), siteKey)
    if (site === undefined) throw notFound()
    const [resolved] = await resolveUrls(tx.db, { publisherId, siteId, site, urls: [url], now: tx.now })
    if (!resolved?.page) throw invalidField('urls', { code: 'short_link.address' })
    const { destination, host, target } = resolved.page
    if (target === 'undeclared') throw invalidField('urls', { code: 'short_link.undeclared', params: { host } })
    await refuseBeyondMax(tx, publisherId)
    const values = { publisherId, siteId: site.id, digest: digestEnding(ending), ending, destination, ...subs }
    const made = await tx.db
      .insertInto('shortLink')
      .values({ ...values, madeAt: tx.now })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw invalidField('ending', { code: 'short_link.taken' })
    await announceCatalogChange(tx, shortLinkOf(ending))
    await audit(tx, { action: 'short_link.make', target: `short_link:${made.id}` })
    return { linkId: made.id, ending, destination, site }
  })
}

async function refuseBeyondMax(tx: Ctx, publisherId: bigint): Promise<void> {
  const { count } = await tx.db
    .selectFrom('shortLink')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('publisherId', '=', publisherId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < MAX_SHORT_LINKS) return
  throw new Refusal({ code: 'short_link.too_many', params: { max: MAX_SHORT_LINKS }, status: 409 })
}

/**
 * Deletes a short link of the scope: its visitors read that it no longer exists, and nobody gets its ending. Refuses a
 * link outside of the scope as one that does not exist.
 */
export function deleteShortLink(ctx: Ctx, { publisherId, siteId, linkId }: PublisherScope & { linkId: bigint }) {
  return inTransaction(ctx, async (tx) => {
    const link = await tx.db
      .selectFrom('shortLink')
      .select(['id', 'ending'])
      .where('publisherId', '=', publisherId)
      .where('id', '=', linkId)
      .where('deletedAt', 'is', null)
      .$if(siteId !== undefined, (query) => query.where('siteId', '=', siteId ?? null))
      .forUpdate()
      .executeTakeFirst()
    if (!link) throw notFound()
    await emptyShortLinks(tx, [link])
    await audit(tx, { action: 'short_link.delete', target: `short_link:${linkId}` })
  })
}

/** Deletes all short links of a publisher, inside the caller's transaction. */
export async function deleteShortLinks(tx: Ctx, { publisherId }: { publisherId: bigint }): Promise<void> {
  const links = await tx.db
    .selectFrom('shortLink')
    .select(['id', 'ending'])
    .where('publisherId', '=', publisherId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .execute()
  if (links.length > 0) await emptyShortLinks(tx, links)
}

const NO_SUBS = { sub1: '', sub2: '', sub3: '', sub4: '', sub5: '' }

async function emptyShortLinks(tx: Ctx, links: readonly { id: bigint; ending: string | null }[]): Promise<void> {
  const ids = links.map(({ id }) => id)
  const values = { ending: null, destination: null, ...NO_SUBS, deletedAt: tx.now }
  await tx.db.updateTable('shortLink').set(values).where('id', 'in', ids).execute()
  for (const { ending } of links) await announceCatalogChange(tx, shortLinkOf(ending ?? ''))
}
