import { z } from 'zod'
import { columnsQuery, columnsReply } from '#kernel/columns.ts'
import { Day } from '#kernel/day-query.ts'
import { MAX_LINE_FILE_BYTES, endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import { plainText, requiredText } from '#kernel/text.ts'
import { FETCH_FAILURES, IMPORT_MODES, RATE_SOURCES } from './rules.ts'

const succeeded = { success: z.literal(true) }
const path = '/api/v1/operator/exchange-rates'

/** The rate of a currency on a UTC day. */
const RateView = z.object({
  id: z.string(),
  day: Day,
  currency: z.string(),
  /** USD for one unit, with four to ten decimals. */
  rate: z.string(),
  source: z.enum(RATE_SOURCES),
  recorded_at: z.iso.datetime(),
  /** The name of the operator; null for a fetched rate. */
  recorded_by: z.string().nullable(),
  /** Whether a later rate of the same day counts in its place. */
  is_replaced: z.boolean(),
})

/** @see RateView */
export type RateView = z.infer<typeof RateView>

/** What the last fetch brought. */
const FetchView = z.object({
  fetched_at: z.iso.datetime(),
  /** The rates that it added. */
  added: z.number(),
  /** Null when it succeeded. */
  failure: z.enum(FETCH_FAILURES).nullable(),
  /** The first wrong line of the file. */
  line: z.number().nullable(),
  succeeded_at: z.iso.datetime().nullable(),
})

/** @see FetchView */
export type FetchView = z.infer<typeof FetchView>

/** Lists the rates, and says what the last fetch brought. */
export const listRatesCall = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  encoding: 'none',
  summary: 'Exchange rates by day, the newest first, and what the last fetch brought',
  query: z.object({
    currency: plainText(3).default(''),
    /** The last day, inclusive. */
    until: z.union([z.literal(''), Day]).default(''),
    ...pageQuery(LIST_PAGE_SIZES, 20),
  }),
  reply: z.object({
    ...succeeded,
    data: z.object({
      count: z.number(),
      rates: z.array(RateView),
      /** Whether an address is configured from which a job fetches rates. */
      is_fetched: z.boolean(),
      /** Null before the first fetch. */
      last_fetch: FetchView.nullable(),
    }),
  }),
})

/** Enters the rate of a day. */
export const enterRateCall = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  encoding: 'json',
  summary: 'Enter the exchange rate of a currency on a day; orders that wait for it get their value in USD',
  body: z.strictObject({
    day: Day,
    currency: requiredText(3),
    /** USD for one unit: `1.0832`. */
    rate: requiredText(20),
    /** Says that the rate is right although it is the first of its currency or far from the last one. */
    is_confirmed: z.boolean().default(false),
  }),
  reply: z.object({
    ...succeeded,
    /** False if this rate counts for the day already. */
    is_added: z.boolean(),
  }),
})

/** Imports rates. */
export const importRatesCall = endpoint({
  method: 'POST',
  path: `${path}/import/:mode`,
  access: 'operator',
  encoding: 'file',
  maxFileBytes: MAX_LINE_FILE_BYTES,
  params: z.object({ mode: z.enum(IMPORT_MODES) }),
  query: z.object(columnsQuery),
  summary: 'Import exchange rates from CSV (day, currency, rate), all or none; the answer names the errors by line',
  reply: z.object({
    success: z.boolean(),
    added: z.number(),
    /** The rates that count already. */
    unchanged: z.number(),
    /** Sorted by line. */
    errors: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
    /** Whether the errors are rates that `confirm` imports: the first of a currency, and those far from the last. */
    can_confirm: z.boolean(),
    /** Whether the file was read only up to the last error listed. */
    has_more: z.boolean(),
    ...columnsReply,
  }),
})
