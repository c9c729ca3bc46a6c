import type { Db } from '#database'
import { listDomains } from '#domains/advertisers/queries.ts'
import { regionName } from '#domains/advertisers/rules.ts'
import { getPublisher } from '#domains/publishers/queries.ts'
import { getPublisherId, getPublisherScope } from '#domains/publishers/rules.ts'
import { toDayRange } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { decideMembership } from '../commands/decide-membership.ts'
import { leaveProgram } from '../commands/leave-program.ts'
import { requestJoin } from '../commands/request-join.ts'
import {
  decideMembershipCall,
  leaveProgramCall,
  listMembershipsCall,
  listOfferDomainsCall,
  listOffersCall,
  listPublisherMembershipsCall,
  requestJoinCall,
} from '../contract/membership.ts'
import { listMemberships } from '../queries/memberships.ts'
import { getOffer, listOffers, listTopOffers } from '../queries/offers.ts'
import { listTerms } from '../queries/terms.ts'
import { viewMembership, viewOffer } from '../views/program.ts'

/** The routes of publishers about advertisers and their programmes. */
export const offerRoutes: Route[] = [
  route(listOffersCall, async (ctx, { query }) => {
    const { publisherId } = getPublisherScope(ctx.actor)
    const { keyword, domain, sort, begin, end } = query
    const range = begin === undefined && end === undefined ? undefined : toDayRange({ begin, end }, ctx.now)
    const filter = { publisherId, keyword, domain, sort, range, page: toPage(query) }
    const { count, offers } = await listOffers(ctx.db, filter)
    const top = await listTopOffers(ctx.db, { publisherId })
    const view = await buildOfferView(ctx, [...offers, ...top])
    return { ...SUCCESS, data: { count, advertisers: offers.map(view), top_advertisers: top.map(view) } }
  }),
  route(listOfferDomainsCall, async (ctx, { query: { advertiser_id: advertiserId } }) => {
    await getOffer(ctx.db, { publisherId: getPublisherScope(ctx.actor).publisherId, advertiserId })
    const domains = await listDomains(ctx.db, { advertiserId })
    return {
      ...SUCCESS,
      data: domains.map(({ hostname, regions }) => ({
        domain: hostname,
        regions: regions.map(({ code, text }) => ({ name: regionName(code, ctx.locale), commission: text })),
      })),
    }
  }),
  route(requestJoinCall, async (ctx, { params, body }) => {
    const publisherId = getPublisherId(ctx.actor)
    const { programId } = await getOffer(ctx.db, { publisherId, advertiserId: params.advertiser_id })
    const { status } = await requestJoin(ctx, { programId, publisherId, message: body.message })
    return { ...SUCCESS, status }
  }),
  route(leaveProgramCall, async (ctx, { params }) => {
    const publisherId = getPublisherId(ctx.actor)
    const { programId } = await getOffer(ctx.db, { publisherId, advertiserId: params.advertiser_id })
    await leaveProgram(ctx, { programId, publisherId })
    return SUCCESS
  }),
]

/** The routes of operators about memberships; `branding` is for the mails to publishers. */
export function membershipRoutes(branding: EmailBranding): Route[] {
  return [
    route(listMembershipsCall, async (ctx, { query }) => {
      const { status, keyword } = query
      const { count, memberships } = await listMemberships(ctx.db, { status, keyword, page: toPage(query) })
      return { ...SUCCESS, data: { count, memberships: memberships.map(viewMembership) } }
    }),
    route(listPublisherMembershipsCall, async (ctx, { params: { publisher_id: publisherId }, query }) => {
      await getPublisher(ctx.db, { publisherId })
      const { count, memberships } = await listMemberships(ctx.db, { publisherId, page: toPage(query) })
      return { ...SUCCESS, data: { count, memberships: memberships.map(viewMembership) } }
    }),
    route(decideMembershipCall, async (ctx, { params, body }) => {
      const { program_id: programId, publisher_id: publisherId } = params
      const { status } = await decideMembership(ctx, { programId, publisherId, ...body, branding })
      return { ...SUCCESS, status }
    }),
  ]
}

/** Reads the terms of the offered programmes. Returns a function that builds the view of one offer. */
async function buildOfferView(ctx: { db: Db; now: Date }, offers: Awaited<ReturnType<typeof listTopOffers>>) {
  const programIds = [...new Set(offers.map(({ programId }) => programId))]
  const terms = Map.groupBy(await listTerms(ctx.db, { programIds }), ({ programId }) => programId)
  return (offer: (typeof offers)[number]) => viewOffer(offer, terms.get(offer.programId) ?? [], ctx.now)
}
