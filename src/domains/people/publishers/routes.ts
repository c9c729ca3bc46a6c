import { findConfirmedAccounts } from '#domains/people/accounts/queries.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import {
  createSite,
  inviteSubAccount,
  removeSubAccount,
  setSiteActive,
  updateProfile,
  updateSite,
  updateSubAccount,
} from './commands/publishers.ts'
import {
  activateSiteCall,
  createSiteCall,
  deactivateSiteCall,
  getOwnPublisherCall,
  getPublisherCall,
  inviteSubAccountCall,
  listPublishersCall,
  listSubAccountsCall,
  removeSubAccountCall,
  switchPublisherSiteCall,
  updateProfileCall,
  updateSiteCall,
  updateSubAccountCall,
} from './contract.ts'
import { getProfile, getPublisher, listPublishers, listSites, listSubAccounts } from './queries.ts'
import { getPublisherId, getPublisherScope } from '#kernel/actor-scope.ts'
import { readSiteForm } from './rules.ts'
import { viewOwnPublisher, viewPublisher, viewSite, viewSubAccount } from './views.ts'

/** The routes of the publishers domain. */
export const publisherRoutes: Route[] = [
  route(getOwnPublisherCall, async (ctx) => {
    const scope = getPublisherScope(ctx.actor)
    const { publisherId, siteId } = scope
    const { name, createdAt, email: ownerEmail } = await getPublisher(ctx.db, scope)
    const email = ctx.actor.kind === 'account' ? ctx.actor.email : ownerEmail
    const sites = await listSites(ctx.db, scope)
    const profile = siteId === undefined ? await getProfile(ctx.db, { publisherId }) : undefined
    return { ...SUCCESS, message: viewOwnPublisher({ email, name, createdAt, sites }, profile, ctx.locale) }
  }),
  route(updateProfileCall, async (ctx, { body: { csrfmiddlewaretoken: _, ...form } }) => {
    await updateProfile(ctx, { publisherId: getPublisherId(ctx.actor), form })
    return { ...SUCCESS, message: mailTexts(ctx.locale, 'publishers')('answer.profileSaved') }
  }),
  route(createSiteCall, async (ctx, { body }) => {
    const { key } = await createSite(ctx, { publisherId: getPublisherId(ctx.actor), ...readSiteForm(body) })
    return { ...SUCCESS, message: mailTexts(ctx.locale, 'publishers')('answer.added'), key }
  }),
  route(updateSiteCall, async (ctx, { params: { key }, body }) => {
    await updateSite(ctx, { publisherId: getPublisherId(ctx.actor), key, ...readSiteForm(body) })
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
      data: {
        id: Number(id),
        name,
        email,
        created_at: createdAt.toISOString(),
        sites: sites.map((site) => viewSite(site, ctx.locale)),
      },
    }
  }),
  route(switchPublisherSiteCall, async (ctx, { params, body }) => {
    const { publisher_id: publisherId, key } = params
    await setSiteActive(ctx, { publisherId, key, isActive: body.is_active })
    return SUCCESS
  }),
]

/** The routes of a publisher's sub-accounts. */
export const subAccountRoutes: Route[] = [
  route(listSubAccountsCall, async (ctx) => {
    const rows = await listSubAccounts(ctx.db, { publisherId: getPublisherId(ctx.actor) })
    const confirmed = await findConfirmedAccounts(
      ctx.db,
      rows.flatMap(({ accountId }) => accountId ?? []),
    )
    return { ...SUCCESS, data: rows.map((row) => viewSubAccount(row, confirmed)) }
  }),
  route(inviteSubAccountCall, async (ctx, { body: { userName, email, hash: siteKey, access } }) => {
    const invitation = { userName, email, siteKey, access, locale: ctx.locale }
    await inviteSubAccount(ctx, { publisherId: getPublisherId(ctx.actor), ...invitation })
    return { ...SUCCESS, message: mailTexts(ctx.locale, 'publishers')('answer.invited') }
  }),
  route(updateSubAccountCall, async (ctx, { params, body: { hash: siteKey, access } }) => {
    const own = { publisherId: getPublisherId(ctx.actor), subAccountId: params.sub_account_id }
    await updateSubAccount(ctx, { ...own, siteKey, access })
    return SUCCESS
  }),
  route(removeSubAccountCall, async (ctx, { params }) => {
    const own = { publisherId: getPublisherId(ctx.actor), subAccountId: params.sub_account_id }
    await removeSubAccount(ctx, own)
    return SUCCESS
  }),
]
