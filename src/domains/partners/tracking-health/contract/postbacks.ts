import { z } from 'zod'
import { coded } from '#kernel/error-codes.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { pageQuery } from '#kernel/page-query.ts'
import { LIST_PAGE_SIZES } from '#kernel/paging.ts'
import {
  POSTBACK_REASONS,
  POSTBACK_RESULTS,
  UNSTORED_REASONS,
} from '#domains/orders/transactions/contract/vocabulary.ts'
import { ParameterHintView } from '#domains/orders/transactions/contract/postback.ts'
import { MAX_PARAMETERS } from '#domains/orders/transactions/rules/postback-log.ts'

/** The last postbacks of an advertiser that it can look at. */
export const MAX_LOGGED_POSTBACKS = 1000

const succeeded = { success: z.literal(true) }
const postbacksPath = '/api/v1/brand/postbacks'
const DEFAULT_PAGE_SIZE = 50

/** A postback as its advertiser sees it: its parameters, our answer, and what was made of it. */
export const PostbackView = z.object({
  id: z.uuid(),
  received_at: z.iso.datetime(),
  channel: z.enum(['query', 'form', 'json', 'pixel']),
  result: z.enum(POSTBACK_RESULTS),
  reason: z.enum(POSTBACK_REASONS).nullable(),
  order_id: z.string().nullable(),
  amount: z.string().nullable(),
  /** Null once the network has removed them. They never contain the secret. */
  parameters: z.record(z.string(), z.string()).nullable(),
  /** What is odd about the parameters. */
  hints: z.array(ParameterHintView),
  publisher_id: z.number().nullable(),
  transaction_id: z.uuid().nullable(),
  /** The postback that corrected this one. */
  replayed_as: z.uuid().nullable(),
  /** The refused postback that this one corrects. */
  replay_of: z.uuid().nullable(),
  /** The transaction by which I have credited the order of a refused postback since: it needs no correction. */
  credited: z.object({ publisher_id: z.number(), transaction_id: z.uuid() }).nullable(),
})

/** @see PostbackView */
export type PostbackView = z.infer<typeof PostbackView>

/** How a postback came: by the shop's server or by the pixel. */
const ByChannel = z.enum(['server', 'pixel'])

/** Lists the last `MAX_LOGGED_POSTBACKS` postbacks of the signed-in advertiser, newest first. */
export const listPostbacksCall = endpoint({
  method: 'GET',
  path: postbacksPath,
  access: 'advertiser:see',
  encoding: 'none',
  summary: `My last ${MAX_LOGGED_POSTBACKS} postbacks with what they were answered, newest first`,
  query: z.object({
    result: z.enum(POSTBACK_RESULTS).optional(),
    channel: ByChannel.optional(),
    ...pageQuery(LIST_PAGE_SIZES, DEFAULT_PAGE_SIZE),
  }),
  reply: z.object({ ...succeeded, data: z.object({ count: z.number(), postbacks: z.array(PostbackView) }) }),
})

const postbackParams = z.object({ postback_id: z.uuid() })

/** Gets a postback of the signed-in advertiser. */
export const getPostbackCall = endpoint({
  method: 'GET',
  path: `${postbacksPath}/:postback_id`,
  access: 'advertiser:see',
  encoding: 'none',
  summary: 'One of my postbacks with its parameters, its answer and what was made of it',
  params: postbackParams,
  reply: z.object({ ...succeeded, data: PostbackView }),
})

/** What a postback sends, by name, without its secret. */
const Parameters = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine(
    (given) => Object.keys(given).length <= MAX_PARAMETERS,
    coded('replay.too_many_parameters', { max: MAX_PARAMETERS }),
  )

/** What would happen to a postback. */
export const DryRunView = z.object({
  result: z.enum([...POSTBACK_RESULTS, 'retry', 'test']),
  reason: z.enum([...POSTBACK_REASONS, ...UNSTORED_REASONS]).nullable(),
  /** The sentence of the reason. */
  message: z.string().nullable(),
  /** What is odd about the parameters. */
  hints: z.array(ParameterHintView),
  /** The click that the postback names, if it is genuine and led to this advertiser. */
  click: z
    .object({ clicked_at: z.iso.datetime(), publisher_id: z.number(), publisher_name: z.string(), verdict: z.string() })
    .nullable(),
  /** The order that would be recorded or, with a test click, what it would earn. */
  order: z
    .object({
      order_id: z.string(),
      event: z.string(),
      order_value: z.string(),
      currency: z.string(),
      commission: z.string(),
      commission_currency: z.string(),
      terms_version: z.number(),
      attribution: z.enum(['click', 'coupon']),
      /** Null for a test order, which no publisher earns. */
      publisher_id: z.number().nullable(),
      publisher_name: z.string().nullable(),
      site_name: z.string().nullable(),
      /** The exchange rate in USD with its day; null for an order in USD and without a rate. */
      rate: z.object({ value: z.string(), day: z.iso.date() }).nullable(),
      /** What it is worth in USD; null while there is no rate. */
      usd_order_value: z.string().nullable(),
      usd_commission: z.string().nullable(),
    })
    .nullable(),
  /** The transaction that it repeats, decides or finds decided. */
  transaction: z.object({ publisher_id: z.number(), transaction_id: z.uuid() }).nullable(),
})

/** @see DryRunView */
export type DryRunView = z.infer<typeof DryRunView>

/** Says what would happen to a postback, and writes nothing. */
export const dryRunPostbackCall = endpoint({
  method: 'POST',
  path: `${postbacksPath}/dry-run`,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'What would happen to a postback: verdict, click, terms, commission, rate; nothing is written',
  body: z.strictObject({
    parameters: Parameters,
    channel: ByChannel.default('server'),
    /** A refused postback of mine: judged as of the time when it came, as its replay would be. */
    postback_id: z.uuid().optional(),
  }),
  refusals: [429],
  reply: z.object({ ...succeeded, data: DryRunView }),
})

/** Records a refused postback again, corrected. */
export const replayPostbackCall = endpoint({
  method: 'POST',
  path: `${postbacksPath}/:postback_id/replay`,
  access: 'advertiser:integrate',
  encoding: 'json',
  summary: 'Correct a refused postback of mine; it counts once, and the original stays as it was',
  params: postbackParams,
  body: z.strictObject({ parameters: Parameters }),
  refusals: [409, 422, 429],
  reply: z.object({
    ...succeeded,
    /** Whether the postback was replayed before, so that this call changed nothing. */
    is_repeated: z.boolean(),
    data: PostbackView,
  }),
})
