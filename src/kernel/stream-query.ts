import { z } from 'zod'
import { coded } from './error-codes.ts'

/** The media types of the streams, by the value of `format`. */
export const STREAM_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const

/** The media types of the answers that are not JSON. */
export const STREAM_FILES = Object.values(STREAM_TYPES)

const MAX_LIMIT = 1000
const limitError = coded('input.whole_number', { min: 1, max: MAX_LIMIT })

/**
 * The part of a list for programs. `json` replies one page of `limit` rows; `ndjson` and `csv` reply all rows from the
 * cursor on, as a stream.
 */
export const streamQuery = {
  limit: z.coerce
    .number<string | number>(limitError)
    .int(limitError)
    .min(1, limitError)
    .max(MAX_LIMIT, limitError)
    .default(100),
  format: z.enum(['json', 'ndjson', 'csv']).default('json'),
}

/** The cursor of the next page; null on the last one. */
export const nextCursor = z.string().nullable()

/** An instant as RFC 3339 writes it, with any offset. */
export const Instant = z.iso
  .datetime({ offset: true, error: coded('input.instant') })
  .transform((text) => new Date(text))

/** Money as a decimal string with four decimals; its currency stands beside it. */
export const DecimalMoney = z.string().regex(/^-?\d+\.\d{4}$/)
