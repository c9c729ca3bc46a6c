import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { plainText } from '#kernel/text.ts'
import { RESULT_KINDS } from './rules.ts'

const Result = z.object({
  kind: z.enum(RESULT_KINDS),
  title: z.string(),
  /** What tells two results of one title apart: names, or empty. */
  detail: z.string(),
  /** The page of the console that shows it. */
  path: z.string(),
})

/** Something that a search found. */
export type SearchResult = z.infer<typeof Result>

/** Finds what an account may see by an id, of which the shape says what it names. */
export const searchCall = endpoint({
  method: 'GET',
  path: '/api/v1/search',
  access: 'every-role',
  encoding: 'none',
  summary: 'Find an order, transaction, click, payout, invoice, host, e-mail, code or name that is yours to see',
  query: z.object({ q: plainText(200).default('') }),
  reply: z.object({ success: z.literal(true), data: z.object({ results: z.array(Result) }) }),
})
