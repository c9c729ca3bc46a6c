import type { Db } from '#database'
import type { AccountActor } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { acceptInvitation, chooseAdvertiser } from './commands/accept-invitation.ts'
import { changeRole, leaveTeam, removeMember } from './commands/change-member.ts'
import { inviteMember, resendInvitation } from './commands/invite-member.ts'
import * as contract from './contract.ts'
import { listInvitations, listMembers, listMemberships } from './queries.ts'
import type { Membership } from './queries.ts'
import { viewOwnAdvertiser, viewInvitation, viewMember, viewWaiting } from './views.ts'

/** What the routes need of other domains. */
interface TeamServices {
  /** Reads the names of advertisers by their ids. */
  readNames: (db: Db, advertiserIds: readonly bigint[]) => Promise<Map<bigint, string>>
  /** Lists what waits in teams, as far as the roles there see it. */
  listWaiting: (ctx: RequestCtx, teams: readonly Membership[]) => Promise<contract.WaitingRow[]>
}

/** The routes of a team, and of the brands for which an account acts. */
export function teamRoutes(services: TeamServices): Route[] {
  return [...memberRoutes(services), ...advertiserRoutes(services)]
}

function memberRoutes({ readNames }: TeamServices): Route[] {
  const readName = async (db: Db, advertiserId: bigint) => (await readNames(db, [advertiserId])).get(advertiserId) ?? ''
  return [
    route(contract.listMembersCall, async (ctx) => {
      const { advertiserId, accountId } = getMembership(ctx)
      const rows = await listMembers(ctx.db, { advertiserId })
      return { ...SUCCESS, data: rows.map((row) => viewMember(row, { accountId, now: ctx.now })) }
    }),
    route(contract.inviteMemberCall, async (ctx, { body }) => {
      const { advertiserId } = getMembership(ctx)
      const advertiser = await readName(ctx.db, advertiserId)
      await inviteMember(ctx, { ...body, advertiserId, advertiser, locale: ctx.locale })
      return SUCCESS
    }),
    route(contract.resendInvitationCall, async (ctx, { params }) => {
      const own = getOwn(ctx, params)
      const advertiser = await readName(ctx.db, own.advertiserId)
      await resendInvitation(ctx, { ...own, advertiser, locale: ctx.locale })
      return SUCCESS
    }),
    route(contract.changeRoleCall, async (ctx, { params, body }) => {
      await changeRole(ctx, { ...getOwn(ctx, params), role: body.role })
      return SUCCESS
    }),
    route(contract.removeMemberCall, async (ctx, { params }) => {
      await removeMember(ctx, getOwn(ctx, params))
      return SUCCESS
    }),
    route(contract.leaveTeamCall, async (ctx) => {
      await leaveTeam(ctx, getMembership(ctx))
      return SUCCESS
    }),
  ]
}

function advertiserRoutes({ readNames, listWaiting }: TeamServices): Route[] {
  return [
    route(contract.listOwnAdvertisersCall, async (ctx) => {
      const { accountId, email, advertiserId: present } = getMembership(ctx)
      const [teams, open] = [await listMemberships(ctx.db, { accountId }), await listInvitations(ctx, { email })]
      const named = [...teams, ...open].map(({ advertiserId }) => advertiserId)
      const names = await readNames(ctx.db, named)
      const data = {
        brands: teams.map((row) => viewOwnAdvertiser(row, { names, present })),
        invitations: open.map((row) => viewInvitation(row, names)),
      }
      return { ...SUCCESS, data }
    }),
    route(contract.listWaitingCall, async (ctx) => {
      const teams = await listMemberships(ctx.db, getMembership(ctx))
      const ids = teams.map(({ advertiserId }) => advertiserId)
      const [waiting, names] = [await listWaiting(ctx, teams), await readNames(ctx.db, ids)]
      return { ...SUCCESS, data: waiting.map((row) => viewWaiting(row, names)) }
    }),
    route(contract.chooseAdvertiserCall, async (ctx, { params }) => {
      const { accountId, sessionId } = getMembership(ctx)
      await chooseAdvertiser(ctx, { accountId, sessionId, advertiserId: params.advertiser_id })
      return SUCCESS
    }),
    route(contract.acceptInvitationCall, async (ctx, { params }) => {
      const { accountId, sessionId } = getMembership(ctx)
      await acceptInvitation(ctx, { accountId, sessionId, memberId: params.member_id })
      return SUCCESS
    }),
  ]
}

function getMembership({ actor }: RequestCtx): AccountActor & { advertiserId: bigint; sessionId: bigint | undefined } {
  if (actor.kind !== 'account' || actor.advertiserId === undefined) {
    throw new Refusal({ code: 'no_advertiser', status: 403 })
  }
  return { ...actor, sessionId: actor.sessionId, advertiserId: actor.advertiserId }
}

function getOwn(ctx: RequestCtx, params: { member_id: bigint }) {
  return { advertiserId: getMembership(ctx).advertiserId, memberId: params.member_id }
}
