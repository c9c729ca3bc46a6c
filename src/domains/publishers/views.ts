import type { SiteView } from './contract.ts'
import type { listPublishers, listSites } from './queries.ts'
import { siteDomain } from './rules.ts'

/** A publisher in the operator's list. */
export function viewPublisher(publisher: Awaited<ReturnType<typeof listPublishers>>['publishers'][number]) {
  const { id, name, email, createdAt, siteCount } = publisher
  return { id: Number(id), name, email, created_at: createdAt.toISOString(), site_count: Number(siteCount) }
}

/** A site as its publisher and operators read it. */
export function viewSite(site: Awaited<ReturnType<typeof listSites>>[number]): SiteView {
  return {
    name: site.name,
    domain: siteDomain(site.url),
    url: site.url,
    key: site.key,
    is_active: site.isActive,
    created_at: site.createdAt.toISOString(),
    script_found_at: site.scriptFoundAt?.toISOString() ?? null,
  }
}
