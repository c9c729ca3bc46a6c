import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { requiredText } from '#kernel/text.ts'
import { ALIAS_REASONS, MAX_ALIAS } from '../rules/reason-aliases.ts'

const path = '/api/v1/brand/reason-aliases'

/** What the system of an advertiser calls a reason. */
export const ReasonAliasView = z.object({
  /** In lower case. */
  alias: z.string(),
  reason: z.enum(ALIAS_REASONS),
})

/** @see ReasonAliasView */
export type ReasonAliasView = z.infer<typeof ReasonAliasView>

/** Lists the reason codes of the advertiser's own system. */
export const listReasonAliasesCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'The reason codes of my own system, and what they mean in my files of decisions',
  reply: z.object({ success: z.literal(true), data: z.array(ReasonAliasView) }),
})

/** Says what a reason code of the advertiser's own system means; it replaces what was said before. */
export const saveReasonAliasCall = endpoint({
  method: 'POST',
  path,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Say what a reason code of my own system means in my files of decisions',
  body: z.strictObject({ alias: requiredText(MAX_ALIAS), reason: z.enum(ALIAS_REASONS) }),
  reply: z.object({ success: z.literal(true) }),
})

/** Forgets a reason code of the advertiser's own system. */
export const removeReasonAliasCall = endpoint({
  method: 'POST',
  path: `${path}/remove`,
  access: 'advertiser:decide',
  encoding: 'json',
  summary: 'Remove a reason code of my own system',
  body: z.strictObject({ alias: requiredText(MAX_ALIAS) }),
  reply: z.object({ success: z.literal(true) }),
})
