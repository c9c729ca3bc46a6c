import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { plainText } from '#kernel/text.ts'
import { DraftChanges } from './draft-changes.ts'
import { EXCLUSION_REASONS, PAYOUT_METHODS, PAYOUT_STATUSES, RUN_STATUSES } from './vocabulary.ts'

const path = '/api/v1/operator/payout-runs'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)
const Instant = z.iso.datetime().nullable()
const params = z.object({ run_id: z.uuid() })
const done = z.object({ success: z.literal(true) })

const pageQuery = {
  page_number: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number<string | number>().int().min(1).max(100).default(20),
}

const Run = z.object({
  id: z.uuid(),
  /** `2026-10`; a UTC month. */
  month: z.string(),
  status: z.enum(RUN_STATUSES),
  /** Whether the draft is being emptied or computed, or the approval posted. */
  is_advancing: z.boolean(),
  is_being_discarded: z.boolean(),
  payouts: z.number().int(),
  exclusions: z.number().int(),
  amount: Money,
  currency: z.string(),
  /** Null for a draft of the schedule. */
  made_by: z.string().nullable(),
  made_at: Instant,
  computed_at: Instant,
  approved_by: z.string().nullable(),
  approved_at: Instant,
  exported_at: Instant,
  settled_at: Instant,
  closed_at: Instant,
})

/** A payout run with its sums. */
export type Run = z.infer<typeof Run>

/** Lists the runs, the latest first. */
export const listRunsCall = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  encoding: 'none',
  summary: 'The payout runs, the latest first',
  query: z.object(pageQuery),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      runs: z.array(Run),
      count: z.number().int(),
      /** The last UTC month that is over: the default of a new run. */
      last_month: z.string(),
      has_draft: z.boolean(),
    }),
  }),
})

/** Makes the draft of a run. */
export const draftRunCall = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  encoding: 'json',
  summary: 'Compute the draft of a payout run for a UTC month that is over',
  body: z.strictObject({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, coded('run.month')) }),
  reply: z.object({ success: z.literal(true), id: z.uuid() }),
})

const RunFile = z.object({
  name: z.string(),
  kind: z.enum(['paypal', 'bank', 'list']),
  payouts: z.number().int(),
})

/** A file that an exported run offers. */
export type RunFile = z.infer<typeof RunFile>

/** Gets a run with the number of its payouts by status and its exclusions by reason. */
export const getRunCall = endpoint({
  method: 'GET',
  path: `${path}/:run_id`,
  access: 'operator',
  encoding: 'none',
  summary: 'A payout run with its payouts by status, its exclusions by reason and its files',
  params,
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      run: Run,
      by_status: z.array(z.object({ status: z.enum(PAYOUT_STATUSES), payouts: z.number().int(), amount: Money })),
      by_reason: z.array(z.object({ reason: z.enum(EXCLUSION_REASONS), publishers: z.number().int(), amount: Money })),
      files: z.array(RunFile),
      /** What changed since the draft was computed; null unless it waits for its approval. */
      changes: DraftChanges.nullable(),
      /** Whether the signed-in operator has to type the sum, because there is no second operator. */
      needs_typed_sum: z.boolean(),
      /** Whether one operator has to compute the draft of the schedule before another one approves it. */
      needs_maker: z.boolean(),
    }),
  }),
})

const Payout = z.object({
  id: z.uuid(),
  publisher_id: z.number().int(),
  publisher_name: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  amount: Money,
  lines: z.number().int(),
  rest: Money,
  method: z.enum(PAYOUT_METHODS),
  /** The end of the account number, or the masked PayPal e-mail. */
  destination: z.string(),
  reference: z.string().nullable(),
  settled_on: Day.nullable(),
  returned_on: Day.nullable(),
  reason: z.string().nullable(),
})

/** A payout of a run, as operators see it. */
export type Payout = z.infer<typeof Payout>

/** Lists the payouts of a run by publisher. */
export const listPayoutsCall = endpoint({
  method: 'GET',
  path: `${path}/:run_id/payouts`,
  access: 'operator',
  encoding: 'none',
  summary: 'The payouts of a run',
  params,
  query: z.object({ ...pageQuery, status: z.enum(PAYOUT_STATUSES).optional() }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ payouts: z.array(Payout), count: z.number().int() }),
  }),
})

const Exclusion = z.object({
  publisher_id: z.number().int(),
  publisher_name: z.string(),
  reason: z.enum(EXCLUSION_REASONS),
  amount: Money,
})

/** A publisher whom a run does not pay. */
export type Exclusion = z.infer<typeof Exclusion>

/** Lists the publishers whom a run does not pay. */
export const listExclusionsCall = endpoint({
  method: 'GET',
  path: `${path}/:run_id/exclusions`,
  access: 'operator',
  encoding: 'none',
  summary: 'The publishers with something payable whom a run does not pay, with the reason',
  params,
  query: z.object({ ...pageQuery, reason: z.enum(EXCLUSION_REASONS).optional() }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({ exclusions: z.array(Exclusion), count: z.number().int() }),
  }),
})

/** Computes a draft again. */
export const computeRunCall = endpoint({
  method: 'POST',
  path: `${path}/:run_id/compute`,
  access: 'operator',
  encoding: 'json',
  summary: 'Compute a draft again with what is payable now',
  params,
  reply: done,
})

/** Removes a draft. */
export const discardRunCall = endpoint({
  method: 'POST',
  path: `${path}/:run_id/discard`,
  access: 'operator',
  encoding: 'json',
  summary: 'Remove a draft, which has posted nothing',
  params,
  reply: done,
})

/** Approves a draft. */
export const approveRunCall = endpoint({
  method: 'POST',
  path: `${path}/:run_id/approve`,
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Approve a draft: by a second operator, or by the only one who types the sum; needs a verified password',
  params,
  body: z.strictObject({
    /** The `computed_at` of the draft that the operator saw. */
    computed_at: z.iso.datetime(),
    amount: z.string().max(30).default(''),
    /** `changes.taken_back.count` as the operator saw it. */
    seen_taken_back: z.coerce.number<string | number>().int().min(0).default(0),
  }),
  reply: done,
})

/** Marks an approved run as exported. */
export const exportRunCall = endpoint({
  method: 'POST',
  path: `${path}/:run_id/export`,
  access: 'operator',
  encoding: 'json',
  summary: 'Release the payment files of an approved run',
  params,
  reply: done,
})

/** Closes a settled run. */
export const closeRunCall = endpoint({
  method: 'POST',
  path: `${path}/:run_id/close`,
  access: 'operator',
  encoding: 'json',
  summary: 'Close a settled run',
  params,
  reply: done,
})

/** Settles one payout. */
export const settlePayoutCall = endpoint({
  method: 'POST',
  path: `${path}/:run_id/settle`,
  access: 'operator',
  encoding: 'json',
  summary: 'Record that a payout was paid, failed or came back; the same again changes nothing',
  params,
  body: z.strictObject({
    payout_id: z.uuid(),
    amount: z.string().max(30),
    status: z.enum(['paid', 'failed', 'returned']),
    reference: plainText(140).default(''),
    day: Day,
    reason: plainText(300).default(''),
  }),
  reply: done,
})

/** Downloads a payment file of an exported run. */
export const downloadRunFileCall = endpoint({
  method: 'GET',
  path: `${path}/:run_id/files/:name`,
  access: 'operator',
  encoding: 'none',
  needsPassword: true,
  summary: 'A payment file of an exported run; needs a verified password',
  params: params.extend({ name: z.string().regex(/^[a-z0-9.-]{1,60}$/) }),
  files: ['text/csv', 'application/xml'],
})

/** Checks that a payment file can be downloaded now. */
export const prepareRunFileCall = endpoint({
  method: 'POST',
  path: `${path}/:run_id/files/:name`,
  access: 'operator',
  encoding: 'json',
  needsPassword: true,
  summary: 'Whether a payment file can be downloaded now, and where',
  params: downloadRunFileCall.params,
  reply: z.object({ success: z.literal(true), path: z.string() }),
})
