import { findProgramByAdvertiser } from '#domains/programmes/programs/queries/programs.ts'
import { termsInForce, termsState } from '#domains/programmes/programs/rules.ts'
import { listRules } from '#domains/programmes/rates/queries/rule-books.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { toDay } from '#kernel/days.ts'
import { notFound } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import {
  ApiMember,
  ApiOwnPromotion,
  getApiProgramCall,
  listApiMembersCall,
  listApiOrdersCall,
  listOwnApiPromotionsCall,
} from '../contract/advertiser.ts'
import { listMembers } from '../queries/members.ts'
import { listOwnPromotions } from '../queries/promotions.ts'
import { viewApiMember, viewApiProgram, viewApiTerms, viewOwnApiPromotion } from '../views/advertiser.ts'
import { replyChanges, replySynced } from './synced-reply.ts'

/** The routes by which the programs of an advertiser read its own data. */
export const advertiserApiRoutes: Route[] = [
  route(listApiOrdersCall, (ctx, { query: { limit, format, cursor, ...query } }) => {
    const { updated_since: updatedSince, publisher_id: publisherId, ...others } = query
    const filter = {
      reader: 'advertiser' as const,
      advertiserId: getAdvertiserId(ctx.actor),
      updatedSince,
      publisherId,
    }
    return replyChanges(ctx, { limit, format, cursor }, { ...filter, ...others })
  }),
  route(listApiMembersCall, (ctx, { query: { updated_since: updatedSince, status, ...part } }) => {
    const filter = { advertiserId: getAdvertiserId(ctx.actor), updatedSince, status }
    return replySynced(ctx, part, {
      columns: Object.keys(ApiMember.shape),
      list: ({ after, limit }) => listMembers(ctx.db, filter, { afterId: after, limit }),
      getPlace: ({ publisherId }) => publisherId,
      view: viewApiMember,
    })
  }),
  route(listOwnApiPromotionsCall, (ctx, { query: { updated_since: updatedSince, type: kind, ...part } }) => {
    const filter = { advertiserId: getAdvertiserId(ctx.actor), today: toDay(ctx.now), updatedSince, kind }
    return replySynced(ctx, part, {
      columns: Object.keys(ApiOwnPromotion.shape),
      list: ({ after, limit }) => listOwnPromotions(ctx.db, filter, { afterId: after, limit }),
      getPlace: ({ id }) => id,
      view: (row) => viewOwnApiPromotion(row, ctx.now),
    })
  }),
  route(getApiProgramCall, async (ctx) => {
    const program = await findProgramByAdvertiser(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
    if (!program) throw notFound()
    const view = async (terms: (typeof program.terms)[number] | undefined) =>
      terms ? viewApiTerms(terms, await listRules(ctx.db, { termsId: terms.id })) : null
    const next = program.terms
      .filter((terms) => !terms.isRepetition && termsState(terms, program.terms, ctx.now) === 'scheduled')
      .at(-1)
    const terms = { terms: await view(termsInForce(program.terms, ctx.now)), next_terms: await view(next) }
    return viewApiProgram(program, terms)
  }),
]
