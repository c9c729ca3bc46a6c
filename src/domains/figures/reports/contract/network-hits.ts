import { z } from 'zod'
import { Day, dayFilter, hasOrderedDays } from '#kernel/day-query.ts'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { VERDICTS } from '#domains/tracking/tracking/rules/verdict.ts'

/** The longest range of the hits of the network. */
export const MAX_NETWORK_HIT_DAYS = 31

/** The hits of the network by verdict; a verdict without hits is missing. */
export const NetworkHitCounts = z.object({
  begin: Day,
  end: Day,
  count: z.number().int(),
  counts: z.partialRecord(z.enum(VERDICTS), z.number().int()),
  /** The part of the hits that were counted and not stored. */
  overflow: z.number().int(),
  /** The time up to which all hits are counted; null before the first count. */
  as_of: z.iso.datetime().nullable(),
})

/** @see NetworkHitCounts */
export type NetworkHitCounts = z.infer<typeof NetworkHitCounts>

/** Counts the hits of all publishers, and those whose key names no site. The counts add up to `count`. */
export const countNetworkHitsCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/hits',
  access: 'operator',
  encoding: 'none',
  summary: 'Hits of the network by verdict, in up to 31 days (UTC)',
  query: z.object(dayFilter).refine(hasOrderedDays, { path: ['begin'], message: coded('input.range_order') }),
  reply: z.object({ success: z.literal(true), data: NetworkHitCounts }),
})
