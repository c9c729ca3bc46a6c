import { z } from 'zod'
import { Day } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { FORFEITURE_KINDS } from './vocabulary.ts'

const Money = z.string().regex(/^-?\d+\.\d{4}$/)

const Schedule = z.object({
  currency: z.string(),
  /** The next two runs: the last month that each pays, its day, and what is payable of it now. */
  runs: z.array(z.object({ month: z.string(), day: Day, payable: Money })),
  /** The draft that waits for an approval. */
  draft: z
    .object({
      id: z.uuid(),
      month: z.string(),
      /** The day on which it should be paid. */
      day: Day,
      /** Whether the schedule made it, and no operator has computed it since. */
      is_scheduled: z.boolean(),
      payouts: z.number().int(),
      amount: Money,
    })
    .nullable(),
})

/** The next payout runs. */
export type Schedule = z.infer<typeof Schedule>

/** Reads the next payout runs, and the draft that waits. */
export const getScheduleCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/payout-schedule',
  access: 'operator',
  encoding: 'none',
  summary: 'The next payout runs with what is payable, and the draft that waits for an approval',
  reply: z.object({ success: z.literal(true), data: Schedule }),
})

const Lapses = z.object({
  currency: z.string(),
  /** What lapsed, and what was retained of closed accounts, with the fees in it. */
  lapsed: Money,
  retained: Money,
  /** Balances of warned publishers, the next to lapse first; at most 20. */
  warned: z.array(
    z.object({ publisher_id: z.number().int(), publisher_name: z.string(), amount: Money, lapses_on: Day }),
  ),
  /** The latest 20. */
  forfeitures: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(FORFEITURE_KINDS),
      publisher_id: z.number().int(),
      publisher_name: z.string(),
      amount: Money,
      made_at: z.iso.datetime(),
    }),
  ),
})

/** The balances that lapse or lapsed, and those that were retained. */
export type Lapses = z.infer<typeof Lapses>

/** Reads the lapses. */
export const getLapsesCall = endpoint({
  method: 'GET',
  path: '/api/v1/operator/lapses',
  access: 'operator',
  encoding: 'none',
  summary: 'Balances that lapse next, that have lapsed, and that were retained of closed accounts',
  reply: z.object({ success: z.literal(true), data: Lapses }),
})
