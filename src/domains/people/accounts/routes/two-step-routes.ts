import { SUCCESS } from '#kernel/endpoint.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import { enterCode } from '../commands/login-challenges.ts'
import { beginTwoStep, confirmTwoStep, endTwoStep, replaceRecoveryCodes } from '../commands/two-step.ts'
import { resetTwoStep, setSignInPolicy } from '../commands/two-step.ts'
import * as contract from '../contract/two-step.ts'
import { countRecoveryCodes, findTotp, getSignInPolicy } from '../queries.ts'
import { getHome } from '../rules.ts'
import { getAccountActor } from './security-routes.ts'
import { rememberDevice } from './known-device.ts'
import { LOGIN_CHALLENGE } from './settings.ts'
import type { AccountSettings } from './settings.ts'

/** Two-step sign-in: the second step of a login, and what an account and an operator change about it. */
export function twoStepRoutes(settings: AccountSettings): Route[] {
  return [loginCodeRoute(settings), ...ownRoutes(settings), ...operatorRoutes()]
}

function loginCodeRoute({ sealing, findHome, addressKey }: AccountSettings): Route {
  return route(contract.loginCodeCall, async (ctx, { body }) => {
    const challenge = ctx.cookie(LOGIN_CHALLENGE)
    const { ip, userAgent } = ctx.visitor
    const browser = { ip, userAgent, presentToken: ctx.session.token }
    const result = await enterCode(ctx, { ...browser, ...body, challengeToken: challenge.token, sealing })
    const failed = { success: false, is_register: false }
    if (result.outcome === 'incorrect') {
      return { ...failed, needs_code: true, message: errorText(ctx.locale, { code: 'two_step.code' }) }
    }
    challenge.clear()
    if (result.outcome !== 'welcome') {
      return { ...failed, needs_code: false, message: errorText(ctx.locale, { code: 'login.over' }) }
    }
    ctx.session.set(result.token, result.expiresAt)
    rememberDevice(ctx, { email: result.email, addressKey })
    const redirectTo = (await findHome?.(ctx, result)) ?? getHome(result.role)
    return { success: true, is_register: false, needs_code: false, message: '', redirect_to: redirectTo }
  })
}

function ownRoutes({ sealing }: AccountSettings): Route[] {
  return [
    route(contract.getTwoStepCall, async (ctx) => {
      const { accountId } = getAccountActor(ctx)
      const totp = await findTotp(ctx.db, accountId)
      return {
        ...SUCCESS,
        is_on: Boolean(totp?.confirmedAt),
        since: totp?.confirmedAt?.toISOString() ?? null,
        recovery_codes_left: await countRecoveryCodes(ctx.db, accountId),
        is_required_for_operators: (await getSignInPolicy(ctx.db)).isTwoStepRequired,
      }
    }),
    route(contract.beginTwoStepCall, async (ctx) => {
      const { accountId } = getAccountActor(ctx)
      return { ...SUCCESS, ...(await beginTwoStep(ctx, { accountId, sealing })) }
    }),
    route(contract.confirmTwoStepCall, async (ctx, { body }) => {
      const { accountId } = getAccountActor(ctx)
      return { ...SUCCESS, recovery_codes: await confirmTwoStep(ctx, { accountId, sealing, ...body }) }
    }),
    route(contract.replaceRecoveryCodesCall, async (ctx) => {
      const { accountId } = getAccountActor(ctx)
      return { ...SUCCESS, recovery_codes: await replaceRecoveryCodes(ctx, accountId) }
    }),
    route(contract.endTwoStepCall, async (ctx, { body }) => {
      const { accountId } = getAccountActor(ctx)
      await endTwoStep(ctx, { accountId, sealing, ...body })
      return { ...SUCCESS }
    }),
  ]
}

function operatorRoutes(): Route[] {
  return [
    route(contract.resetTwoStepCall, async (ctx, { params }) => {
      await resetTwoStep(ctx, { accountId: BigInt(params.account_id) })
      return { ...SUCCESS }
    }),
    route(contract.setSignInPolicyCall, async (ctx, { body }) => {
      const { accountId } = getAccountActor(ctx)
      await setSignInPolicy(ctx, { accountId, isRequired: body.is_required })
      return { ...SUCCESS }
    }),
  ]
}
