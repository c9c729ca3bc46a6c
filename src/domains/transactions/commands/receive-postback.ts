import type { Ctx } from '#platform/server/context.ts'
import type { PostbackChannel } from '../contract/vocabulary.ts'
import { readOrder } from '../rules/read-order.ts'
import type { PostbackParameters } from '../rules/read-order.ts'
import { storedParameters } from '../rules/postback-log.ts'
import { recordOrder, rejectPostback } from './record-order.ts'
import type { Outcome, TermsSource } from './record-order.ts'

/** What the catalog knows without a read. */
export interface PostbackSource {
  /** The advertiser that a postback secret belongs to; `undefined` for one that is unknown or revoked. */
  findAdvertiserByToken(token: string): bigint | undefined
  /** What a click token says; `undefined` when it is truncated, forged or none at all. */
  readClickToken(token: string): { publisherId: bigint; clickId: string } | undefined
  terms: TermsSource
}

/** A postback as it came in. `isReadable` is false when a part of the request could not be understood. */
export interface Postback {
  channel: PostbackChannel
  parameters: PostbackParameters
  isReadable: boolean
}

/**
 * Receives a postback: a known advertiser's is stored with its answer, whatever that is; anybody else's changes
 * nothing.
 */
export async function receivePostback(ctx: Ctx, source: PostbackSource, postback: Postback): Promise<Outcome> {
  const { token } = postback.parameters
  if (token === undefined || token === '') {
    const reason = postback.isReadable ? 'missing_token' : 'unreadable_request'
    return { result: 'rejected', reason, transactionId: null }
  }
  const advertiserId = typeof token === 'string' ? source.findAdvertiserByToken(token) : undefined
  if (advertiserId === undefined) return { result: 'rejected', reason: 'unknown_token', transactionId: null }
  const report = { advertiserId, channel: postback.channel, parameters: storedParameters(postback.parameters) }
  if (!postback.isReadable) return rejectPostback(ctx, report, 'unreadable_request')
  const read = readOrder(postback.parameters)
  if ('reason' in read) return rejectPostback(ctx, report, read.reason)
  const click = source.readClickToken(read.order.clickToken)
  if (!click) return rejectPostback(ctx, report, 'forged_click_id')
  return recordOrder(ctx, source.terms, { ...report, click, order: read.order })
}
