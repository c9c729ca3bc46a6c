import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { requiredText } from '#kernel/text.ts'
import { LAPSES } from '#domains/people/teams/rules.ts'
import { isWebAddress } from './rules.ts'

const succeeded = { success: z.literal(true) }
const path = '/api/v1/brand/decision-source'

/** Where the network fetches the decisions of an advertiser, and what came of the last fetch. */
export const DecisionSourceView = z.object({
  /** It may contain a secret: a member who may not decide reads its origin alone. */
  url: z.string(),
  mode: z.enum(['check', 'valid']),
  hour: z.number(),
  due_at: z.iso.datetime(),
  fetched_at: z.iso.datetime().nullable(),
  /** The sentence that says why the last fetch failed; null if it succeeded. */
  fault: z.string().nullable(),
  file_id: z.uuid().nullable(),
  /** The member for whom it decides, and whose right it needs; null when that member was erased. */
  set_by: z.object({ name: z.string(), is_self: z.boolean() }).nullable(),
  /** Why it has stopped: its member left the team, or may not decide any more. Null while it runs. */
  stopped: z.enum(LAPSES).nullable(),
})

/** @see DecisionSourceView */
export type DecisionSourceView = z.infer<typeof DecisionSourceView>

const reply = z.object({ ...succeeded, data: DecisionSourceView.nullable() })

export const getDecisionSourceCall = endpoint({
  method: 'GET',
  path,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'Where the network fetches your decisions every day, and what came of it; null without an address',
  reply,
})

export const setDecisionSourceCall = endpoint({
  method: 'POST',
  path,
  access: 'advertiser:decide',
  encoding: 'json',
  needsPassword: true,
  summary: 'Have your file of decisions fetched every day from an address of yours',
  body: z.strictObject({
    url: requiredText(2000).refine(isWebAddress, coded('transaction.source_address')),
    /** `check` only checks the file; `valid` makes the decisions of its right lines. */
    mode: z.enum(['check', 'valid']),
    /** The hour of the day (UTC). */
    hour: z.coerce.number<number | string>().int().min(0).max(23),
  }),
  reply,
})

export const fetchDecisionsCall = endpoint({
  method: 'POST',
  path: `${path}/fetch`,
  access: 'advertiser:decide',
  encoding: 'none',
  summary: 'Have the file fetched now',
  refusals: [409, 429],
  reply,
})

export const takeOverDecisionSourceCall = endpoint({
  method: 'POST',
  path: `${path}/take-over`,
  access: 'advertiser:decide',
  encoding: 'none',
  summary: 'Have the scheduled file decide for you: it runs while you may decide, and goes on if it had stopped',
  refusals: [409],
  reply,
})

export const removeDecisionSourceCall = endpoint({
  method: 'POST',
  path: `${path}/remove`,
  access: 'advertiser:decide',
  encoding: 'none',
  summary: 'Have no file fetched any more',
  reply: z.object(succeeded),
})
