import { z } from 'zod'
import { NoteView } from '#domains/people/notes/contract.ts'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'
import { ATTRIBUTIONS, POSTBACK_REASONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { Day } from '#kernel/day-query.ts'
import { CLAIM_ACTORS, CLAIM_ANSWERS, CLAIM_EVENTS, CLAIM_ORIGINS, CLAIM_STATUSES, REFUSAL_REASONS } from '../rules.ts'

/** What the machine answered, and the facts that the answer names. */
const AnswerView = z.object({
  answer: z.enum(CLAIM_ANSWERS),
  /** By which rule the order is another publisher's. */
  attribution: z.enum(ATTRIBUTIONS).nullable(),
  clicked_on: Day.nullable(),
  window_days: z.number().int().nullable(),
  verdict: z.enum(VERDICTS).nullable(),
  /** Why the postback of the order was refused; null if it concerns a click of another publisher. */
  reason: z.enum(POSTBACK_REASONS).nullable(),
})

/** @see AnswerView */
export type AnswerView = z.infer<typeof AnswerView>

const claimFields = {
  id: z.uuid(),
  advertiser_name: z.string(),
  publisher_name: z.string(),
  site_name: z.string(),
  order_id: z.string(),
  event: z.string(),
  ordered_on: Day,
  /** Null for an order without a value. */
  amount: z.string().nullable(),
  currency: z.string(),
  /** What it would earn in USD by the terms of its day; null without an exchange rate. */
  commission: z.string().nullable(),
  /** `advertiser`: the brand credited the order without a claim of the publisher. */
  origin: z.enum(CLAIM_ORIGINS),
  filed_at: z.iso.datetime(),
  status: z.enum(CLAIM_STATUSES),
  answer: AnswerView,
  /** When it is decided for the publisher; null unless it waits. */
  due_at: z.iso.datetime().nullable(),
  /** Until when the clock waits for evidence; null unless the advertiser asked for it and it has not come. */
  evidence_until: z.iso.datetime().nullable(),
}

/** A claim in a list. */
export const ClaimView = z.object(claimFields)

/** @see ClaimView */
export type ClaimView = z.infer<typeof ClaimView>

const ClaimEventView = z.object({
  sequence: z.number().int(),
  kind: z.enum(CLAIM_EVENTS),
  acted_as: z.enum(CLAIM_ACTORS),
  happened_at: z.iso.datetime(),
  note: z.string(),
  reason: z.enum(REFUSAL_REASONS).nullable(),
  answer: AnswerView.nullable(),
  /** The order value that was accepted, if it differs from the claimed one. */
  amount: z.string().nullable(),
  file: z.object({ name: z.string(), size: z.number(), path: z.string() }).nullable(),
})

/** Something that happened to a claim. */
export type ClaimEventView = z.infer<typeof ClaimEventView>

/** A claim with its timeline. */
export const ClaimDetail = z.object({
  ...claimFields,
  /** The number of its last event. An act on the claim names it, so that it concerns what its actor has seen. */
  sequence: z.number().int(),
  publisher_id: z.number().int(),
  transaction_id: z.uuid().nullable(),
  may_insist: z.boolean(),
  may_ask: z.boolean(),
  events: z.array(ClaimEventView),
  /** What the reader's own team wrote about it. */
  notes: z.array(NoteView),
})

/** @see ClaimDetail */
export type ClaimDetail = z.infer<typeof ClaimDetail>

/** A page of claims. */
export const ClaimList = z.object({
  count: z.number().int(),
  /** How many wait for their advertisers, whatever the filter. */
  waiting: z.number().int(),
  claims: z.array(ClaimView),
})

/** What waits for an advertiser. */
export const ClaimSums = z.object({
  count: z.number().int(),
  /** What the claims would earn in USD, without those that have no exchange rate; null if none has one. */
  commission: z.string().nullable(),
  /** When the first is decided for its publisher; null if none waits. */
  first_due_at: z.iso.datetime().nullable(),
})

/** @see ClaimSums */
export type ClaimSums = z.infer<typeof ClaimSums>

/** The parameters that name a claim. */
export const ofClaim = { params: z.object({ claim_id: z.uuid() }) }

/** The parameters that name a file of a claim by the number of its event. */
export const ofClaimFile = {
  params: z.object({ claim_id: z.uuid(), sequence: z.coerce.number<string>().int().min(1).max(1000) }),
}
