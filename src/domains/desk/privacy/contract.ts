import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'

const params = z.object({ account_id: z.coerce.number<string | number>().int().positive() })

const ready = z.object({
  success: z.literal(true),
  /** The path of the file. */
  path: z.string(),
})

/** Checks that the password is verified, before the browser opens the file. */
export const prepareOwnExportCall = endpoint({
  method: 'POST',
  path: '/account/api/data',
  access: 'signed-in',
  encoding: 'json',
  needsPassword: true,
  summary: 'Whether the data of the account can be downloaded now, and where.',
  reply: ready,
})

/** The data of the signed-in account. The glossary names what an export leaves out. */
export const downloadOwnDataCall = endpoint({
  method: 'GET',
  path: '/account/api/data',
  access: 'signed-in',
  encoding: 'none',
  needsPassword: true,
  summary: 'The data of the account as a JSON file. At most five times an hour.',
  files: ['application/json'],
})

/** Checks that the operator's password is verified, before the browser opens the file. */
export const prepareExportCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts/:account_id/data',
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Whether the data of an account can be downloaded now, and where.',
  params,
  reply: ready,
})

/** The data of an account. The glossary names what an export leaves out. */
export const downloadDataCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/accounts/:account_id/data',
  access: 'operator',
  encoding: 'none',
  needsPassword: true,
  summary: 'The data of an account as a JSON file. At most five times an hour.',
  params,
  files: ['application/json'],
})

const erasure = {
  /** What the network owes the publisher, by currency, negative when the publisher owes it; no entry is zero. */
  balances: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Orders that are not decided yet: of the publisher, or at the advertiser. */
  pending_transactions: z.number(),
  /** When the account is to be erased, as was requested. */
  due_at: z.iso.datetime().nullable(),
}

/** What a person reads before the own account is erased. */
export const getOwnErasureCall = endpoint({
  method: 'GET',
  path: '/account/api/erasure',
  access: 'signed-in',
  encoding: 'none',
  summary: 'Whether the own account can be erased, the money that is open for it, and when it is to be erased.',
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      ...erasure,
      /** The sentence that says why only the network can erase the account. */
      obstacle: z.string().nullable(),
      days: z.number(),
    }),
  }),
})

/** Requests the erasure of the own account. */
export const requestOwnErasureCall = endpoint({
  method: 'POST',
  path: '/account/api/erasure',
  access: 'signed-in',
  encoding: 'json',
  needsPassword: true,
  summary: 'Request that the account is erased in seven days. A mail says how to keep it.',
  body: z.object({ confirmed: z.boolean() }),
  reply: z.object({ success: z.literal(true) }),
})

/** Takes the request back. */
export const keepOwnAccountCall = endpoint({
  method: 'POST',
  path: '/account/api/erasure/keep',
  access: 'signed-in',
  encoding: 'json',
  summary: 'Take the request back to erase the account.',
  reply: z.object({ success: z.literal(true) }),
})

/** What an operator reads before erasing an account. */
export const getErasureCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/accounts/:account_id/erasure',
  access: 'operator',
  encoding: 'none',
  summary: 'Whether an account can be erased, and the money that is open for it.',
  params,
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      account_id: z.number(),
      email: z.string(),
      display_name: z.string(),
      erased_at: z.iso.datetime().nullable(),
      can_erase: z.boolean(),
      ...erasure,
    }),
  }),
})

/** Erases an account for good. The operator types its e-mail address. */
export const eraseAccountCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts/:account_id/erase',
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Erase an account for good. Its orders and postings stay, under a pseudonym.',
  params,
  body: z.object({ email: z.string().max(254) }),
  reply: z.object({ success: z.literal(true) }),
})

/** Requests the erasure of an account for its person, who is mailed and can keep it. */
export const requestErasureCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts/:account_id/erasure',
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Request for a person that the account is erased in seven days. A mail says how to keep it.',
  params,
  body: z.object({ email: z.string().max(254) }),
  reply: z.object({ success: z.literal(true) }),
})

/** Takes the request to erase an account back. */
export const keepAccountCall = endpoint({
  method: 'POST',
  path: '/api/v1/operator/accounts/:account_id/erasure/keep',
  access: 'operator',
  encoding: 'json',
  summary: 'Take the request back to erase an account.',
  params,
  reply: z.object({ success: z.literal(true) }),
})
