import { z } from 'zod'
import { VALIDATION_ENDS } from '#domains/programmes/programs/rules.ts'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'

/** What a publisher reads of the set-up of a programme. */
const OfferedSetup = z.object({
  /** The steps of the brand's own meter that concern publishers. */
  done: z.object({ hosts: z.boolean(), terms: z.boolean(), test: z.boolean() }),
  /** The hosts that the brand proved. */
  hosts: z.number().int(),
  /** The UTC day of the last test order in order; null without a kept one. */
  tested_on: Day.nullable(),
  /** After how many days an undecided order decides itself; null without terms, or if it never does. */
  decides_within_days: z.number().int().nullable(),
  /** Whether it is confirmed then, or held. */
  decides: z.enum(VALIDATION_ENDS).nullable(),
  /** Covered commission among the confirmed commission of the last 90 days, in percent; null without any. */
  coverage: z.number().nullable(),
  /** Since its funds were used up: from when on no publisher can ask to join. */
  no_joins_from: z.iso.datetime().nullable(),
  /** From when on clicks earn nothing, since the brand has announced the end of the programme. */
  closes_at: z.iso.datetime().nullable(),
  /** From when on the programme is paused, if its advertiser has announced that. */
  pauses_at: z.iso.datetime().nullable(),
})

/** @see OfferedSetup */
export type OfferedSetup = z.infer<typeof OfferedSetup>

/** Reads how far a programme is set up that is offered to the signed-in publisher. */
export const getOfferedSetupCall = endpoint({
  method: 'GET',
  path: '/api/v1/advertiser/:advertiser_id/setup',
  access: 'publisher-full',
  encoding: 'none',
  summary: 'How far a programme is set up: hosts, test order, funds, and when it decides orders',
  params: z.object({ advertiser_id: Id }),
  reply: z.object({ success: z.literal(true), data: OfferedSetup }),
})
