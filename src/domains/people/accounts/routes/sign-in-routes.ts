import { SUCCESS } from '#kernel/endpoint.ts'
import { inTransaction } from '#platform/server/context.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { mailTexts } from '#platform/server/mail/texts.ts'
import { openChallenge } from '../commands/open-challenge.ts'
import { requestPasswordReset, resetPassword } from '../commands/passwords.ts'
import { openSession, signIn, signOut } from '../commands/sessions.ts'
import { checkLinkCall, loginCall, logoutCall, requestResetCall, resetPasswordCall } from '../contract/sign-in.ts'
import { findLink, getAccount } from '../queries.ts'
import { getHome, getLoginPath } from '../rules.ts'
import { readDeviceToken, rememberDevice } from './known-device.ts'
import { LOGIN_CHALLENGE } from './settings.ts'
import type { AccountSettings } from './settings.ts'

/** Login and logout. */
export function sessionRoutes({ addressKey, findHome, isUnconfirmed }: AccountSettings): Route[] {
  return [
    route(loginCall, async (ctx, { body }) => {
      const { ip, userAgent } = ctx.visitor
      const browser = { ip, userAgent, presentToken: ctx.session.token, deviceToken: readDeviceToken(ctx) }
      const result = await signIn(ctx, { ...body, ...browser, addressKey })
      if (result.outcome === 'needs_code') {
        ctx.cookie(LOGIN_CHALLENGE).set(result.token, result.expiresAt)
        const message = errorText(ctx.locale, { code: 'login.code_needed' })
        return { success: false, is_register: false, needs_code: true, message }
      }
      if (result.outcome === 'incorrect' && (await isUnconfirmed?.(ctx, body))) {
        const message = errorText(ctx.locale, { code: 'login.unconfirmed' })
        return { success: false, is_register: false, needs_confirmation: true, message }
      }
      if (result.outcome !== 'welcome') {
        const isUnderReview = result.outcome === 'under_review'
        const code = isUnderReview ? 'login.under_review' : 'login.incorrect'
        return { success: false, is_register: isUnderReview, message: errorText(ctx.locale, { code }) }
      }
      ctx.session.set(result.token, result.expiresAt)
      rememberDevice(ctx, { email: body.email, addressKey })
      return {
        success: true,
        is_register: false,
        message: '',
        redirect_to: (await findHome?.(ctx, result)) ?? getHome(result.role),
      }
    }),
    route(logoutCall, async (ctx) => {
      await signOut(ctx, ctx.session.token)
      ctx.session.clear()
      return { ...SUCCESS }
    }),
  ]
}

/** Passwords that are chosen through a mailed link. */
export function passwordRoutes({ addressKey, findHome }: AccountSettings): Route[] {
  return [
    route(requestResetCall, async (ctx, { body }) => {
      await requestPasswordReset(ctx, { email: body.email, ip: ctx.visitor.ip, addressKey })
      return { ...SUCCESS, message: mailTexts(ctx.locale, 'accounts')('forgot.sent') }
    }),
    route(checkLinkCall, async (ctx, { body }) => {
      const link = await findLink(ctx, body.token)
      return { ...SUCCESS, is_valid: link !== undefined, is_first_password: link?.kind === 'password_set' }
    }),
    route(resetPasswordCall, async (ctx, { body }) => {
      const { accountId } = await resetPassword(ctx, { token: body.token, password: body.password1 })
      return { ...SUCCESS, redirect_to: await logInAfterReset(ctx, { accountId, findHome, addressKey }) }
    }),
  ]
}

/**
 * Logs the owner of an approved account in at once: the link proves access to the mailbox. An attacker who exhausts the
 * login limit of an address therefore cannot keep its owner out.
 */
async function logInAfterReset(
  ctx: RequestCtx,
  { accountId, findHome, addressKey }: Pick<AccountSettings, 'findHome' | 'addressKey'> & { accountId: bigint },
): Promise<string> {
  const account = await getAccount(ctx.db, accountId)
  if (account.reviewStatus !== 'approved') return `${getLoginPath(account.role)}?saved`
  const challenge = await inTransaction(ctx, (tx) => openChallenge(tx, accountId))
  if (challenge) {
    ctx.cookie(LOGIN_CHALLENGE).set(challenge.token, challenge.expiresAt)
    return `${getLoginPath(account.role)}?code`
  }
  const { ip, userAgent } = ctx.visitor
  const session = { accountId, ip, userAgent, presentToken: ctx.session.token }
  const { token, expiresAt } = await openSession(ctx, session)
  ctx.session.set(token, expiresAt)
  rememberDevice(ctx, { email: account.email, addressKey })
  return (await findHome?.(ctx, { accountId, role: account.role })) ?? getHome(account.role)
}
