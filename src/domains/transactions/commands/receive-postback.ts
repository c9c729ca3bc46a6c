import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel } from '../contract/vocabulary.ts'
import { readOrder } from '../rules/read-order.ts'
import type { PostbackParameters } from '../rules/read-order.ts'
import { toStoredParameters } from '../rules/postback-log.ts'
import { recordOrder, rejectPostback } from './record-order.ts'
import type { Outcome, TermsSource } from './record-order.ts'

/** The catalog's answers for a postback, without a database read. */
export interface PostbackSource {
  /** Finds the advertiser of a postback secret; `undefined` for an unknown or revoked secret. */
  findAdvertiserByToken(token: string): bigint | undefined
  /** Reads a click token; `undefined` if it is truncated, forged or not a token. */
  readClickToken(token: string): { publisherId: bigint; clickId: string } | undefined
  terms: TermsSource
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
export async function receivePostback(ctx: Ctx, source: PostbackSource, postback: Postback): Promise<Outcome> {
  const { token } = postback.parameters
  if (token === undefined || token === '') {
    const reason = postback.isReadable ? 'missing_token' : 'unreadable_request'
    return { result: 'rejected', reason, transactionId: null }
  }
  const advertiserId = typeof token === 'string' ? source.findAdvertiserByToken(token) : undefined
  if (advertiserId === undefined) return { result: 'rejected', reason: 'unknown_token', transactionId: null }
  const stored = { advertiserId, channel: postback.channel, parameters: toStoredParameters(postback.parameters) }
  if (!postback.isReadable) return rejectPostback(ctx, stored, 'unreadable_request')
  const read = readOrder(postback.parameters)
  if ('reason' in read) return rejectPostback(ctx, stored, read.reason)
  const { clickToken, coupon } = read.order
  const click = clickToken === undefined ? undefined : source.readClickToken(clickToken)
  if (!click && coupon === null) return rejectPostback(ctx, stored, 'forged_click_id')
  return recordOrder(ctx, source.terms, { ...stored, click, order: read.order })
}
