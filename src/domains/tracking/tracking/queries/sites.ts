import { sql } from 'kysely'
import type { Db } from '#database'
import type { SitesOwner } from '#platform/server/database/notify.ts'

/** A publisher's site, found by its key. */
export interface CatalogSite {
  siteId: bigint
  publisherId: bigint
  /** The site is active and its publisher's account is approved. */
  isActive: boolean
  /** The state of the publisher's account in which hits do not count; null while they do. */
  restriction: 'suspended' | 'closed' | null
}

/** By key. Changes in place with each site. */
export type CatalogSites = Map<string, CatalogSite>

/** Small enough that no redirect waits noticeably for a part. */
const PART_ROWS = 5000

function selectSites(db: Db) {
  // `closed` is before `suspended` in the alphabet too.
  const restricted = db
    .selectFrom('accountState')
    .select(['publisherId', sql<'suspended' | 'closed'>`min(state)`.as('restriction')])
    .where(sql<boolean>`state IN ('suspended', 'closed') AND ended_at IS NULL`)
    .groupBy('publisherId')
    .as('restricted')
  return db
    .selectFrom('site')
    .innerJoin('publisher', 'publisher.id', 'site.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .leftJoin(restricted, 'restricted.publisherId', 'site.publisherId')
    .select(['site.key', 'site.id as siteId', 'site.publisherId', 'restriction'])
    .select(sql<boolean>`site.is_active AND account.review_status = 'approved'`.as('isActive'))
}

type SiteRow = CatalogSite & { key: string }

/**
 * Brings all sites up to date in place, part by part, because redirects wait while a process reads an answer of the
 * database. A site is never deleted, and its key never changes.
 */
export function refreshSites(db: Db, sites: CatalogSites): Promise<void> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      // PostgreSQL plans for all rows, not for the first ones.
      await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(tx)
      await sql`DECLARE sites NO SCROLL CURSOR FOR ${selectSites(tx)}`.execute(tx)
      for (;;) {
        const { rows } = await sql<SiteRow>`FETCH ${sql.lit(PART_ROWS)} FROM sites`.execute(tx)
        setSites(sites, rows)
        if (rows.length < PART_ROWS) return
      }
    })
}

/** Brings the sites of some publishers up to date in place. */
export async function updateSites(db: Db, sites: CatalogSites, owners: readonly SitesOwner[]): Promise<void> {
  if (owners.length === 0) return
  const publisherIds = owners.flatMap((owner) => ('publisherId' in owner ? owner.publisherId : []))
  const accountIds = owners.flatMap((owner) => ('accountId' in owner ? owner.accountId : []))
  const owned = sql<boolean>`site.publisher_id IN (
    SELECT id FROM publisher WHERE id = ANY(${publisherIds}) OR account_id = ANY(${accountIds})
  )`
  setSites(sites, await selectSites(db).where(owned).execute())
}

/** A site that has not changed stays the same object: the garbage collector has nothing to do with it. */
function setSites(sites: CatalogSites, rows: readonly SiteRow[]): void {
  for (const { key, ...site } of rows) {
    const kept = sites.get(key)
    if (kept?.isActive !== site.isActive || kept.restriction !== site.restriction) sites.set(key, site)
  }
}
