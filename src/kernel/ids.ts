import { z } from 'zod'
import { coded } from './error-codes.ts'

/** Parses the id of a row into a `bigint`: a JSON number, or its digits in a path, a query or a form. */
export const Id = z
  .union([
    z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    z.string().regex(/^[1-9]\d{0,15}$/, coded('input.id')),
  ])
  .transform(BigInt)
