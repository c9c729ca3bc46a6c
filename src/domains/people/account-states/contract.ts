import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { ACCOUNT_STATES, RESTRICTED_STATES } from './rules.ts'

const Period = z.object({
  state: z.enum(RESTRICTED_STATES),
  /** What the network told the publisher, or why the publisher closed the account itself; then it may be empty. */
  reason: z.string(),
  began_at: z.iso.datetime(),
  /** Whether the publisher began it. */
  is_own: z.boolean(),
  ended_at: z.iso.datetime().nullable(),
  end_reason: z.string().nullable(),
})

/** A period in which an account was not active. */
export type Period = z.infer<typeof Period>

const States = z.object({
  state: z.enum(ACCOUNT_STATES),
  /** The periods that have not ended. */
  open: z.array(Period),
  /** All periods, the latest first. */
  history: z.array(Period),
  /** Until when the publisher can reopen the account that it closed; null when it cannot. */
  reopen_until: z.iso.datetime().nullable(),
})

/** The state of an account with its history. */
export type States = z.infer<typeof States>

const reply = z.object({ success: z.literal(true), data: States })
const done = z.object({ success: z.literal(true) })

const me = '/api/v1/account/publishers/me'

/** Reads the state of the own account. */
export const getOwnStatesCall = endpoint({
  method: 'GET',
  path: `${me}/states`,
  access: 'publisher-closed',
  encoding: 'none',
  summary: 'Whether your account is active, on hold, suspended or closed, since when and why, with its history',
  reply,
})

/** Closes the own account. */
export const closeOwnAccountCall = endpoint({
  method: 'POST',
  path: `${me}/close`,
  access: 'publisher',
  encoding: 'json',
  needsPassword: true,
  summary: 'Close your account; needs a verified password. You can reopen it within 14 days',
  /** `reason` may be empty; operators read it. */
  body: z.strictObject({ reason: plainText(300) }),
  reply: done,
})

/** Reopens the account that the publisher closed. */
export const reopenOwnAccountCall = endpoint({
  method: 'POST',
  path: `${me}/reopen`,
  access: 'publisher-closed',
  encoding: 'json',
  summary: 'Reopen the account that you closed less than 14 days ago',
  reply: done,
})

const path = '/api/v1/operator/publishers/:publisher_id/states'
const params = z.object({ publisher_id: z.coerce.number<string | number>().int().positive() })
const state = z.enum(RESTRICTED_STATES)

/** Reads the state of the account of a publisher. */
export const getStatesCall = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  encoding: 'none',
  summary: 'The state of the account of a publisher, with its history',
  params,
  reply,
})

/** Puts an account on hold, suspends it or closes it. */
export const beginStateCall = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  encoding: 'json',
  summary: 'Put the account of a publisher on hold, suspend it or close it, with a reason that the publisher reads',
  params,
  body: z.strictObject({ state, reason: requiredText(300) }),
  reply: done,
})

/** Ends a hold or a suspension, or reopens an account. */
export const endStateCall = endpoint({
  method: 'POST',
  path: `${path}/end`,
  access: 'operator',
  encoding: 'json',
  summary: 'End a hold or a suspension, or reopen the account of a publisher',
  params,
  body: z.strictObject({ state, reason: plainText(300).default('') }),
  reply: done,
})
