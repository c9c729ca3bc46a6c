import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { CookieAccess, RequestCtx, Route } from '#platform/server/http/route.ts'
import { beginSignUp } from '../commands/begin-sign-up.ts'
import { fillProfile, finishSignUp, resumeSignUp } from '../commands/continue-sign-up.ts'
import { submitApplication } from '../commands/submit-application.ts'
import * as calls from '../contract/calls.ts'
import type { ApplicationKind } from '../contract/options.ts'
import { findOpenSignUp } from '../queries/sign-ups.ts'
import type { ApplicationFields } from '../tables.ts'

/** The settings that the routes of this domain need. */
export interface ApplicationSettings {
  /** Keys the hashes of addresses in rate limits. */
  addressKey: Buffer
}

/** The routes of visitors: applications and sign-ups. */
export function visitorRoutes(settings: ApplicationSettings): Route[] {
  return [...applyRoutes(settings), ...signUpRoutes(settings)]
}

function applyRoutes(settings: ApplicationSettings): Route[] {
  const apply = async (ctx: RequestCtx, kind: ApplicationKind, body: Record<string, string>) => {
    const { selectedCountry = '', firstName = '', lastName = '', email = '', phoneNumber = '', ...fields } = body
    const person = { firstName, lastName, email, countryCode: selectedCountry, phone: phoneNumber }
    await submitApplication(ctx, { kind, ...person, fields, ...getOrigin(ctx), ...settings })
    return { ...SUCCESS, message: '' }
  }
  return [
    route(calls.applyAsCreatorCall, (ctx, { body }) => apply(ctx, 'creator', body)),
    route(calls.applyAsAdvertiserCall, (ctx, { body }) => apply(ctx, 'advertiser', body)),
  ]
}

function getOrigin(ctx: RequestCtx) {
  return { ip: ctx.visitor.ip, locale: ctx.locale }
}

/** Returns the cookie with which a publisher continues its sign-up. */
export function getSignUpCookie(ctx: RequestCtx): CookieAccess {
  return ctx.cookie('sign_up')
}

function signUpRoutes(settings: ApplicationSettings): Route[] {
  return [
    route(calls.beginSignUpCall, async (ctx, { body }) => {
      const { email, password1: password, ref: referralCode } = body
      const start = { email, password, referralCode, ...getOrigin(ctx), ...settings }
      const { signupId, token, expiresAt } = await beginSignUp(ctx, start)
      getSignUpCookie(ctx).set(token, expiresAt)
      return { ...SUCCESS, message: '', publisher_id: signupId }
    }),
    route(calls.fillProfileCall, async (ctx, { params, body }) => {
      const profile: ApplicationFields = body
      await fillProfile(ctx, { signupId: params.publisher_id, token: getSignUpCookie(ctx).token, profile })
      return { ...SUCCESS, message: '' }
    }),
    route(calls.finishSignUpCall, async (ctx, { params, body }) => {
      const own = { signupId: params.publisher_id, token: getSignUpCookie(ctx).token }
      await finishSignUp(ctx, { ...own, answers: body, locale: ctx.locale })
      return { ...SUCCESS, message: '' }
    }),
    route(calls.getSignUpCall, async (ctx) => {
      const signup = await findOpenSignUp(ctx.db, { token: getSignUpCookie(ctx).token, now: ctx.now })
      const step = signup === undefined ? 1 : signup.profile === null ? 2 : 3
      const { id = null, email = '', profile } = signup ?? {}
      return { ...SUCCESS, publisher_id: id, email, step, profile: profile ?? {} }
    }),
    route(calls.resumeSignUpCall, async (ctx, { body }) => {
      const { token, password: knownPassword, password1: newPassword } = body
      const { addressKey } = settings
      const request = { token, knownPassword, newPassword, ip: ctx.visitor.ip, addressKey }
      const { browser } = await resumeSignUp(ctx, request)
      if (browser) getSignUpCookie(ctx).set(browser.token, browser.expiresAt)
      return { ...SUCCESS, is_finished: browser === undefined }
    }),
  ]
}
