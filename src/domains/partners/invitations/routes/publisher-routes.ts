import { getPublisherId } from '#kernel/actor-scope.ts'
import { findJoinObstacle } from '#domains/programmes/programs/commands/request-join.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { toPage } from '#kernel/paging.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { acceptInvitation, declineInvitation } from '../commands/answer-invitation.ts'
import { muteInvitations } from '../commands/mute-invitations.ts'
import * as calls from '../contract/publisher.ts'
import type { InvitationDetail } from '../contract/publisher.ts'
import { readConditions } from '../queries/conditions.ts'
import { getReceivedInvitation, listMuted, listReceivedInvitations } from '../queries/invitations.ts'
import type { ReceivedInvitation } from '../queries/invitations.ts'
import { viewInvitation, viewOffer, viewOffered } from '../views.ts'

/** The routes of publishers about the invitations that they got. */
export const publisherRoutes: Route[] = [
  route(calls.listOwnInvitationsCall, async (ctx, { query }) => {
    const publisherId = getPublisherId(ctx.actor)
    const filter = { publisherId, isOpen: query.filter === 'open', page: toPage(query), now: ctx.now }
    const { count, invitations } = await listReceivedInvitations(ctx.db, filter)
    const muted = await listMuted(ctx.db, { publisherId })
    return {
      ...SUCCESS,
      data: {
        count,
        invitations: invitations.map(viewInvitation),
        muted: muted.map(({ advertiserId, advertiserName, mutedAt }) => ({
          advertiser_id: Number(advertiserId),
          advertiser_name: advertiserName,
          muted_at: mutedAt.toISOString(),
        })),
      },
    }
  }),
  route(calls.getOwnInvitationCall, async (ctx, { params: { invitation_id: invitationId } }) => {
    const own = { publisherId: getPublisherId(ctx.actor), invitationId, now: ctx.now }
    return { ...SUCCESS, data: await readDetail(ctx, await getReceivedInvitation(ctx.db, own)) }
  }),
  route(calls.acceptInvitationCall, async (ctx, { params: { invitation_id: invitationId }, body: { mark } }) => {
    await acceptInvitation(ctx, { publisherId: getPublisherId(ctx.actor), invitationId, mark })
    return SUCCESS
  }),
  route(calls.declineInvitationCall, async (ctx, { params: { invitation_id: invitationId }, body }) => {
    const { reason, mute: isMuted } = body
    await declineInvitation(ctx, { publisherId: getPublisherId(ctx.actor), invitationId, reason, isMuted })
    return SUCCESS
  }),
  route(calls.muteInvitationsCall, async (ctx, { params: { advertiser_id: advertiserId }, body: { mute } }) => {
    await muteInvitations(ctx, { publisherId: getPublisherId(ctx.actor), advertiserId, isMuted: mute })
    return SUCCESS
  }),
]

async function readDetail({ db, now, locale }: RequestCtx, row: ReceivedInvitation): Promise<InvitationDetail> {
  const { ordinary, mark } = await readConditions(db, { ...row, now })
  const obstacle = row.status === 'sent' ? findJoinObstacle({ ...row, status: row.programStatus }, now) : undefined
  return {
    ...viewInvitation(row),
    ordinary: ordinary.map(viewOffer),
    offers: viewOffered(row.offers, ordinary),
    mark,
    obstacle: obstacle ? errorText(locale, obstacle) : null,
  }
}
