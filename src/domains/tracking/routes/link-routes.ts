import { listSites } from '#domains/publishers/queries.ts'
import { getPublisherId } from '#domains/publishers/rules.ts'
import type { ParsedInputOf } from '#kernel/endpoint.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { makeLinkCall } from '../contract.ts'
import { findLinkTarget } from '../queries/link-target.ts'
import { readDestination } from '../rules/destination.ts'
import { buildTrackingUrl, getLinkTarget } from '../rules/link.ts'

/** The routes of the tracking domain. The redirect is handled before the router; see `createRedirect`. */
export const trackingRoutes: Route[] = [
  route(makeLinkCall, async (ctx, { query }) => {
    const publisherId = getPublisherId(ctx.actor)
    const sites = await listSites(ctx.db, { publisherId })
    const site = query.key === '' ? (sites.find(({ isActive }) => isActive) ?? sites[0]) : sites.find(hasKey(query.key))
    if (site === undefined && query.key !== '') throw notFound()
    const answer = site === undefined || query.url === '' ? NO_LINK : await makeLink(ctx, { publisherId, site, query })
    return {
      ...SUCCESS,
      sites: sites.map(({ key, name, isActive }) => ({ key, name, is_active: isActive })),
      ...answer,
    }
  }),
]

const NO_LINK = { fault: null, link: null }

function hasKey(key: string) {
  return (site: { key: string }) => site.key === key
}

interface LinkInput {
  publisherId: bigint
  site: { key: string; isActive: boolean }
  query: ParsedInputOf<typeof makeLinkCall>['query']
}

async function makeLink(ctx: RequestCtx, { publisherId, site, query }: LinkInput) {
  const destination = readDestination(query.url)
  if (typeof destination === 'string') return { fault: destination, link: null }
  const { hostname, href: url } = destination
  const found = await findLinkTarget(ctx.db, { hostname, publisherId })
  const { id: sub1, sub2, sub3, sub4, sub5 } = query
  const subs = { sub1, sub2, sub3, sub4, sub5 }
  return {
    fault: null,
    link: {
      site_key: site.key,
      tracking_url: buildTrackingUrl({ publicUrl: ctx.publicUrl, siteKey: site.key, subs, url }),
      hostname,
      target: getLinkTarget(found, site),
      advertiser_name: found?.name ?? null,
    },
  }
}
