import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel } from '../contract/vocabulary.ts'
import { readOrder, readParameter } from '../rules/read-order.ts'
import type { PostbackParameters } from '../rules/read-order.ts'
import { toStoredParameters } from '../rules/postback-log.ts'
import type { Outcome } from './find-duplicate.ts'
import { recordOrder } from './record-order.ts'
import type { OrderSource } from './record-order.ts'
import { receiveTestOrder } from './receive-test-order.ts'
import type { TestClick, TestOutcome } from './receive-test-order.ts'
import { rejectPostback } from './store-postback.ts'
import type { KnownPostback } from './store-postback.ts'

/** The catalog's answers for a postback, without a database read, and how its order is written. */
export interface PostbackSource extends OrderSource {
  /** Finds the advertiser of a postback secret; `undefined` for an unknown or revoked secret. */
  findAdvertiserByToken(token: string): bigint | undefined
  /** Reads a click token; `undefined` if it is truncated, forged or not a token. */
  readClickToken(token: string): { publisherId: bigint; clickId: string } | undefined
  /** Reads the token of a test click; `undefined` for every other text. */
  readTestClick(token: string): TestClick | undefined
}

/** A postback as received. `isReadable` is false if a part of the request could not be decoded. */
export interface Postback {
  channel: PostbackChannel
  parameters: PostbackParameters
  isReadable: boolean
}

/**
 * Receives a postback. Stores the postback of a known advertiser with its answer. A postback without a valid secret
 * changes nothing.
 */
export async function receivePostback(
  ctx: Ctx,
  source: PostbackSource,
  postback: Postback,
): Promise<Outcome | TestOutcome> {
  const { token } = postback.parameters
  if (token === undefined || token === '') {
    const reason = postback.isReadable ? 'missing_token' : 'unreadable_request'
    return { result: 'rejected', reason, transactionId: null }
  }
  const advertiserId = typeof token === 'string' ? source.findAdvertiserByToken(token) : undefined
  if (advertiserId === undefined) return { result: 'rejected', reason: 'unknown_token', transactionId: null }
  const clickToken = readParameter(postback.parameters, 'clickId') ?? ''
  const click = source.readClickToken(clickToken)
  const testClick = click ? undefined : source.readTestClick(clickToken)
  if (testClick) return receiveTestOrder(ctx, { ...postback, advertiserId, click: testClick })
  return receiveOrder(ctx, source, { ...postback, advertiserId, click })
}

type SentOrder = Postback & Pick<KnownPostback, 'advertiserId' | 'click'>

async function receiveOrder(ctx: Ctx, source: OrderSource, order: SentOrder): Promise<Outcome> {
  const { advertiserId, channel, click, parameters } = order
  const known = { advertiserId, channel, click, parameters: toStoredParameters(parameters) }
  if (!order.isReadable) return rejectPostback(ctx, known, 'unreadable_request')
  const read = readOrder(parameters)
  if ('reason' in read) return rejectPostback(ctx, known, read.reason)
  if (!click && read.order.coupon === null) return rejectPostback(ctx, known, 'forged_click_id')
  return recordOrder(ctx, source, { ...known, order: read.order })
}
