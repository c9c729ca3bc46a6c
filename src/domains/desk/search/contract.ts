import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { coded } from '#kernel/error-codes.ts'
import { Id } from '#kernel/ids.ts'
import { MAX_NAMES, MAX_RECENT, NAME_KINDS } from '#kernel/names.ts'
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

/** The id of a publisher or an advertiser, or the key of a site. */
const NameId = z.string().regex(/^[a-z0-9]{1,16}$/, coded('input.id'))

const FoundName = z.object({
  id: NameId,
  name: z.string(),
  /** What tells two of one name apart. */
  detail: z.string(),
})

/** A name that can be chosen. */
export type FoundName = z.infer<typeof FoundName>

/** Finds names to choose one, as far as the account may see them: an operator all, a brand those who have joined. */
export const findNamesCall = endpoint({
  method: 'GET',
  path: '/api/v1/names/:kind',
  access: 'every-role',
  encoding: 'none',
  summary: 'Names of publishers, brands or sites that are yours to choose, by a part of the name',
  params: z.object({ kind: z.enum(NAME_KINDS) }),
  query: z.object({
    q: plainText(200).default(''),
    /** The one with this id alone. */
    id: NameId.optional(),
    /** The ids of those that were chosen last, with commas between. They come first. */
    recent: z
      .string()
      .transform((text) => (text === '' ? [] : text.split(',')))
      .pipe(z.array(NameId).max(MAX_RECENT))
      .default([]),
    /** For operators: the advertiser whose sites are found. */
    advertiser_id: Id.optional(),
  }),
  reply: z.object({ success: z.literal(true), data: z.object({ names: z.array(FoundName).max(MAX_NAMES) }) }),
})
