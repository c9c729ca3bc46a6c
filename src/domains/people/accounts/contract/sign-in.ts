import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { PASSWORD_LENGTH } from './vocabulary.ts'
import * as wire from './endpoint-paths.ts'

/** The purpose of a mailed link: to reset a password, or to choose the first one. */
export type TokenKind = 'password_reset' | 'password_set'

/** The two login pages (specification 1, section 6). Operators may use either. */
export const LOGIN_TYPES = ['creator', 'advertiser'] as const

/** One of `LOGIN_TYPES`. */
export type LoginType = (typeof LOGIN_TYPES)[number]

/** An e-mail address, trimmed and in lower case as accounts store it. An invalid one is refused with `code`. */
export function emailAddress(code: 'email' | 'required' = 'email') {
  const error = coded(code)
  return z.string(error).trim().toLowerCase().min(1, coded('required')).max(254, error).pipe(z.email(error))
}

/** A new password, as its owner chooses it. */
export const newPassword = z
  .string(coded('required'))
  .min(PASSWORD_LENGTH.min, coded('password.length'))
  .max(PASSWORD_LENGTH.max, coded('password.length'))

/** A present password, as its owner types it. */
export const typedPassword = z.string(coded('required')).min(1, coded('required')).max(200, coded('login.incorrect'))

/** Logs in. Every outcome except an exceeded rate limit answers 200, because the caller reads `is_register`. */
export const loginCall = endpoint({
  ...wire.login,
  body: z.object({
    email: emailAddress('required'),
    password: typedPassword,
    type: z.enum(LOGIN_TYPES),
  }),
  reply: z.object({
    success: z.boolean(),
    is_register: z.boolean(),
    /** The password is right, and `/account/api/login/code` takes the code of the second step. */
    needs_code: z.boolean().optional(),
    /** The password is that of a sign-up whose address has not been confirmed. */
    needs_confirmation: z.boolean().optional(),
    message: z.string(),
    redirect_to: z.string().optional(),
  }),
})

/** Ends the session of the caller, if there is one. */
export const logoutCall = endpoint({
  method: 'POST',
  path: '/account/api/logout',
  access: 'public',
  encoding: 'none',
  summary: 'Log out.',
  reply: z.object({ success: z.literal(true) }),
})

/** Asks for a reset link by mail. The answer is the same for every address. */
export const requestResetCall = endpoint({
  method: 'POST',
  path: '/account/api/password/forgot',
  access: 'public',
  encoding: 'json',
  summary: 'Ask for a password reset link by mail; the answer does not tell whether the address is known.',
  body: z.object({ email: emailAddress() }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
})

/** Tells whether a mailed link still works, without using it up. */
export const checkLinkCall = endpoint({
  method: 'POST',
  path: '/account/api/password/link',
  access: 'public',
  encoding: 'json',
  summary: 'Look at a mailed password link without using it up.',
  body: z.object({ token: z.string().max(100) }),
  reply: z.object({ success: z.literal(true), is_valid: z.boolean(), is_first_password: z.boolean() }),
})

/** Sets a password through a mailed link and ends every session of the account. */
export const resetPasswordCall = endpoint({
  method: 'POST',
  path: '/account/api/password/reset',
  access: 'public',
  encoding: 'json',
  summary: 'Choose a password through a mailed link. The link works once.',
  body: z
    .object({ token: z.string().max(100), password1: newPassword, password2: z.string(coded('required')) })
    .refine((form) => form.password1 === form.password2, { path: ['password2'], message: coded('password.differ') }),
  reply: z.object({ success: z.literal(true), redirect_to: z.string() }),
})
