import { listDomains } from '#domains/people/advertisers/queries.ts'
import { regionName } from '#kernel/regions.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { getPublisherId, getPublisherScope } from '#kernel/actor-scope.ts'
import { toDayRange } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import type { ParsedInputOf } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { writeCsv } from '#platform/server/files/csv.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { decideMembership } from '../commands/decide-membership.ts'
import { leaveProgram } from '../commands/leave-program.ts'
import { requestJoin } from '../commands/request-join.ts'
import {
  decideMembershipCall,
  downloadOffersCall,
  leaveProgramCall,
  listMembershipsCall,
  listOfferDomainsCall,
  listOffersCall,
  listPublisherMembershipsCall,
  requestJoinCall,
} from '../contract/membership.ts'
import { listMemberships } from '../queries/memberships.ts'
import { getOffer, listOffers, listTopOffers } from '../queries/offers.ts'
import type { OfferFilter } from '../queries/offers.ts'
import { listTerms } from '../queries/terms.ts'
import { viewMembership, viewOffer } from '../views/program.ts'

/** The routes of publishers about advertisers and their programmes; `join` may apply rules to a request. */
export const offerRoutes = (join = requestJoin): Route[] => [
  route(listOffersCall, async (ctx, { query }) => {
    const { publisherId } = getPublisherScope(ctx.actor)
    const { count, offers } = await listOffers(ctx.db, { ...toFilter(ctx, query), publisherId, page: toPage(query) })
    const top = await listTopOffers(ctx.db, { publisherId })
    const view = await buildOfferView(ctx, [...offers, ...top])
    return { ...SUCCESS, data: { count, advertisers: offers.map(view), top_advertisers: top.map(view) } }
  }),
  route(downloadOffersCall, async (ctx, { query }) => {
    const filter = { ...toFilter(ctx, query), publisherId: getPublisherScope(ctx.actor).publisherId }
    return new FileReply({
      filename: 'advertisers.csv',
      contentType: 'text/csv; charset=utf-8',
      body: writeCsv(readOfferLines(ctx, filter), { columns: OFFER_COLUMNS, hasByteOrderMark: query.bom === '1' }),
    })
  }),
  route(listOfferDomainsCall, async (ctx, { query: { advertiser_id: advertiserId } }) => {
    await getOffer(ctx.db, { publisherId: getPublisherScope(ctx.actor).publisherId, advertiserId })
    const domains = await listDomains(ctx.db, { advertiserId })
    return {
      ...SUCCESS,
      data: domains.map(({ host, regions }) => ({
        domain: host,
        regions: regions.map(({ code, text }) => ({ name: regionName(code, ctx.locale), commission: text })),
      })),
    }
  }),
  route(requestJoinCall, async (ctx, { params, body }) => {
    const publisherId = getPublisherId(ctx.actor)
    const { programId } = await getOffer(ctx.db, { publisherId, advertiserId: params.advertiser_id, withPaused: true })
    const { status } = await join(ctx, { programId, publisherId, ...body })
    return { ...SUCCESS, status }
  }),
  route(leaveProgramCall, async (ctx, { params }) => {
    const publisherId = getPublisherId(ctx.actor)
    const { programId } = await getOffer(ctx.db, { publisherId, advertiserId: params.advertiser_id })
    await leaveProgram(ctx, { programId, publisherId })
    return SUCCESS
  }),
]

/** The routes of operators about memberships. */
export const membershipRoutes: Route[] = [
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
    const { status } = await decideMembership(ctx, { programId, publisherId, ...body })
    return { ...SUCCESS, status }
  }),
]

type OfferQuery = Pick<ParsedInputOf<typeof listOffersCall>['query'], 'keyword' | 'domain' | 'sort' | 'begin' | 'end'>

function toFilter(ctx: { now: Date }, { keyword, domain, sort, begin, end }: OfferQuery) {
  const range = begin === undefined && end === undefined ? undefined : toDayRange({ begin, end }, ctx.now)
  return { keyword, domain, sort, range }
}

const OFFER_COLUMNS = ['advertiser_id', 'advertiser', 'website', 'commission', 'clicks', 'epc', 'approval_rate'].concat(
  'decision_days',
  'membership',
)

const BATCH_ROWS = 500

/** Reads the lines of the download in batches, in the order of the list. */
async function* readOfferLines(ctx: RequestCtx, filter: Omit<OfferFilter, 'page'>) {
  for (let number = 1; ; number++) {
    const { count, offers } = await listOffers(ctx.db, { ...filter, page: { number, size: BATCH_ROWS } })
    // The list answers its last page for one beyond the end, which a list that became shorter may have.
    if ((number - 1) * BATCH_ROWS >= count) return
    const view = await buildOfferView(ctx, offers)
    for (const offer of offers) {
      const { id, name, website, commission, clicks, epc, approval_rate, decision_days, membership } = view(offer)
      const figures = [clicks, epc, approval_rate, decision_days].map((figure) => figure?.toString() ?? null)
      yield [String(id), name, website, commission, ...figures, membership]
    }
    if (number * BATCH_ROWS >= count) return
  }
}

/** Reads the terms of the offered programmes. Returns a function that builds the view of one offer. */
async function buildOfferView(ctx: RequestCtx, offers: Awaited<ReturnType<typeof listTopOffers>>) {
  const programIds = [...new Set(offers.map(({ programId }) => programId))]
  const terms = Map.groupBy(await listTerms(ctx.db, { programIds }), ({ programId }) => programId)
  const reader = { now: ctx.now, isOwner: getPublisherScope(ctx.actor).siteId === undefined }
  return (offer: (typeof offers)[number]) => viewOffer(offer, terms.get(offer.programId) ?? [], reader)
}
