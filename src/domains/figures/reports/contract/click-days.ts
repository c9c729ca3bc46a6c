import { z } from 'zod'
import { Day, dayFilter } from '#kernel/day-query.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { Id } from '#kernel/ids.ts'
import { DecimalMoney, STREAM_FILES, nextCursor, streamQuery } from '#kernel/stream-query.ts'

/** A day of an advertiser, with some of the measures. Money is in `currency`. */
export const ApiClickDay = z.object({
  day: Day,
  click_count: z.number(),
  total_transactions: z.number(),
  confirmed_transactions: z.number(),
  cancelled_transactions: z.number(),
  order_value: DecimalMoney,
  commission: DecimalMoney,
  fee: DecimalMoney,
  currency: z.string(),
})

/** @see ApiClickDay */
export type ApiClickDay = z.infer<typeof ApiClickDay>

/** Lists the days of a range of the key's advertiser, without gaps. Clicks and orders count on the day of the click. */
export const listApiClickDaysCall = endpoint({
  method: 'GET',
  path: '/api/v1/program/clicks',
  access: 'key:read_program',
  encoding: 'none',
  operationId: 'listClickDays',
  summary: 'My clicks by day, with the orders that came of them, the first day first',
  query: z.object({ ...dayFilter, publisher_id: Id.optional(), ...streamQuery, cursor: Day.optional() }),
  reply: z.object({
    data: z.array(ApiClickDay),
    next_cursor: nextCursor,
    /** The days count everything before this time; null before the first pass. */
    as_of: z.iso.datetime().nullable(),
  }),
  files: STREAM_FILES,
})
