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

/** `closed` is before `suspended` in the alphabet too. */
const restriction = sql<CatalogSite['restriction']>`(
  SELECT min(state) FROM account_state
  WHERE publisher_id = site.publisher_id AND state IN ('suspended', 'closed') AND ended_at IS NULL
)`

function selectSites(db: Db) {
  return db
    .selectFrom('site')
    .innerJoin('publisher', 'publisher.id', 'site.publisherId')
    .innerJoin('accountSummary as account', 'account.id', 'publisher.accountId')
    .select(['site.key', 'site.id as siteId', 'site.publisherId', restriction.as('restriction')])
    .select(sql<boolean>`site.is_active AND account.review_status = 'approved'`.as('isActive'))
}

type SiteRow = CatalogSite & { key: string }

/**
 * Brings all sites up to date in place, part by part, because redirects wait while a process reads an answer of the
 * database. A site is never deleted, and its key never changes.
 */
export async function refreshSites(db: Db, sites: CatalogSites): Promise<void> {
  let after: bigint | undefined = 0n
  while (after !== undefined) {
    const rows: SiteRow[] = await selectSites(db)
      .where('site.id', '>', after)
      .orderBy('site.id')
      .limit(PART_ROWS)
      .execute()
    setSites(sites, rows)
    after = rows.length < PART_ROWS ? undefined : rows.at(-1)?.siteId
  }
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
