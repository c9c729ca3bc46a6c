import type { Db } from '#database'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import type { EmailBranding } from '#platform/server/mail/email-layout.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { changeRole, leaveTeam, removeMember } from './commands/change-member.ts'
import { inviteMember, resendInvitation } from './commands/invite-member.ts'
import * as contract from './contract.ts'
import { listMembers } from './queries.ts'
import { viewMember } from './views.ts'

/** The mails of invitations name the advertiser, which `readName` reads. */
interface TeamServices {
  branding: EmailBranding
  readName: (db: Db, advertiserId: bigint) => Promise<string>
}

/** The routes of a team. */
export function teamRoutes({ branding, readName }: TeamServices): Route[] {
  return [
    route(contract.listMembersCall, async (ctx) => {
      const { advertiserId, accountId } = getMembership(ctx)
      const rows = await listMembers(ctx.db, { advertiserId })
      return { ...SUCCESS, data: rows.map((row) => viewMember(row, { accountId, now: ctx.now })) }
    }),
    route(contract.inviteMemberCall, async (ctx, { body }) => {
      const { advertiserId } = getMembership(ctx)
      const advertiser = await readName(ctx.db, advertiserId)
      await inviteMember(ctx, { ...body, advertiserId, advertiser, locale: ctx.locale, branding })
      return SUCCESS
    }),
    route(contract.resendInvitationCall, async (ctx, { params }) => {
      const own = getOwn(ctx, params)
      const advertiser = await readName(ctx.db, own.advertiserId)
      await resendInvitation(ctx, { ...own, advertiser, locale: ctx.locale, branding })
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

function getMembership({ actor }: RequestCtx): { advertiserId: bigint; accountId: bigint } {
  if (actor.kind !== 'account' || actor.advertiserId === undefined) {
    throw new Refusal({ code: 'no_advertiser', status: 403 })
  }
  return { advertiserId: actor.advertiserId, accountId: actor.accountId }
}

function getOwn(ctx: RequestCtx, params: { member_id: bigint }) {
  return { advertiserId: getMembership(ctx).advertiserId, memberId: params.member_id }
}
