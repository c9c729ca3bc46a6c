import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { viewApplicant } from '#domains/partners/memberships/views.ts'
import { findOwnProgram, readBook, readVersions } from '#domains/partners/terms/queries/versions.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal, notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { checkAccess, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { invitePublisher } from '../commands/invite-publisher.ts'
import { withdrawInvitation } from '../commands/withdraw-invitation.ts'
import * as calls from '../contract/advertiser.ts'
import { findInvitable, readBudget, readCandidate } from '../queries/candidates.ts'
import { readConditions } from '../queries/conditions.ts'
import { getSentInvitation, listInvitations } from '../queries/invitations.ts'
import type { SentInvitation } from '../queries/invitations.ts'
import { findObstacle, getLastDays, listOrdinaryRates } from '../rules/invitation.ts'
import { viewBudget, viewOrdinary, viewSentInvitation } from '../views.ts'

/** The routes of advertisers about their invitations. */
export const invitingRoutes: Route[] = [
  route(calls.listInvitationsCall, async (ctx, { query }) => {
    const { db, now } = ctx
    const { status, keyword, publisher_id: publisherId, sort } = query
    const programId = await getProgramId(ctx)
    const advertiserId = getAdvertiserId(ctx.actor)
    const filter = { advertiserId, status, keyword, publisherId, sort, page: toPage(query), now }
    const { count, invitations } = await listInvitations(db, filter)
    const budget = viewBudget(await readBudget(db, { programId, now }))
    return { ...SUCCESS, data: { count, invitations: await viewRows(ctx, invitations), budget } }
  }),
  route(calls.getCandidateCall, async (ctx, { query: { publisher_id: publisherId } }) => {
    const { db, locale, now } = ctx
    const programId = await getProgramId(ctx)
    const found = await findInvitable(db, { programId, publisherId })
    if (!found) throw notFound()
    const candidate = await readCandidate(db, { programId, publisherId, now })
    const obstacle = findObstacle(candidate, now)
    const { ordinary } = await readConditions(db, { programId, publisherId, now })
    return {
      ...SUCCESS,
      data: {
        applicant: viewApplicant(found, locale),
        ordinary: ordinary.map(viewOrdinary),
        budget: viewBudget(candidate.budget),
        obstacle: obstacle ? errorText(locale, obstacle) : null,
        days: getLastDays(now),
      },
    }
  }),
  route(calls.invitePublisherCall, async (ctx, { body }) => {
    const { publisher_id: publisherId, expires_on: lastDay, offers: given, message } = body
    const advertiserId = getAdvertiserId(ctx.actor)
    const offers = given.filter((offer) => offer !== undefined)
    // An accepted offer is a rate of the terms.
    if (offers.length > 0) checkAccess('advertiser:set_terms', ctx.actor)
    const sent = await invitePublisher(ctx, { advertiserId, publisherId, offers, message, lastDay })
    return { ...SUCCESS, invitation_id: Number(sent.invitationId) }
  }),
  route(calls.getInvitationCall, async (ctx, { params: { invitation_id: invitationId } }) => {
    const own = { advertiserId: getAdvertiserId(ctx.actor), invitationId, now: ctx.now }
    const rows = await viewRows(ctx, [await getSentInvitation(ctx.db, own)])
    const [data] = rows
    if (!data) throw notFound()
    return { ...SUCCESS, data }
  }),
  route(calls.withdrawInvitationCall, async (ctx, { params: { invitation_id: invitationId } }) => {
    await withdrawInvitation(ctx, { advertiserId: getAdvertiserId(ctx.actor), invitationId })
    return SUCCESS
  }),
]

/** Gets the programme of the signed-in advertiser. Refuses one without a programme. */
async function getProgramId({ db, actor }: RequestCtx): Promise<bigint> {
  const program = await findOwnProgram(db, { advertiserId: getAdvertiserId(actor) })
  if (!program) throw new Refusal({ code: 'setup.no_program', status: 409 })
  return program.id
}

/** Views invitations of one programme; those that are open beside the rates in force. */
async function viewRows({ db, now, locale }: RequestCtx, rows: readonly SentInvitation[]) {
  const open = rows.find(({ status, offers }) => status === 'sent' && offers.length > 0)
  const versions = open && (await readVersions(db, { programId: open.programId, now }))
  const book = versions?.inForce && (await readBook(db, versions.inForce))
  return rows.map((row) => {
    const { publisherId } = row
    const ordinary = book && row.status === 'sent' ? listOrdinaryRates(book, { publisherId, at: now }) : undefined
    return viewSentInvitation(row, { locale, ordinary })
  })
}
