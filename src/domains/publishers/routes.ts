import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { createSite, setSiteActive, updateSite } from './commands.ts'
import {
  activateSiteCall,
  createSiteCall,
  deactivateSiteCall,
  getOwnPublisherCall,
  getPublisherCall,
  listPublishersCall,
  switchPublisherSiteCall,
  updateSiteCall,
} from './contract.ts'
import { getPublisher, listPublishers, listSites } from './queries.ts'
import { getPublisherId, getPublisherScope } from './rules.ts'
import { viewPublisher, viewSite } from './views.ts'

/** The routes of the publishers domain. */
export const publisherRoutes: Route[] = [
  route(getOwnPublisherCall, async (ctx) => {
    const scope = getPublisherScope(ctx.actor)
    const { name, createdAt, ...owner } = await getPublisher(ctx.db, scope)
    const email = ctx.actor.kind === 'account' ? ctx.actor.email : owner.email
    const sites = await listSites(ctx.db, scope)
    return {
      ...SUCCESS,
      message: { email, name, created_at: createdAt.toISOString(), sites: sites.map(viewSite) },
    }
  }),
  route(createSiteCall, async (ctx, { body }) => {
    const publisherId = getPublisherId(ctx.actor)
    const { key } = await createSite(ctx, { publisherId, name: body.site_name, url: body.site_url })
    return { ...SUCCESS, message: mailTexts(ctx.locale, 'publishers')('answer.added'), key }
  }),
  route(updateSiteCall, async (ctx, { params: { key }, body }) => {
    const publisherId = getPublisherId(ctx.actor)
    await updateSite(ctx, { publisherId, key, name: body.site_name, url: body.site_url })
    return { ...SUCCESS, message: mailTexts(ctx.locale, 'publishers')('answer.saved'), key }
  }),
  route(deactivateSiteCall, async (ctx, { params: { key } }) => {
    await setSiteActive(ctx, { publisherId: getPublisherId(ctx.actor), key, isActive: false })
    return SUCCESS
  }),
  route(activateSiteCall, async (ctx, { params: { key } }) => {
    await setSiteActive(ctx, { publisherId: getPublisherId(ctx.actor), key, isActive: true })
    return SUCCESS
  }),
  route(listPublishersCall, async (ctx, { query }) => {
    const { count, publishers } = await listPublishers(ctx.db, { keyword: query.keyword, page: toPage(query) })
    return {
      ...SUCCESS,
      data: {
        count,
        publishers: publishers.map(viewPublisher),
      },
    }
  }),
  route(getPublisherCall, async (ctx, { params: { publisher_id: publisherId } }) => {
    const { id, name, email, createdAt } = await getPublisher(ctx.db, { publisherId })
    const sites = await listSites(ctx.db, { publisherId })
    return {
      ...SUCCESS,
      data: { id: Number(id), name, email, created_at: createdAt.toISOString(), sites: sites.map(viewSite) },
    }
  }),
  route(switchPublisherSiteCall, async (ctx, { params, body }) => {
    const { publisher_id: publisherId, key } = params
    await setSiteActive(ctx, { publisherId, key, isActive: body.is_active })
    return SUCCESS
  }),
]
