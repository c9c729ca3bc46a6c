import { z } from 'zod'
import { ROLES } from '#kernel/actor.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { plainText } from '#kernel/text.ts'
import { LIST_PAGE_SIZES, pageQuery } from '#kernel/paging.ts'

/** Lengths of a password in characters (specification 2, section 9). */
export const PASSWORD_LENGTH = { min: 8, max: 15 } as const

/** Review states of an account. */
export const REVIEW_STATUSES = ['under_review', 'approved', 'rejected'] as const

/** A review state of an account. */
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

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

const typedPassword = z.string(coded('required')).min(1, coded('required')).max(200, coded('login.incorrect'))

/** Logs in. Every outcome except an exceeded rate limit answers 200, because the caller reads `is_register`. */
export const loginCall = endpoint({
  method: 'POST',
  path: '/account/api/login',
  access: 'public',
  encoding: 'json',
  summary: 'Log in. `is_register` is true only when the password is right and the account is under review.',
  body: z.object({
    email: emailAddress('required'),
    password: typedPassword,
    type: z.enum(LOGIN_TYPES),
  }),
  reply: z.object({
    success: z.boolean(),
    is_register: z.boolean(),
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

const accountId = z.coerce.number<string | number>().int().positive()

const accountItem = z.object({
  account_id: z.number(),
  email: z.string(),
  display_name: z.string(),
  role: z.enum(ROLES),
  review_status: z.enum(REVIEW_STATUSES),
  review_note: z.string().nullable(),
  reviewed_at: z.iso.datetime().nullable(),
  reviewed_by: z.string().nullable(),
  has_password: z.boolean(),
  created_at: z.iso.datetime(),
})

/** An account in the operator's list. */
export type AccountItem = z.output<typeof accountItem>

/** The operator's list of accounts, newest first. */
export const listAccountsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/accounts',
  access: 'operator',
  encoding: 'none',
  summary: 'Accounts by role, review status and a part of name or e-mail.',
  query: z.object({
    role: z.enum(ROLES).optional(),
    status: z.enum(REVIEW_STATUSES).optional(),
    search: plainText(200).optional(),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    success: z.literal(true),
    accounts: z.array(accountItem),
    count: z.number(),
    page_number: z.number(),
    page_size: z.number(),
  }),
})

/** Approves or rejects an account. The owner is told by mail; only operators read the note. */
export const reviewAccountCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts/:account_id/review',
  access: 'operator',
  encoding: 'json',
  summary: 'Approve or reject an account.',
  params: z.object({ account_id: accountId }),
  body: z.object({
    decision: z.enum(['approved', 'rejected']),
    note: plainText(1000).optional(),
  }),
  reply: z.object({ success: z.literal(true), review_status: z.enum(REVIEW_STATUSES) }),
})

const mailboxItem = z.object({
  message_id: z.number(),
  received_at: z.iso.datetime(),
  to_address: z.string(),
  subject: z.string(),
})

/** The mails that stayed on this machine because no mail server is configured. */
export const listMailboxCall = endpoint({
  method: 'GET',
  path: '/api/v1/mailbox',
  access: 'public',
  encoding: 'none',
  summary: 'Mails that stayed on this machine. Only there while no mail server is configured.',
  query: z.object(pageQuery(LIST_PAGE_SIZES, 20)),
  reply: z.object({
    success: z.literal(true),
    messages: z.array(mailboxItem),
    count: z.number(),
    page_number: z.number(),
    page_size: z.number(),
  }),
})

/** One mail that stayed on this machine. */
export const getMailboxMessageCall = endpoint({
  method: 'GET',
  path: '/api/v1/mailbox/:message_id',
  access: 'public',
  encoding: 'none',
  summary: 'One mail that stayed on this machine.',
  params: z.object({ message_id: accountId }),
  reply: mailboxItem.extend({ success: z.literal(true), from_address: z.string(), text: z.string() }),
})
