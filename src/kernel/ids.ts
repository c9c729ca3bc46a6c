import { z } from 'zod'
import { coded } from './error-codes.ts'

/** The id of a row on the wire: a JSON number, or its digits in a path, a query or a form. A `bigint` inside. */
export const Id = z
  .union([
    z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    z.string().regex(/^[1-9]\d{0,15}$/, coded('input.id')),
  ])
  .transform(BigInt)
