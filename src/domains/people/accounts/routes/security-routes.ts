import type { AccountActor } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import type { FindCountry } from '#platform/server/country-table.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { changePassword, verifySessionPassword } from '../commands/passwords.ts'
import { endAllSessions, endOneSession, endOtherSessions } from '../commands/sessions.ts'
import * as contract from '../contract/security.ts'
import { listSessions } from '../queries.ts'
import { viewSession } from '../views.ts'
import type { AccountSettings } from './settings.ts'

/** What every account changes about its own sign-in: the password and the sessions. */
export function securityRoutes({ findCountry }: AccountSettings): Route[] {
  const change = async (ctx: RequestCtx, form: { password: string; password1: string }) => {
    const { accountId } = getAccountActor(ctx)
    await changePassword(ctx, { accountId, presentPassword: form.password, password: form.password1 })
    ctx.session.clear()
    return { ...SUCCESS, message: mailTexts(ctx.locale, 'security')('password.changed') }
  }
  return [
    route(contract.changePublisherPasswordCall, (ctx, { body }) => change(ctx, body)),
    route(contract.changePasswordCall, (ctx, { body }) => change(ctx, body)),
    route(contract.verifyPasswordCall, async (ctx, { body }) => {
      const { accountId, sessionId } = getSession(ctx)
      const until = await verifySessionPassword(ctx, { accountId, sessionId, password: body.password })
      return { ...SUCCESS, verified_until: until.toISOString() }
    }),
    ...sessionListRoutes(findCountry),
  ]
}

function sessionListRoutes(findCountry: FindCountry): Route[] {
  return [
    route(contract.listSessionsCall, async (ctx) => {
      const { accountId, sessionId } = getAccountActor(ctx)
      const rows = await listSessions(ctx, { accountId })
      const reader = { sessionId, locale: ctx.locale, findCountry }
      return { ...SUCCESS, sessions: rows.map((row) => viewSession(row, reader)) }
    }),
    route(contract.endSessionCall, async (ctx, { params }) => {
      await endOneSession(ctx, { ...getAccountActor(ctx), sessionId: BigInt(params.session_id) })
      return { ...SUCCESS }
    }),
    route(contract.endAllSessionsCall, async (ctx) => {
      const ended = await endAllSessions(ctx, getAccountActor(ctx).accountId)
      ctx.session.clear()
      return { ...SUCCESS, ended }
    }),
    route(contract.endOtherSessionsCall, async (ctx) => ({
      ...SUCCESS,
      ended: await endOtherSessions(ctx, getSession(ctx)),
    })),
  ]
}

/** Returns the account that acts. The access of these calls lets only accounts in. */
export function getAccountActor({ actor }: RequestCtx): AccountActor {
  if (actor.kind !== 'account') throw new Refusal({ code: 'sign_in_required', status: 401 })
  return actor
}

/** Returns the account and the session of the request. Refuses an account that acts without a session. */
function getSession(ctx: RequestCtx): { accountId: bigint; sessionId: bigint } {
  const { accountId, sessionId } = getAccountActor(ctx)
  if (sessionId === undefined) throw new Refusal({ code: 'not_allowed', status: 403 })
  return { accountId, sessionId }
}
