import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { typedPassword } from './sign-in.ts'
import { PASSWORD_LENGTH } from './vocabulary.ts'

const { min, max } = PASSWORD_LENGTH

/** A password of the form "change password": each has 8 to 15 characters (specification 2, section 5). */
const formPassword = z.string(coded('account.51')).min(min, coded('account.51')).max(max, coded('account.51'))

/** The three fields of the form "change password" (specification 2, section 3). */
export const passwordForm = z
  .object({ password: formPassword, password1: formPassword, password2: formPassword })
  .refine((form) => form.password1 === form.password2, { path: ['password2'], message: coded('account.50') })

const changed = z.object({ success: z.literal(true), message: z.string() })

/**
 * Changes the password of a publisher and ends all its sessions, so the browser goes to the login (specification 2,
 * section 7).
 */
export const changePublisherPasswordCall = endpoint({
  method: 'POST',
  path: '/api/v1/account/publishers/me/password',
  access: 'publisher',
  encoding: 'form',
  summary: 'Change the password. All sessions of the account end.',
  body: passwordForm,
  reply: changed,
})

/** The same for every role. */
export const changePasswordCall = endpoint({
  method: 'POST',
  path: '/account/api/password/change',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Change the password. All sessions of the account end.',
  body: passwordForm,
  reply: changed,
})

/** Verifies the password of the session. Calls that need a verified password are open for five minutes then. */
export const verifyPasswordCall = endpoint({
  method: 'POST',
  path: '/account/api/password/verify',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Verify the password before a sensitive change. It counts for five minutes in this session.',
  body: z.object({ password: typedPassword }),
  reply: z.object({ success: z.literal(true), verified_until: z.iso.datetime() }),
})

const sessionItem = z.object({
  session_id: z.number(),
  /** The browser and its version, `Firefox 128`; null when the user agent does not tell. */
  browser: z.string().nullable(),
  /** The operating system, `Windows 10`; null when the user agent does not tell. */
  system: z.string().nullable(),
  device: z.enum(['desktop', 'mobile', 'tablet', 'unknown']),
  /** The IP prefix from which the session was opened, `203.0.113.0/24`. */
  ip_prefix: z.string().nullable(),
  /** The country where the IP prefix is registered, in the reader's language; null when the table has none. */
  country: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** At most five minutes before the last request. */
  last_used_at: z.iso.datetime(),
  is_current: z.boolean(),
})

/** A session as its owner sees it. */
export type SessionItem = z.output<typeof sessionItem>

/** The sessions of the account, the last used first. */
export const listSessionsCall = endpoint({
  method: 'GET',
  path: '/account/api/sessions',
  access: 'signed-in',
  encoding: 'none',
  summary: 'The open sessions of the account, the last used first; at most 20.',
  reply: z.object({ success: z.literal(true), sessions: z.array(sessionItem) }),
})

/** Ends one session of the account. The session of another account answers as one that does not exist. */
export const endSessionCall = endpoint({
  method: 'POST',
  path: '/account/api/sessions/:session_id/end',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Log out one device.',
  params: z.object({ session_id: z.coerce.number<string | number>().int().positive() }),
  reply: z.object({ success: z.literal(true) }),
})

/** Ends every session of the account, the present one too. */
export const endAllSessionsCall = endpoint({
  method: 'POST',
  path: '/account/api/sessions/end-all',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Log out everywhere.',
  reply: z.object({ success: z.literal(true), ended: z.number() }),
})

/** Ends every session of the account except the present one. */
export const endOtherSessionsCall = endpoint({
  method: 'POST',
  path: '/account/api/sessions/end-others',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Log out all other devices.',
  reply: z.object({ success: z.literal(true), ended: z.number() }),
})
