import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { requiredText } from '#kernel/text.ts'

const path = '/api/v1/operator/publishers/:publisher_id/payout-hold'
const params = z.object({ publisher_id: z.coerce.number<string | number>().int().positive() })
const done = z.object({ success: z.literal(true) })

/** A stop of the payouts to a publisher. */
export const PayoutHold = z.object({ since: z.iso.datetime(), reason: z.string() })

/** @see PayoutHold */
export type PayoutHold = z.infer<typeof PayoutHold>

/** Reads whether the payouts to a publisher are stopped. */
export const getPayoutHoldCall = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  encoding: 'none',
  summary: 'Whether the payouts to a publisher are on hold, since when and why',
  params,
  reply: z.object({ success: z.literal(true), data: z.object({ hold: PayoutHold.nullable() }) }),
})

/** Stops the payouts to a publisher. */
export const holdPayoutsCall = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  encoding: 'json',
  summary: 'Put the payouts to a publisher on hold; what it earns stays payable',
  params,
  body: z.strictObject({ reason: requiredText(300) }),
  reply: done,
})

/** Lets payouts to a publisher go on. */
export const releasePayoutsCall = endpoint({
  method: 'POST',
  path: `${path}/release`,
  access: 'operator',
  encoding: 'json',
  summary: 'End the hold of the payouts to a publisher',
  params,
  reply: done,
})
