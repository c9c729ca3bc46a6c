import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import * as wire from './endpoint-paths.ts'
import { typedPassword } from './sign-in.ts'

/** A code of the authenticator app, or a recovery code, as its owner types it. */
const typedCode = z.string(coded('required')).trim().min(1, coded('required')).max(40, coded('two_step.code'))

const done = z.object({ success: z.literal(true) })

/** The second step of a login: a code of the authenticator app or a recovery code. The challenge is in a cookie. */
export const loginCodeCall = endpoint({
  ...wire.loginCode,
  body: z.object({ code: typedCode }),
  reply: z.object({
    success: z.boolean(),
    is_register: z.boolean(),
    needs_code: z.boolean(),
    message: z.string(),
    redirect_to: z.string().optional(),
  }),
})

/** Whether two-step sign-in is on, and how many recovery codes are left. */
export const getTwoStepCall = endpoint({
  method: 'GET',
  path: '/account/api/two-step',
  access: 'signed-in',
  encoding: 'none',
  summary: 'The two-step sign-in of the account.',
  reply: z.object({
    success: z.literal(true),
    is_on: z.boolean(),
    since: z.iso.datetime().nullable(),
    recovery_codes_left: z.number(),
    /** Whether operators of this network must have it. */
    is_required_for_operators: z.boolean(),
  }),
})

/** Makes a new secret for an authenticator app. It counts once a code is entered. */
export const beginTwoStepCall = endpoint({
  method: 'POST',
  path: '/account/api/two-step/begin',
  access: 'signed-in',
  encoding: 'json',
  needsPassword: true,
  summary: 'Make a secret for an authenticator app.',
  reply: z.object({ success: z.literal(true), secret: z.string(), uri: z.string() }),
})

const recoveryCodes = z.object({ success: z.literal(true), recovery_codes: z.array(z.string()) })

/** Switches two-step sign-in on with a first code. No later reply contains these recovery codes. */
export const confirmTwoStepCall = endpoint({
  method: 'POST',
  path: '/account/api/two-step/confirm',
  access: 'signed-in',
  encoding: 'json',
  needsPassword: true,
  summary: 'Switch two-step sign-in on with a code; the reply shows the recovery codes once.',
  body: z.object({ code: typedCode }),
  reply: recoveryCodes,
})

/** Replaces the recovery codes. */
export const replaceRecoveryCodesCall = endpoint({
  method: 'POST',
  path: '/account/api/two-step/recovery-codes',
  access: 'signed-in',
  encoding: 'json',
  needsPassword: true,
  summary: 'Replace the recovery codes; the reply shows the new ones once.',
  reply: recoveryCodes,
})

/** Switches two-step sign-in off. */
export const endTwoStepCall = endpoint({
  method: 'POST',
  path: '/account/api/two-step/end',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Switch two-step sign-in off with the password.',
  body: z.object({ password: typedPassword }),
  reply: done,
})

/** Switches the two-step sign-in of another account off, for an owner who has lost app and recovery codes. */
export const resetTwoStepCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts/:account_id/two-step/reset',
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Switch the two-step sign-in of an account off. Its sessions end and its owner is told by mail.',
  params: z.object({ account_id: z.coerce.number<string | number>().int().positive() }),
  reply: done,
})

/** Says whether operators must have two-step sign-in. */
export const setSignInPolicyCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/sign-in-policy',
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Require two-step sign-in of all operators, or not. Only an operator who has it can require it.',
  body: z.object({ is_required: z.boolean() }),
  reply: done,
})
