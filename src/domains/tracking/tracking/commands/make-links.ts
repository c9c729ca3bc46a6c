import { sql } from 'kysely'
import { listSites } from '#domains/people/publishers/queries.ts'
import type { PublisherScope } from '#kernel/actor-scope.ts'
import { notFound } from '#kernel/errors.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { inTransaction } from '#platform/server/context.ts'
import type { Ctx } from '#platform/server/context.ts'
import { KEPT_LINKS } from '../contract.ts'
import { resolveUrls } from '../queries/links.ts'
import { pickSite } from '../rules/link.ts'
import type { WrittenSubIds } from '../rules/link.ts'

/** Addresses to turn into links of one site. */
export interface NewLinks extends PublisherScope {
  /** Empty for the first active site. */
  siteKey: string
  urls: readonly string[]
  subs: WrittenSubIds
}

/**
 * Makes links to pages and keeps them in the list of the publisher's last links. A link to a host that no advertiser
 * declared is not kept. The key of a site outside the scope is refused like an unknown one.
 */
export function makeLinks(ctx: Ctx, { publisherId, siteId, siteKey, urls, subs }: NewLinks) {
  return inTransaction(ctx, async (tx) => {
    const site = pickSite(await listSites(tx.db, { publisherId, siteId }), siteKey)
    if (site === undefined) throw notFound()
    const links = await resolveUrls(tx.db, { publisherId, siteId, site, urls, now: tx.now })
    const made = links.flatMap(({ page }) => (page === null || page.target === 'undeclared' ? [] : [page.destination]))
    if (made.length > 0) {
      await keepLinks(tx, { publisherId, siteId: site.id, subs, destinations: [...new Set(made)] })
      await audit(tx, { action: 'link.make', target: `site:${site.id}`, details: { count: made.length } })
    }
    return { site, links }
  })
}

interface KeptLinks {
  publisherId: bigint
  siteId: bigint
  subs: WrittenSubIds
  destinations: readonly string[]
}

async function keepLinks(tx: Ctx, { publisherId, siteId, subs, destinations }: KeptLinks): Promise<void> {
  const madeAt = tx.now
  const rows = destinations.slice(-KEPT_LINKS)
  // Two calls of one publisher at once would wait for each other's rows.
  await tx.db.selectFrom('publisher').select('id').where('id', '=', publisherId).forNoKeyUpdate().execute()
  await tx.db
    .insertInto('customLink')
    .values(rows.map((destination) => ({ publisherId, siteId, destination, ...subs, madeAt })))
    .onConflict((conflict) =>
      conflict.expression(sql`site_id, md5(destination), sub1, sub2, sub3, sub4, sub5`).doUpdateSet({ madeAt }),
    )
    .execute()
  await tx.db
    .deleteFrom('customLink')
    .where('publisherId', '=', publisherId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('customLink')
        .select('id')
        .where('publisherId', '=', publisherId)
        .orderBy('madeAt', 'desc')
        .orderBy('id', 'desc')
        .limit(KEPT_LINKS),
    )
    .execute()
}
