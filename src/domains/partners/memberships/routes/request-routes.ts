import { getAdvertiserId, getPublisherId } from '#kernel/actor-scope.ts'
import { answerQuestion, askApplicant } from '#domains/programmes/programs/commands/ask-applicant.ts'
import { decideMembership } from '#domains/programmes/programs/commands/decide-membership.ts'
import { listMembershipEvents } from '#domains/programmes/programs/queries/memberships.ts'
import { getOffer } from '#domains/programmes/programs/queries/offers.ts'
import { possibleDecisions } from '#domains/programmes/programs/rules.ts'
import { getProfile, listSites } from '#domains/people/publishers/queries.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import * as calls from '../contract/requests.ts'
import { getJoinRequest, listJoinRequests } from '../queries/requests.ts'
import { viewJoinRequest, viewMembershipEvent, viewProfile } from '../views.ts'

/** The routes of join requests: of advertisers about them, and of publishers about their own. */
export const joinRequestRoutes: Route[] = [
  route(calls.listJoinRequestsCall, async (ctx, { query }) => {
    const { queue, keyword } = query
    const filter = { advertiserId: getAdvertiserId(ctx.actor), queue, keyword, page: toPage(query) }
    const { count, requests } = await listJoinRequests(ctx.db, filter)
    return { ...SUCCESS, data: { count, requests: requests.map((row) => viewJoinRequest(row, ctx.locale)) } }
  }),
  route(calls.getJoinRequestCall, async (ctx, { params }) => {
    const { db, locale } = ctx
    const row = await findOwn(ctx, params.publisher_id)
    const [profile, sites, events] = await Promise.all([
      getProfile(db, row),
      listSites(db, { publisherId: row.publisherId }),
      listMembershipEvents(db, row),
    ])
    return {
      ...SUCCESS,
      data: {
        request: viewJoinRequest(row, locale),
        profile: viewProfile(profile, sites, locale),
        events: events.map(viewMembershipEvent),
        decisions: possibleDecisions(row.status),
      },
    }
  }),
  route(calls.askApplicantCall, async (ctx, { params, body }) => {
    const { programId, publisherId } = await findOwn(ctx, params.publisher_id)
    const { dueAt } = await askApplicant(ctx, { programId, publisherId, text: body.question })
    return { ...SUCCESS, due_at: dueAt.toISOString() }
  }),
  route(calls.decidePublisherCall, async (ctx, { params, body }) => {
    const { programId, publisherId } = await findOwn(ctx, params.publisher_id)
    const { status } = await decideMembership(ctx, { programId, publisherId, ...body })
    return { ...SUCCESS, status }
  }),
  route(calls.answerQuestionCall, async (ctx, { params, body }) => {
    const publisherId = getPublisherId(ctx.actor)
    const { programId } = await getOffer(ctx.db, { publisherId, advertiserId: params.advertiser_id })
    await answerQuestion(ctx, { programId, publisherId, text: body.answer })
    return SUCCESS
  }),
]

/** Finds the membership of a publisher in the programme of the signed-in advertiser. */
function findOwn(ctx: RequestCtx, publisherId: bigint) {
  return getJoinRequest(ctx.db, { advertiserId: getAdvertiserId(ctx.actor), publisherId })
}
