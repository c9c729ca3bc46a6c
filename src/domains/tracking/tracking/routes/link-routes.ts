import { listSites } from '#domains/people/publishers/queries.ts'
import { getPublisherScope } from '#kernel/actor-scope.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { makeLinks } from '../commands/make-links.ts'
import { deleteShortLink, makeShortLink } from '../commands/short-links.ts'
import {
  deleteShortLinkCall,
  listCustomLinksCall,
  listShortLinksCall,
  makeLinkCall,
  makeLinksCall,
  makeShortLinkCall,
} from '../contract.ts'
import { listCustomLinks, listShortLinks, resolveUrls } from '../queries/links.ts'
import { pickSite } from '../rules/link.ts'
import type { WrittenSubIds } from '../rules/link.ts'
import { viewCustomLink, viewLink, viewShortLink } from '../views.ts'

/** The routes of the tracking domain. The redirect is handled before the router; see `createRedirect`. */
export const trackingRoutes: Route[] = [
  route(makeLinkCall, async (ctx, { query }) => {
    const scope = getPublisherScope(ctx.actor)
    const sites = await listSites(ctx.db, scope)
    const site = pickSite(sites, query.key)
    if (site === undefined && query.key !== '') throw notFound()
    const urls = site === undefined || query.url === '' ? [] : [query.url]
    const [resolved] = site === undefined ? [] : await resolveUrls(ctx.db, { ...scope, site, urls, now: ctx.now })
    const parts = { trackingOrigin: ctx.trackingOrigin, siteKey: site?.key ?? '', subs: readSubIds(query) }
    return {
      ...SUCCESS,
      sites: sites.map(({ key, name, isActive }) => ({ key, name, is_active: isActive })),
      ...(resolved === undefined ? NO_LINK : viewLink(resolved, parts)),
    }
  }),
  route(makeLinksCall, async (ctx, { body }) => {
    const subs = readSubIds(body)
    const { site, links } = await makeLinks(ctx, {
      ...getPublisherScope(ctx.actor),
      siteKey: body.key,
      urls: body.urls,
      subs,
    })
    const parts = { trackingOrigin: ctx.trackingOrigin, siteKey: site.key, subs }
    return { ...SUCCESS, links: links.map((link) => viewLink(link, parts)) }
  }),
  route(listCustomLinksCall, async (ctx) => {
    const links = await listCustomLinks(ctx.db, getPublisherScope(ctx.actor))
    return { ...SUCCESS, links: links.map((link) => viewCustomLink(link, ctx.trackingOrigin)) }
  }),
  route(makeShortLinkCall, async (ctx, { body }) => {
    const { key: siteKey, url, ending } = body
    const subs = readSubIds(body)
    const { site, ...link } = await makeShortLink(ctx, { ...getPublisherScope(ctx.actor), siteKey, url, subs, ending })
    const row = { ...link, ...subs, siteKey: site.key, siteName: site.name, madeAt: ctx.now }
    return { ...SUCCESS, link: viewShortLink(row, ctx.trackingOrigin) }
  }),
  route(listShortLinksCall, async (ctx, { query }) => {
    const { count, links } = await listShortLinks(ctx.db, { ...getPublisherScope(ctx.actor), page: toPage(query) })
    return { ...SUCCESS, data: { count, links: links.map((link) => viewShortLink(link, ctx.trackingOrigin)) } }
  }),
  route(deleteShortLinkCall, async (ctx, { params }) => {
    await deleteShortLink(ctx, { ...getPublisherScope(ctx.actor), linkId: params.link_id })
    return SUCCESS
  }),
]

const NO_LINK = { fault: null, link: null }

function readSubIds({
  id,
  sub2,
  sub3,
  sub4,
  sub5,
}: Record<'id' | 'sub2' | 'sub3' | 'sub4' | 'sub5', string>): WrittenSubIds {
  return { sub1: id, sub2, sub3, sub4, sub5 }
}
